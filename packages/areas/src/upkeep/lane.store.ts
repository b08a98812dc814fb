import type { Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { operate, readUnscoped } from '@wfp/shared/unscoped';

const { sql, join } = Prisma;

/** Rows whose time is over, by table. Each has a margin beyond its use, for whoever looks into a question. */
export const expired: readonly { table: string; where: Prisma.Sql }[] = [
  { table: 'idempotency_keys', where: sql`created_at < now() - interval '24 hours'` },
  { table: 'mails', where: sql`status in ('sent', 'failed') and created_at < now() - interval '30 days'` },
  { table: 'user_tokens', where: sql`expires_at < now() - interval '30 days'` },
  { table: 'mfa_challenges', where: sql`expires_at < now() - interval '1 day'` },
  { table: 'mfa_methods', where: sql`confirmed_at is null and created_at < now() - interval '1 day'` },
  { table: 'stream_tickets', where: sql`expires_at < now() - interval '1 hour'` },
  { table: 'refresh_tokens', where: sql`expires_at < now() - interval '1 day'` },
];
const mostAtOnce = 5_000;

export async function anythingToDrop(platform: Platform): Promise<boolean> {
  const questions = expired.map(
    ({ table, where }) => sql`exists(select 1 from ${Prisma.raw(table)} where ${where})`,
  );
  const [row] = await readUnscoped<{ found: boolean }>(
    platform,
    sql`select ${join(questions, ' or ')} as found`,
  );
  return row?.found ?? false;
}

/** Drops a batch of each table; the sweeper comes back for the rest. */
export async function dropExpired(platform: Platform): Promise<number> {
  let dropped = 0;
  for (const { table, where } of expired) {
    const rows = await operate(
      platform,
      sql`delete from ${Prisma.raw(table)} where ctid in (
          select ctid from ${Prisma.raw(table)} where ${where} limit ${mostAtOnce}::int) returning 1 as gone`,
    );
    dropped += rows.length;
  }
  return dropped;
}
