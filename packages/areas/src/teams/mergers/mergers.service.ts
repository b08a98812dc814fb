import { type Call, type Caller, missingReference, type Right, requireRow } from '@wfp/shared';
import { type Recording, type Transaction, writeInTransaction } from '@wfp/shared/db';
import { teamClosing, teamDissolved, teamDissolving, teamNesting } from '../announcements.ts';
import { type TeamRow, teams } from '../rows/team.resource.ts';
import {
  archiveSource,
  findMergerTarget,
  lockMerger,
  type Merger,
  moveMembersAndChildren,
} from './merger-steps.service.ts';
import type { ArchiveTeam, MergeTeam } from './mergers.contract.ts';

type ById<Body> = Pick<Call<{ id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function mergeTeam({ caller, params: { id }, body }: ById<MergeTeam>): Promise<TeamRow> {
  await teams.require(caller, id, 'manage');
  await requireTarget(caller, body.into_id, 'manage', 'into_id');
  return writeInTransaction(caller, async (tx) => {
    await tx.announce(teamClosing, { team_id: id });
    const merger = await lockMerger(tx, caller, id, body.into_id, 'into_id');
    await dissolveTeam(tx, caller, merger, [{ type: 'team.merged' }]);
    return findMergerTarget(tx, caller, merger);
  });
}

export async function archiveTeam({ caller, params: { id }, body }: ById<ArchiveTeam>): Promise<TeamRow> {
  await teams.require(caller, id, 'archive');
  await requireTarget(caller, body.move_to, 'update', 'move_to');
  return writeInTransaction(caller, async (tx) => {
    await tx.announce(teamClosing, { team_id: id });
    const merger = await lockMerger(tx, caller, id, body.move_to, 'move_to');
    return dissolveTeam(tx, caller, merger);
  });
}

/** Rejects a target that the caller cannot read with 422, and one that they can only read with 403. */
async function requireTarget(caller: Caller, id: number, right: Right, field: string): Promise<void> {
  await requireRow({
    caller,
    find: () => teams.find(caller, id, right),
    findReadable: () => teams.find(caller, id),
    permission: `team:${right}`,
    noun: `team of ${field}`,
    missing: missingReference(field),
  });
}

async function dissolveTeam(
  tx: Transaction,
  caller: Caller,
  merger: Merger,
  also?: Recording['also'],
): Promise<TeamRow> {
  const move = { from: merger.source.id, into: merger.target.id };
  await tx.announce(teamNesting, { team_id: move.from, below: move.into });
  await tx.announce(teamDissolving, move);
  await moveMembersAndChildren(tx, caller, merger);
  await tx.announce(teamDissolved, move);
  return archiveSource(tx, caller, merger, also);
}
