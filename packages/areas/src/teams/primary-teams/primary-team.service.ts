import { type Caller, missingReference } from '@wfp/shared';
import type { Recording, Transaction } from '@wfp/shared/db';
import type { PrimaryTeamPeriod as Period } from '../../employees/announcements.ts';
import { members } from '../members/members.resource.ts';
import {
  endEmployeeMemberships,
  insertPrimaryTeamMember,
  updateMembershipEnds,
  withdrawMember,
} from '../members/memberships.store.ts';
import { lockTeam } from '../rows/teams.store.ts';
import { planMemberships } from './primary-team.policy.ts';
import { checkOverlaps, deferOverlapChecks, findMemberships } from './primary-team.store.ts';

const leftRecording: Recording = { event: 'team.member_left', action: 'archive' };
const changedRecording: Recording = { event: 'team.member_changed', action: 'update' };

/**
 * Makes the memberships of an employee match their primary teams, including past periods. Memberships created manually
 * do not change.
 *
 * @throws AppError `invalid` on `team_id` if the team of a period without an end does not exist
 */
export async function syncMemberships(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  primaryTeams: readonly Period[],
): Promise<void> {
  const { drop, change, add } = planMemberships(primaryTeams, await findMemberships(tx, caller, employee_id));
  for (const { team_id, left_on } of [...change.map((one) => one.now), ...add]) {
    if (left_on === null && !(await lockTeam(tx, caller, team_id))) throw missingReference('team_id');
  }
  for (const one of drop) await tx.write(withdrawMember(caller, one.id), leftRecording);
  if (change.length > 1) await deferOverlapChecks(tx);
  for (const { was, now } of change) {
    const { joined_on, left_on } = now;
    await tx.write(
      members.change(caller, was.id, { joined_on, left_on }),
      selectRecording(was.left_on, now.left_on),
    );
  }
  if (change.length > 1) await checkOverlaps(tx);
  for (const period of add) {
    const hasEnded = period.left_on !== null;
    await tx.write(insertPrimaryTeamMember(caller, { ...period, employee_id }), {
      event: 'team.member_joined',
      action: 'create',
      ...(hasEnded && { also: [{ type: 'team.member_left' }] }),
    });
  }
}

function selectRecording(was: string | null, is: string | null): Recording {
  if (was === null && is !== null) return leftRecording;
  if (was !== null && is === null) return { event: 'team.member_joined', action: 'update' };
  return changedRecording;
}

export async function endTeamMembership(
  tx: Transaction,
  caller: Caller,
  { id, team_id, left_on }: { id: number; team_id: number; left_on: string },
): Promise<void> {
  await tx.write(endEmployeeMemberships(caller, id, team_id, left_on), leftRecording);
}

/** Ends all memberships of an employee, today or on `left_on`. */
export async function endAllMemberships(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  left_on?: string,
): Promise<void> {
  await tx.write(endEmployeeMemberships(caller, employee_id, undefined, left_on), leftRecording);
}

/** Moves the end of manually created memberships after the date of a termination was corrected. */
export async function moveMembershipEnds(
  tx: Transaction,
  caller: Caller,
  employee_id: number,
  { was, is }: { was: string; is: string },
): Promise<void> {
  await tx.write(updateMembershipEnds(caller, employee_id, was, is), changedRecording);
}
