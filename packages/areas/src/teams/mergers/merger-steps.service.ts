import { type Caller, invalidField, missingReference, notFound } from '@wfp/shared';
import type { Recording, Transaction } from '@wfp/shared/db';
import { hasMembers } from '../members/members.store.ts';
import { copyMembers, endTeamMemberships } from '../members/memberships.store.ts';
import type { TeamRow } from '../rows/team.resource.ts';
import { teams } from '../rows/team.resource.ts';
import { mergerViolation } from '../rows/teams.policy.ts';
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

/** Two locked teams; the rows of the source move to the target. */
export interface Merger {
  source: LockedTeam;
  target: LockedTeam;
  /** The request field that names the target. */
  field: string;
}

/**
 * Locks the team tree and two teams, and checks that the rows of the source can be moved to the target.
 *
 * @throws AppError `invalid` on `field`, or `not_found` for the source
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
  const violation = mergerViolation(from, lineage, await teams.tree.computeHeight(tx, caller, from));
  if (violation) throw invalidField(field, violation);
  return { source, target, field };
}

/**
 * Moves members and child teams of the source, and the lead if the target has none. Members of both teams keep their
 * membership of the target.
 *
 * @throws AppError `invalid` on `id` while the source is the primary team of employees, or on the request field if
 * members would join a department that is not their primary team
 */
export async function moveMembersAndChildren(tx: Transaction, caller: Caller, merger: Merger): Promise<void> {
  const { source, target, field } = merger;
  const employees = await countEmployeesByPrimaryTeam(tx, caller, source.id);
  if (employees > 0)
    throw invalidField(
      'id',
      `Is the primary team of ${employees} ${employees === 1 ? 'employee' : 'employees'}; change that first`,
    );
  if (target.kind === 'department' && (await hasMembers(tx, caller, source.id))) {
    throw invalidField(field, 'Is a department, which cannot have members whose primary team is another one');
  }
  const joined = { event: 'team.member_joined', action: 'create' };
  await tx.write(copyMembers(caller, source.id, target.id), joined);
  await tx.write(endTeamMemberships(caller, source.id), { event: 'team.member_left', action: 'archive' });
  await tx.write(moveChildren(caller, source.id, target.id), teamUpdated);
  if (target.lead_employee_id === null && source.lead_employee_id !== null) {
    await tx.write(setLead(caller, target.id, source.lead_employee_id), teamUpdated);
  }
}

export async function findMergerTarget(
  tx: Transaction,
  caller: Caller,
  { target }: Merger,
): Promise<TeamRow> {
  const row = await findTeamInTransaction(tx, caller, target.id);
  if (!row) throw new Error('A locked team was not found');
  return row;
}

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
