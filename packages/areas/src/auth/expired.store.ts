import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredSignIns: readonly ExpiredRows[] = [
  { table: 'user_tokens', where: () => sql`expires_at < now() - interval '30 days'` },
  { table: 'stream_tickets', where: () => sql`expires_at < now() - interval '1 hour'` },
  { table: 'refresh_tokens', where: () => sql`expires_at < now() - interval '1 day'` },
];
