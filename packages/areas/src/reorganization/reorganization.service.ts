import { AppError, type Call, type Caller, invalidField, type Right } from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { lockTimelines, moveHomes, moveHomesEvents } from '../employees/index.ts';
import { initiativesTable } from '../initiatives/index.ts';
import { positionRows } from '../positions/index.ts';
import { views } from '../task-views/index.ts';
import { moveTeamTasks } from '../tasks/index.ts';
import {
  archiveSource,
  emptyTeam,
  lockMerger,
  type Merger,
  mergerEvents,
  requireTeamReach,
  type TeamRow,
  targetOf,
  teamRows,
} from '../teams/index.ts';
import { moveHoldings } from './holdings.store.ts';
import type { ArchiveTeam, MergeTeam } from './reorganization.contract.ts';

type ById<Body> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

/** Merges a team into another, in one transaction, and answers with the one that is left. */
export async function mergeTeam({ caller, params, body }: ById<MergeTeam>): Promise<TeamRow> {
  await requireTeamReach(caller, params.id, 'manage');
  await requireTarget(caller, body.into_id, 'manage', 'into_id');
  return writeInTransaction(caller, async (tx) => {
    await lockTimelines(tx, caller);
    const merger = await lockMerger(tx, caller, params.id, body.into_id, 'into_id');
    await dissolve(tx, caller, merger, [{ type: 'team.merged' }]);
    return targetOf(tx, caller, merger);
  });
}

/** Archives a team of which another takes what hangs on it, in one transaction. */
export async function archiveTeam({ caller, params, body }: ById<ArchiveTeam>): Promise<TeamRow> {
  await requireTeamReach(caller, params.id, 'archive');
  await requireTarget(caller, body.move_to, 'update', 'move_to');
  return writeInTransaction(caller, async (tx) => {
    await lockTimelines(tx, caller);
    const merger = await lockMerger(tx, caller, params.id, body.move_to, 'move_to');
    return dissolve(tx, caller, merger);
  });
}

/** 422 for a target that the caller cannot see, 403 for one they only can. */
async function requireTarget(caller: Caller, id: number, right: Right, field: string): Promise<void> {
  if (await teamRows.find(caller, id, right)) return;
  if (!(await teamRows.find(caller, id))) throw invalidField(field, 'Refers to nothing that exists');
  throw new AppError('forbidden', `Your team:${right} does not reach the team of ${field}`);
}

/** What belongs to teams, besides people and tasks. */
const holdings = [positionRows.table, initiativesTable, views.table];
/** What {@link dissolve} writes. */
export const dissolveEvents = [
  ...new Set([...mergerEvents, ...moveHomesEvents]),
  'task.post_update',
  ...holdings.map((table) => `${table.aggregate}.post_update`),
];

async function dissolve(
  tx: Transaction,
  caller: Caller,
  merger: Merger,
  also?: Recording['also'],
): Promise<TeamRow> {
  const [from, into] = [merger.source.id, merger.target.id];
  await moveHomes(tx, caller, from, into);
  await emptyTeam(tx, caller, merger);
  for (const table of holdings) await moveHoldings(tx, caller, table, from, into);
  await moveTeamTasks(tx, caller, from, into);
  return archiveSource(tx, caller, merger, also);
}
