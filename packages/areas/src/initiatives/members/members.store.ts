import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  type ColumnValues,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import type {
  AddInitiativeMember,
  ListInitiativeMembers,
  PatchInitiativeMember,
} from './members.contract.ts';

const { sql, empty } = Prisma;

/** Members are part of their initiative: their events are about it. */
const membersTable = recordedTable({
  name: 'initiative_members',
  aggregate: 'initiative',
  aggregate_id: 'initiative_id',
  resource: 'initiative_member',
  columns: Prisma.InitiativeMemberScalarFieldEnum,
  record_name: sql`(select i.name from initiatives i where i.org_id = c.org_id and i.id = c.initiative_id)`,
  subject: {
    employee: sql`c.employee_id`,
    team: sql`(select i.team_id from initiatives i where i.org_id = c.org_id and i.id = c.initiative_id)`,
  },
});

export interface MemberRow {
  id: number;
  initiative_id: number;
  employee_id: number;
  role: string;
}

export function findMembers(
  caller: Caller,
  initiative_id: number,
  query: ListInitiativeMembers,
): Promise<Listed<MemberRow>> {
  const { role, employee_id } = query;
  return readPage<MemberRow>(caller, query, {
    columns: wireColumns(membersTable, 'm'),
    from: sql`initiative_members m`,
    where: sql`m.org_id = ${caller.org_id} and m.initiative_id = ${initiative_id} and m.deleted_at is null
      ${role ? sql`and m.role = ${role}::initiative_role` : empty}
      ${employee_id ? sql`and m.employee_id = ${employee_id}` : empty}`,
    orderBy: sql`m.role, m.id`,
  });
}

export function findMember(
  caller: Caller,
  initiative_id: number,
  id: number,
): Promise<MemberRow | undefined> {
  return readOne<MemberRow>(
    caller,
    sql`select ${wireColumns(membersTable, 'm')} from initiative_members m where m.org_id = ${caller.org_id}
      and m.initiative_id = ${initiative_id} and m.id = ${id} and m.deleted_at is null`,
  );
}

export async function countMembers(caller: Caller, initiative_id: number): Promise<number> {
  const row = await readOne<{ members: number }>(
    caller,
    sql`select count(*)::int as members from initiative_members m
      where m.org_id = ${caller.org_id} and m.initiative_id = ${initiative_id} and m.deleted_at is null`,
  );
  return row?.members ?? 0;
}

export function insertMember(
  caller: Caller,
  initiative_id: number,
  { employee_id, role }: AddInitiativeMember,
): Change<MemberRow> {
  const by = { created_by: caller.user_id, updated_by: caller.user_id };
  const values = { initiative_id, employee_id, role: sql`${role}::initiative_role`, ...by };
  return { table: membersTable, statement: insertInto(caller, membersTable, values) };
}

export function updateMember(
  caller: Caller,
  initiative_id: number,
  id: number,
  { role }: PatchInitiativeMember,
): Change<MemberRow> {
  return changeMember(caller, initiative_id, id, { role: role && sql`${role}::initiative_role` });
}

export function archiveMember(caller: Caller, initiative_id: number, id: number): Change<MemberRow> {
  return changeMember(caller, initiative_id, id, { deleted_at: sql`now()` });
}

function changeMember(
  caller: Caller,
  initiative_id: number,
  id: number,
  values: ColumnValues,
): Change<MemberRow> {
  const where = sql`id = ${id} and initiative_id = ${initiative_id} and deleted_at is null`;
  return { table: membersTable, statement: updateRows(caller, membersTable, values, where) };
}
