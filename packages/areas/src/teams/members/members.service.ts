import { type Call, type Caller, invalidField, missingReference, notFound } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { teams } from '../rows/team.resource.ts';
import { lockEmployee, lockTeam } from '../rows/teams.store.ts';
import type { AddMember, ListMembers, PatchMember } from './members.contract.ts';
import {
  endMembership,
  findMember,
  findMembers,
  greatestAllocation,
  insertMember,
  isMember,
  type MemberRow,
  type NewMember,
  updateMember,
} from './members.store.ts';

interface OfTeam {
  teamId: number;
}
type Changed = MemberRow & { warnings?: string[] };
type ById<Body = unknown> = Pick<Call<OfTeam & { id: number }, unknown, Body>, 'caller' | 'params' | 'body'>;

export async function listMembers({ caller, params, query }: Call<OfTeam, ListMembers, unknown>) {
  await teams.get(caller, params.teamId);
  return findMembers(caller, params.teamId, query);
}

export async function getMember({ caller, params }: ById): Promise<MemberRow> {
  const member =
    (await teams.find(caller, params.teamId)) && (await findMember(caller, params.teamId, params.id, 'any'));
  if (!member) throw notFound('Member');
  return member;
}

/**
 * Adds an employee to a squad or committee. An employee has one home team, `employee.team_id`: people
 * come to a department by it alone.
 */
export async function addMember({
  caller,
  params,
  body,
}: Pick<Call<OfTeam, unknown, AddMember>, 'caller' | 'params' | 'body'>): Promise<Changed> {
  await teams.require(caller, params.teamId, 'update');
  const { employee_id } = body;
  const joined_on = body.joined_on ?? caller.platform.clock.now().toISOString().slice(0, 10);
  return writeInTransaction(caller, async (tx) => {
    const team = await lockTeam(tx, caller, params.teamId, 'share');
    if (!team) throw notFound('Team');
    const employee = await lockEmployee(tx, caller, employee_id);
    if (!employee) throw missingReference('employee_id');
    if (employee.status === 'terminated') throw invalidField('employee_id', 'Is somebody who has left');
    if (await isMember(tx, caller, team.id, employee_id))
      throw invalidField('employee_id', 'Is a member already');
    if (team.kind === 'department')
      throw invalidField('employee_id', "A department's people are those whose team_id names it");
    const member = await joinTeam(tx, caller, { ...body, team_id: team.id, joined_on });
    return withWarnings(tx, caller, member);
  });
}

export async function joinTeam(tx: Transaction, caller: Caller, member: NewMember): Promise<MemberRow> {
  const [row] = await tx.write(insertMember(caller, member), {
    event: 'team.member_joined',
    action: 'create',
  });
  if (!row) throw new Error('A membership was not written');
  return row;
}

/** Changes what a member is in the team. When they came and went is no field to change. */
export async function patchMember({ caller, params, body }: ById<PatchMember>): Promise<Changed> {
  await teams.require(caller, params.teamId, 'update');
  const before = await findMember(caller, params.teamId, params.id, 'current');
  if (!before) throw notFound('Member');
  return writeInTransaction(caller, async (tx) => {
    await lockEmployee(tx, caller, before.employee_id);
    const [member] = await tx.write(updateMember(caller, params.teamId, params.id, body), {
      event: 'team.member_changed',
      action: 'update',
    });
    if (!member) throw notFound('Member');
    return withWarnings(tx, caller, member);
  });
}

/** More than all of somebody's time may be right for a week, so it is written, and said. */
async function withWarnings(tx: Transaction, caller: Caller, member: MemberRow): Promise<Changed> {
  if (member.allocation_percent === null) return member;
  const total = await greatestAllocation(tx, caller, member.employee_id);
  return total <= 100
    ? member
    : { ...member, warnings: [`The teams of this employee have ${total} % of their time`] };
}

/** Ends a membership today. The row stays: it says who belonged to the team, and until when. */
export async function removeMember({ caller, params }: Pick<ById, 'caller' | 'params'>): Promise<void> {
  await teams.require(caller, params.teamId, 'update');
  const member = await findMember(caller, params.teamId, params.id, 'current');
  if (!member) throw notFound('Member');
  await writeInTransaction(caller, async (tx) => {
    const employee = await lockEmployee(tx, caller, member.employee_id);
    if (employee?.team_id === params.teamId) {
      throw invalidField('id', 'This is the home team of the employee, who leaves it only for another');
    }
    const change = endMembership(caller, params.teamId, params.id);
    const rows = await tx.write(change, { event: 'team.member_left', action: 'archive' });
    if (rows.length === 0) throw notFound('Member');
  });
}
