import { type Caller, invalidField, missingReference, notFound } from '@wfp/shared';
import type { Recording, Transaction } from '@wfp/shared/db';
import { hasMembers } from '../members/members.store.ts';
import { endTeamMemberships, moveMembers } from '../members/memberships.store.ts';
import type { TeamRow } from '../rows/team.resource.ts';
import { teams } from '../rows/team.resource.ts';
import { mergerFault } from '../rows/teams.policy.ts';
import { teamMoved } from '../rows/teams.store.ts';
import {
  archiveEmptied,
  countEmployeesByPrimaryTeam,
  findTeamInTransaction,
  type LockedTeam,
  lockTeams,
  moveChildren,
  setLead,
} from './merger.store.ts';

const teamUpdated = { event: 'team.post_update', also: [teamMoved] };

/** Two teams of which one takes what the other leaves, locked until the end of the transaction. */
export interface Merger {
  source: LockedTeam;
  target: LockedTeam;
  /** The field that names the target. */
  field: string;
}

/**
 * Locks two teams, and the tree, and makes sure that one can take what the other leaves.
 *
 * @throws AppError `invalid` on `field`, or `not_found` when the source is gone
 */
export async function lockMerger(
  tx: Transaction,
  caller: Caller,
  from: number,
  into: number,
  field: string,
): Promise<Merger> {
  await teams.tree.lock(tx, caller);
  const locked = await lockTeams(tx, caller, [from, into]);
  const [source, target] = [locked.get(from), locked.get(into)];
  if (!source) throw notFound('Team');
  if (!target) throw missingReference(field);
  const lineage = await teams.tree.findLineage(tx, caller, into);
  const fault = mergerFault(from, lineage, await teams.tree.computeHeight(tx, caller, from));
  if (fault) throw invalidField(field, fault);
  return { source, target, field };
}

/**
 * Moves members and child teams of the source; somebody who is in both stays the member of the target they are. Whose
 * home team it was must have been moved before, by a dated change. A target without a lead gets the source's.
 *
 * @throws AppError `invalid` when members would come to a department by another way than their home team
 */
export async function moveMembersAndChildren(tx: Transaction, caller: Caller, merger: Merger): Promise<void> {
  const { source, target, field } = merger;
  const homes = await countEmployeesByPrimaryTeam(tx, caller, source.id);
  if (homes > 0) throw invalidField('id', `Is the home team of ${homes} employee${homes === 1 ? '' : 's'}`);
  if (target.kind === 'department' && (await hasMembers(tx, caller, source.id))) {
    throw invalidField(field, "A department's people are those whose team_id names it; this team has others");
  }
  const joined = { event: 'team.member_joined', action: 'create' };
  await tx.write(moveMembers(caller, source.id, target.id), joined);
  await tx.write(endTeamMemberships(caller, source.id), { event: 'team.member_left', action: 'archive' });
  await tx.write(moveChildren(caller, source.id, target.id), teamUpdated);
  if (target.lead_employee_id === null && source.lead_employee_id !== null) {
    await tx.write(setLead(caller, target.id, source.lead_employee_id), teamUpdated);
  }
}

/** The team that has taken what the other left. */
export async function findMergerTarget(
  tx: Transaction,
  caller: Caller,
  { target }: Merger,
): Promise<TeamRow> {
  const row = await findTeamInTransaction(tx, caller, target.id);
  if (!row) throw new Error('A locked team is gone');
  return row;
}

/** Archives the source, which nothing hangs on any more. */
export async function archiveSource(
  tx: Transaction,
  caller: Caller,
  { source }: Merger,
  also: Recording['also'] = [],
): Promise<TeamRow> {
  const [row] = await tx.write(archiveEmptied(caller, source.id), { event: 'team.post_archive', also });
  if (!row) throw notFound('Team');
  return row;
}
