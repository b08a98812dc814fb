import { type Call, invalidField } from '@wfp/shared';
import { countReadableTasks, findTasksEverLinked, listTaskChanges, taskStatuses } from '../../tasks/index.ts';
import { countMembers } from '../members/members.store.ts';
import { sumCounts } from '../progress/progress.policy.ts';
import { initiatives } from '../rows/initiative.resource.ts';
import type { InitiativeParams } from '../rows/initiatives.contract.ts';
import { everLinkedTasks } from '../rows/links.store.ts';
import { updates } from '../updates/updates.resource.ts';
import { computeBurnup, dateOf, dayOf } from './burnup.policy.ts';
import { type BurnupDay, type BurnupQuery, maxBurnupDays } from './metrics.contract.ts';

/** Counts only tasks that the caller may read; `progress` is that of all tasks. */
export async function getSummary({ caller, params }: Call<InitiativeParams, unknown, unknown>) {
  const { id, status, health, progress } = await initiatives.get(caller, params.initiativeId);
  const [counts, members, reported] = await Promise.all([
    countReadableTasks(caller, id),
    countMembers(caller, id),
    updates.list(caller, { limit: 1, offset: 0 }, { initiative_id: id }),
  ]);
  const sum = (some: typeof counts, what: 'count' | 'overdue') =>
    some.reduce((total, one) => total + one[what], 0);
  const { done_points, scope_points } = sumCounts(
    counts
      .filter((one) => one.status !== 'cancelled')
      .map(({ effort, status, count }) => ({ effort, tasks: count, done: status === 'done' ? count : 0 })),
  );
  return {
    initiative_id: id,
    status,
    health,
    progress,
    tasks: Object.fromEntries(
      taskStatuses.map((one) => [
        one,
        sum(
          counts.filter((count) => count.status === one),
          'count',
        ),
      ]),
    ),
    total: sum(counts, 'count'),
    overdue: sum(counts, 'overdue'),
    points: { total: scope_points, done: done_points },
    members,
    last_update: reported.data[0] ?? null,
  };
}

/** Computes the burn-up from the history of the tasks that the caller may read. */
export async function getBurnup({
  caller,
  params,
  query,
}: Call<InitiativeParams, BurnupQuery, unknown>): Promise<{ data: BurnupDay[] }> {
  const { id, created_at } = await initiatives.get(caller, params.initiativeId);
  const span = resolveSpan(query, created_at, caller.platform.clock.now());
  // Tasks are read before their changes: a task that was read without a change committed in between already has the
  // values that reverting the change restores.
  const tasks = await findTasksEverLinked(caller, id, everLinkedTasks(caller, id));
  const changes = await listTaskChanges(
    caller,
    tasks.map((task) => task.id),
    dateOf(span.first),
  );
  return { data: computeBurnup(id, tasks, changes, span) };
}

function resolveSpan(
  { from, to }: BurnupQuery,
  created_at: Date,
  now: Date,
): { first: number; last: number } {
  const day = (date: string) => dayOf(new Date(date));
  const last = Math.min(to ? day(to) : dayOf(now), dayOf(now));
  const first = from ? day(from) : Math.min(Math.max(dayOf(created_at), last - maxBurnupDays + 1), last);
  if (first > last) throw invalidField('from', 'Must not be after `to` (default: today)');
  if (last - first >= maxBurnupDays)
    throw invalidField('from', `Must be less than ${maxBurnupDays} days before \`to\` (default: today)`);
  return { first, last };
}
