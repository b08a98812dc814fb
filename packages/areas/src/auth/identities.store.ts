import type { Caller } from '@wfp/shared';
import { insertInto, Prisma, recordedTable, type Transaction } from '@wfp/shared/db';

const { sql } = Prisma;

/** The ways in which users prove who they are. */
export const identitiesTable = recordedTable({
  name: 'user_identities',
  aggregate: 'user_identity',
  columns: Prisma.UserIdentityScalarFieldEnum,
  subject: { users: [sql`c.user_id`] },
  personal: sql`c.user_id`,
});

/**
 * Notes that a user signs in by password from now on, in the transaction that gives them one. Does nothing
 * where that is known already. Needs the event `user_identity.post_create`.
 */
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
