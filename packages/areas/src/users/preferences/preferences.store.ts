import type { Caller } from '@wfp/shared';
import { type Change, Prisma, recordedTable, type Transaction, updateIfDifferent } from '@wfp/shared/db';
import { serializeByUser, usersAs } from '../../accounts/index.ts';
import { maxPreferenceBytes } from './preferences.contract.ts';

const { sql } = Prisma;

export interface PreferencesRow {
  values: Record<string, unknown>;
  /** The creation time of the user before the first change. */
  updated_at: Date;
}

/** Events and audit entries have neither keys nor values. The id is that of the user. */
const preferencesTable = recordedTable({
  name: 'user_preferences',
  aggregate: 'user',
  columns: Prisma.UserPreferenceScalarFieldEnum,
  unrecorded: ['values'],
  subject: { users: [sql`c.id`], is_private: sql`true` },
});

/** The preferences of the caller; no row if the caller is no user. */
export const selectPreferences = ({ org_id, user_id }: Caller): Prisma.Sql => sql`
  select coalesce(p.values, '{}') as values, coalesce(p.updated_at, u.created_at) as updated_at
  from ${usersAs('u')} left join user_preferences p on p.org_id = u.org_id and p.id = u.id
  where u.org_id = ${org_id} and u.id = ${user_id}`;

/**
 * Inserts the row with the version that GET returned before, if it is missing. Part of the recorded write of the first change.
 * The lock of the user makes the first changes of a user follow one another.
 */
export async function requirePreferencesRow(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const { org_id } = caller;
  const find = () =>
    tx.rows(sql`select from user_preferences p where p.org_id = ${org_id} and p.id = ${user_id}`);
  if ((await find()).length > 0) return;
  await serializeByUser(tx, caller, user_id);
  if ((await find()).length > 0) return;
  await tx.executeUnrecorded(
    sql`insert into user_preferences (org_id, id, "values", created_by, updated_at)
      select u.org_id, u.id, '{}', u.id, u.created_at from ${usersAs('u')} where u.org_id = ${org_id} and u.id = ${user_id}`,
  );
}

/** Sets some keys and removes others in the locked row. Has no effect on equal values. */
export function mergePreferences(
  caller: Caller,
  set: Record<string, unknown>,
  removed: readonly string[],
): Change<PreferencesRow> {
  const merged = sql`("values" || ${JSON.stringify(set)}::jsonb) - ${removed}::text[]`;
  const isTooLarge = sql`octet_length((${merged})::text) > ${maxPreferenceBytes}`;
  const error = `Must have at most ${maxPreferenceBytes / 1024} KiB in all, with the keys that exist`;
  const values = sql`case when ${isTooLarge}
    then case when refuse_faults(jsonb_build_object('values', ${error}::text)) then "values" end
    else ${merged} end`;
  return {
    table: preferencesTable,
    statement: updateIfDifferent(caller, preferencesTable, { values }, sql`id = ${caller.user_id}`),
    select: sql`c.values, c.updated_at`,
  };
}

export async function erasePreferences(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from user_preferences where org_id = ${caller.org_id} and id = ${user_id}`,
  );
}
