import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import type { Client, TestService } from '@wfp/testing';

const origin = { request_id: 'access', ip: null, user_agent: null };

/** Creates a caller for a user without a request. {@link lockAccess} adds the rights of the user. */
export function createSignedInCaller(
  { platform }: TestService,
  { user }: Pick<Client, 'user'>,
  emits: readonly string[],
): Caller {
  const system = systemCaller(platform, user.org_id, origin, emits);
  const expires_at = new Date(Date.now() + 3_600_000);
  return { ...system, user_id: user.id, credential: { kind: 'session', id: 1, expires_at } };
}

/** True if the transaction holds the access lock of the organization. */
export async function holdsAccessLock(tx: Transaction, { org_id }: Caller): Promise<boolean> {
  const rows =
    await tx.rows(Prisma.sql`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
    and classid = ${0x77666163}::int::oid and objid = ${org_id}::int::oid and granted`);
  return rows.length > 0;
}
