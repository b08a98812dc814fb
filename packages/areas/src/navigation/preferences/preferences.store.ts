import type { Caller } from '@wfp/shared';
import { type Change, Prisma, recordedTable, settingColumns, type Transaction } from '@wfp/shared/db';
import type { PatchPreferences } from './preferences.contract.ts';

const { sql } = Prisma;

const preferencesTable = recordedTable({
  name: 'navigation_preferences',
  aggregate: 'user',
  aggregate_id: 'user_id',
  columns: Prisma.NavigationPreferenceScalarFieldEnum,
  subject: { users: [sql`c.user_id`], is_private: sql`true` },
});

/** The preferences of the caller as one row; empty lists if they have none. */
export const selectPreferences = ({ org_id, user_id }: Caller): Prisma.Sql => sql`
  select coalesce(p.hidden, '{}') as hidden, coalesce(p.pinned, '{}') as pinned, coalesce(p.item_order, '{}') as "order"
  from (select) one left join navigation_preferences p on p.org_id = ${org_id} and p.user_id = ${user_id}`;

/** Replaces the lists that were sent. Writes no row if nothing changes. */
export function changePreferences(
  caller: Caller,
  { hidden, pinned, order }: PatchPreferences,
): Change<unknown> {
  const { org_id, user_id } = caller;
  const sent = (keys: readonly string[] | undefined) => sql`${keys ? [...keys] : null}::text[]`;
  const inserted = sql`coalesce(${sent(hidden)}, '{}'), coalesce(${sent(pinned)}, '{}'), coalesce(${sent(order)}, '{}')`;
  const updated = sql`coalesce(${sent(hidden)}, p.hidden), coalesce(${sent(pinned)}, p.pinned),
    coalesce(${sent(order)}, p.item_order)`;
  return {
    table: preferencesTable,
    statement: settingColumns(
      ['hidden', 'pinned', 'item_order'],
      sql`insert into navigation_preferences as p (org_id, user_id, hidden, pinned, item_order, created_by, updated_by)
      select ${org_id}, ${user_id}::int, ${inserted}, ${user_id}::int, ${user_id}::int
      where (${inserted}) <> ('{}'::text[], '{}'::text[], '{}'::text[]) or exists (
        select from navigation_preferences o where o.org_id = ${org_id} and o.user_id = ${user_id})
      on conflict (org_id, user_id) do update set (hidden, pinned, item_order) = row(${updated}),
        updated_at = greatest(now(), p.updated_at + interval '1 millisecond'), updated_by = excluded.updated_by
      where (p.hidden, p.pinned, p.item_order) is distinct from (${updated})`,
    ),
  };
}

export async function erasePreferences(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`delete from navigation_preferences where org_id = ${caller.org_id} and user_id = ${user_id}`,
  );
}
