import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredReplays: readonly ExpiredRows[] = [
  // Longer than deliveries, which are kept for 90 days after the month in which they ended.
  { table: 'webhook_replays', where: () => sql`finished_at < now() - interval '122 days'` },
];
