import type { Caller } from '@wfp/shared';
import {
  type Change,
  Prisma,
  type RecordedTable,
  type Recording,
  recordedTable,
  settingColumns,
  type Transaction,
} from '@wfp/shared/db';

const { sql } = Prisma;

/** The resource in the audit log. */
type About = 'user' | 'session';

/** Events of users whose rows are those of sign-in methods. */
const methods = (resource: About) =>
  recordedTable({
    name: 'user_identities',
    aggregate: 'user',
    aggregate_id: 'user_id',
    record_id: 'user_id',
    resource,
    columns: Prisma.UserIdentityScalarFieldEnum,
    subject: { users: [sql`c.user_id`] },
  });

const users = (resource: About) =>
  recordedTable({
    name: 'users',
    aggregate: 'user',
    resource,
    columns: Prisma.UserScalarFieldEnum,
    subject: { users: [sql`c.id`] },
  });

const tables: Record<About, [methods: RecordedTable, users: RecordedTable]> = {
  user: [methods('user'), users('user')],
  session: [methods('session'), users('session')],
};

/**
 * Records an event about a user of whom no value changes. It is written with the user's password method, because an
 * import may hold the row of the user for minutes; only users without a password have no such row.
 *
 * @param resource the resource in the audit log
 */
export async function recordAboutUser(
  tx: Transaction,
  caller: Caller,
  user_id: number,
  recording: Recording,
  resource: About = 'user',
): Promise<void> {
  const [ofMethods, ofUsers] = tables[resource];
  const unchanged = (table: RecordedTable, statement: Prisma.Sql): Change<{ id: number }> => ({
    table,
    statement: settingColumns([], statement),
    select: sql`c.id`,
  });
  const recorded = await tx.write(
    unchanged(
      ofMethods,
      sql`update user_identities set last_used_at = last_used_at
        where org_id = ${caller.org_id} and user_id = ${user_id} and provider = 'password' and deleted_at is null`,
    ),
    recording,
  );
  if (recorded.length > 0) return;
  const where = sql`org_id = ${caller.org_id} and id = ${user_id}`;
  await tx.write(
    unchanged(ofUsers, sql`update users set last_login_at = last_login_at where ${where}`),
    recording,
  );
}
