import { type Caller, rowsInReach } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readByKey,
  readPage,
  recordedTable,
  wireColumns,
} from '@wfp/shared/db';
import type { ListUsers } from './users.contract.ts';

const { sql, empty } = Prisma;

export const usersTable = recordedTable({
  name: 'users',
  aggregate: 'user',
  columns: Prisma.UserScalarFieldEnum,
  record_name: sql`c.first_name || ' ' || c.last_name`,
  subject: { users: [sql`c.id`] },
});

export interface UserRow {
  id: number;
  org_id: number;
  email: string;
  first_name: string;
  last_name: string;
}

const columns = (alias: string) => wireColumns(usersTable, alias);
const inReach = (caller: Caller) => rowsInReach(caller, 'user:read', { users: [sql`u.id`] });

export async function findMe(caller: Caller): Promise<UserRow | undefined> {
  return readByKey<UserRow>(
    caller,
    sql`select ${columns('u')}, o.name as org_name, o.slug as org_slug, ${caller.employee_id}::int as employee_id
      from users u join organizations o on o.id = u.org_id
      where u.org_id = ${caller.org_id} and u.id = ${caller.user_id}`,
  );
}

export async function findUser(caller: Caller, id: number): Promise<UserRow | undefined> {
  return readByKey<UserRow>(
    caller,
    sql`select ${columns('u')} from users u
      where u.org_id = ${caller.org_id} and u.id = ${id} and u.deleted_at is null and ${inReach(caller)}`,
  );
}

export async function findUsers(caller: Caller, query: ListUsers): Promise<Listed<UserRow>> {
  const pattern = `%${query.q?.replace(/[\\%_]/g, '\\$&')}%`;
  const where = sql`u.org_id = ${caller.org_id} and u.deleted_at is null and ${inReach(caller)}
    ${query.status ? sql`and u.status = ${query.status}::user_status` : empty}
    ${query.q ? sql`and (u.first_name || ' ' || u.last_name || ' ' || u.email) ilike ${pattern}` : empty}`;
  return readPage<UserRow>(caller, query, {
    columns: columns('u'),
    from: sql`users u`,
    where,
    orderBy: sql`u.last_name, u.first_name, u.id`,
  });
}

interface NewUser {
  id?: number;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string | null;
}

/** A user with a password is active; one without waits for an invitation to be accepted. */
export function insertUser(caller: Caller, user: NewUser): Change<UserRow> {
  const status = user.password_hash === null ? 'invited' : 'active';
  return {
    table: usersTable,
    statement: insertInto(caller, usersTable, {
      ...user,
      status: sql`${status}::user_status`,
      created_by: caller.user_id,
      updated_by: caller.user_id,
    }),
    select: columns('c'),
  };
}
