import { type Caller, invalidField } from '@wfp/shared';
import type { Steps } from '@wfp/shared/db';
import { joinTeam } from './members.service.ts';
import { endMembershipsOf, isMember } from './members.store.ts';
import { lockTeam } from './teams.store.ts';

/**
 * Makes an employee a member of their home team, in the transaction that makes it so: `hire_date` is the day from
 * which it is. Who is a member already stays the one they are. Needs the event `team.member_joined`.
 *
 * @throws AppError `invalid` on `team_id` when there is no such team
 */
export async function joinHomeTeam(
  tx: Steps,
  caller: Caller,
  employee: { id: number; team_id: number; hire_date: string },
): Promise<void> {
  const team = await lockTeam(tx, caller, employee.team_id, 'share');
  if (!team) throw invalidField('team_id', 'Refers to nothing that exists');
  if (await isMember(tx, caller, team.id, employee.id)) return;
  await joinTeam(tx, caller, {
    team_id: team.id,
    employee_id: employee.id,
    role: 'member',
    joined_on: employee.hire_date,
  });
}

/**
 * Ends the membership of a home team that an employee leaves, in the transaction that makes it so. `left_on` is the
 * first day on which they are no member. Needs the event `team.member_left`.
 */
export async function leaveHomeTeam(
  tx: Steps,
  caller: Caller,
  employee: { id: number; team_id: number; left_on: string },
): Promise<void> {
  const { id, team_id, left_on } = employee;
  const change = endMembershipsOf(caller, id, team_id, left_on);
  await tx.write(change, { event: 'team.member_left', action: 'archive' });
}

/**
 * Ends whatever memberships an employee has: today, or on the day on which they leave. Needs the event
 * `team.member_left`.
 */
export async function leaveAllTeams(
  tx: Steps,
  caller: Caller,
  employee_id: number,
  left_on?: string,
): Promise<void> {
  const change = endMembershipsOf(caller, employee_id, undefined, left_on);
  await tx.write(change, { event: 'team.member_left', action: 'archive' });
}
