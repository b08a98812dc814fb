import { type Call, invalidField } from '@wfp/shared';
import { changesOfTasks, countReadableTasks, taskStatuses, tasksEverOf } from '../../tasks/index.ts';
import { countMembers } from '../members/members.store.ts';
import { initiatives } from '../rows/initiative.resource.ts';
import type { OfInitiative } from '../rows/initiatives.contract.ts';
import { everLinked } from '../rows/links.store.ts';
import { updates } from '../updates/updates.resource.ts';
import { burnup, dateOf, dayOf } from './burnup.policy.ts';
import { type BurnupDay, type BurnupQuery, longestBurnup } from './figures.contract.ts';
import { addedUp } from './progress.service.ts';

/** How an initiative stands in figures. Of its tasks, those that the caller may read. */
export async function summarize({ caller, params }: Call<OfInitiative, unknown, unknown>) {
  const { id, status, health, progress } = await initiatives.get(caller, params.initiativeId);
  const [counts, members, reported] = await Promise.all([
    countReadableTasks(caller, id),
    countMembers(caller, id),
    updates.list(caller, { limit: 1, offset: 0 }, { initiative_id: id }),
  ]);
  const sum = (some: typeof counts, what: 'count' | 'overdue') =>
    some.reduce((total, one) => total + one[what], 0);
  const { done_points, scope_points } = addedUp(counts);
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

/** Scope and what was done, day by day, from the history of the tasks that the caller may read. */
export async function drawBurnup({
  caller,
  params,
  query,
}: Call<OfInitiative, BurnupQuery, unknown>): Promise<{ data: BurnupDay[] }> {
  const { id, created_at } = await initiatives.get(caller, params.initiativeId);
  const span = spanOf(query, created_at, caller.platform.clock.now());
  // First how they are, then what is taken back: a change between the two is taken back twice, to the same state.
  const tasks = await tasksEverOf(caller, id, everLinked(caller, id));
  const changes = await changesOfTasks(
    caller,
    tasks.map((task) => task.id),
    dateOf(span.first),
  );
  return { data: burnup(id, tasks, changes, span) };
}

function spanOf({ from, to }: BurnupQuery, created_at: Date, now: Date): { first: number; last: number } {
  const day = (date: string) => dayOf(new Date(date));
  const last = Math.min(to ? day(to) : dayOf(now), dayOf(now));
  const first = from ? day(from) : Math.min(Math.max(dayOf(created_at), last - longestBurnup + 1), last);
  if (first > last) throw invalidField('from', 'Must not be after the last day');
  if (last - first >= longestBurnup) throw invalidField('from', `At most ${longestBurnup} days`);
  return { first, last };
}
