import { type Call, type Caller, invalidField, notFound } from '@wfp/shared';
import { type Steps, writeSteps } from '@wfp/shared/db';
import {
  endMembership,
  endMembershipsOf,
  findMember,
  findMembers,
  insertMember,
  isMember,
  type MemberRow,
} from './members.store.ts';
import type { AddMember, ListMembers } from './teams.contract.ts';
import { requireReach } from './teams.service.ts';
import { findTeam, lockEmployee, lockTeam } from './teams.store.ts';

interface OfTeam {
  teamId: number;
}

export async function listMembers({ caller, params, query }: Call<OfTeam, ListMembers, unknown>) {
  if (!(await findTeam(caller, params.teamId))) throw notFound('Team');
  return findMembers(caller, params.teamId, query);
}

/**
 * Adds an employee to a squad or committee. An employee has one home team, `employee.team_id`: people
 * come to a department by it alone.
 */
export async function addMember({
  caller,
  params,
  body,
}: Pick<Call<OfTeam, unknown, AddMember>, 'caller' | 'params' | 'body'>): Promise<MemberRow> {
  await requireReach(caller, params.teamId, 'team:update');
  const { employee_id, role } = body;
  const joined_on = body.joined_on ?? today(caller);
  return writeSteps(caller, async (tx) => {
    const team = await lockTeam(tx, caller, params.teamId, 'share');
    if (!team) throw notFound('Team');
    if (!(await lockEmployee(tx, caller, employee_id)))
      throw invalidField('employee_id', 'Refers to nothing that exists');
    if (await isMember(tx, caller, team.id, employee_id))
      throw invalidField('employee_id', 'Is a member already');
    if (team.kind === 'department')
      throw invalidField('employee_id', "A department's people are those whose team_id names it");
    return joinTeam(tx, caller, { team_id: team.id, employee_id, role, joined_on });
  });
}

async function joinTeam(
  tx: Steps,
  caller: Caller,
  member: Parameters<typeof insertMember>[1],
): Promise<MemberRow> {
  const [row] = await tx.write(insertMember(caller, member), {
    event: 'team.member_joined',
    action: 'create',
  });
  if (!row) throw new Error('A membership was not written');
  return row;
}

/**
 * Makes a new employee a member of their home team, in the transaction that hires them.
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
  await joinTeam(tx, caller, {
    team_id: team.id,
    employee_id: employee.id,
    role: 'member',
    joined_on: employee.hire_date,
  });
}

/** Ends whatever memberships an employee has, in the transaction that deletes them. */
export async function leaveAllTeams(tx: Steps, caller: Caller, employee_id: number): Promise<void> {
  await tx.write(endMembershipsOf(caller, employee_id), { event: 'team.member_left', action: 'archive' });
}

/** Ends a membership today. The row stays: it says who belonged to the team, and until when. */
export async function removeMember({
  caller,
  params,
}: Pick<Call<OfTeam & { id: number }, unknown, unknown>, 'caller' | 'params'>): Promise<void> {
  await requireReach(caller, params.teamId, 'team:update');
  const member = await findMember(caller, params.teamId, params.id);
  if (!member) throw notFound('Member');
  await writeSteps(caller, async (tx) => {
    const employee = await lockEmployee(tx, caller, member.employee_id);
    if (employee?.team_id === params.teamId) {
      throw invalidField('id', 'This is the home team of the employee, who leaves it only for another');
    }
    const change = endMembership(caller, params.teamId, params.id);
    const rows = await tx.write(change, { event: 'team.member_left', action: 'archive' });
    if (rows.length === 0) throw notFound('Member');
  });
}

function today(caller: Caller): string {
  return caller.platform.clock.now().toISOString().slice(0, 10);
}
