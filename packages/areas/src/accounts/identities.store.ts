import type { Caller, ScopedTable } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  orderBy,
  type PageRequest,
  Prisma,
  readPage,
  recordedTable,
  type SortKey,
  type Transaction,
  updateRows,
  wireColumns,
} from '@wfp/shared/db';
import { signInTime } from './users.store.ts';

const { sql, raw } = Prisma;

const identitiesTable = recordedTable({
  name: 'user_identities',
  aggregate: 'user_identity',
  columns: Prisma.UserIdentityScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
});

export const identityRows: ScopedTable = {
  table: 'user_identities',
  owners: () => ({ users: [sql`r.user_id`] }),
};

/** Inserts the password identity of a user, unless it exists. Callers must declare `user_identity.post_create`. */
export async function addPasswordIdentity(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  const insert = insertInto(caller, identitiesTable, {
    user_id,
    provider: sql`'password'::identity_provider`,
    provider_key: 'password',
    external_id: String(user_id),
    verified_at: sql`now()`,
  });
  const statement = sql`${insert} on conflict (org_id, provider_key, external_id) where deleted_at is null do nothing`;
  await tx.write({ table: identitiesTable, statement }, { event: 'user_identity.post_create' });
}

export interface IdentityRow {
  id: number;
  provider: string;
}

const lastUsedAt = (caller: Caller) => signInTime(caller, raw('i.user_id'), raw('i.last_used_at'));

const sortKeys = (caller: Caller): Record<(typeof identitySorts)[number], SortKey> => ({
  created_at: sql`i.created_at`,
  provider: sql`i.provider::text`,
  last_used_at: { nullable: lastUsedAt(caller) },
});

export const identitySorts = ['created_at', 'provider', 'last_used_at'] as const;

export async function findIdentities(
  caller: Caller,
  user_id: number,
  query: PageRequest & { sort: string },
): Promise<ListPage<IdentityRow>> {
  return readPage<IdentityRow>(caller, query, {
    columns: sql`${wireColumns(identitiesTable, 'i', ['last_used_at'])}, ${lastUsedAt(caller)} as last_used_at`,
    from: sql`user_identities i`,
    where: sql`i.org_id = ${caller.org_id} and i.user_id = ${user_id} and i.deleted_at is null`,
    orderBy: orderBy(query.sort, sortKeys(caller), sql`i.id`),
  });
}

export async function lockIdentities(
  tx: Transaction,
  caller: Caller,
  user_id: number,
): Promise<IdentityRow[]> {
  return tx.rows<IdentityRow>(sql`select i.id, i.provider from user_identities i
    where i.org_id = ${caller.org_id} and i.user_id = ${user_id} and i.deleted_at is null order by i.id for update`);
}

export function archiveIdentity(caller: Caller, id: number): Change<IdentityRow> {
  return {
    table: identitiesTable,
    statement: updateRows(
      caller,
      identitiesTable,
      { deleted_at: sql`now()` },
      sql`id = ${id} and deleted_at is null`,
    ),
  };
}

export async function hasIdentity(tx: Transaction, caller: Caller, user_id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select i.id from user_identities i
    where i.org_id = ${caller.org_id} and i.user_id = ${user_id} and i.deleted_at is null limit 1`);
  return rows.length > 0;
}

export async function eraseIdentities(tx: Transaction, caller: Caller, user_id: number): Promise<void> {
  await tx.executeUnrecorded(
    sql`update user_identities set provider_key = 'erased', external_id = id::text, last_used_at = null,
      deleted_at = coalesce(deleted_at, now()) where org_id = ${caller.org_id} and user_id = ${user_id}`,
  );
}
