import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredReplays: readonly ExpiredRows[] = [
  // Not before the months that contain their deliveries.
  { table: 'webhook_replays', where: () => sql`finished_at < now() - interval '122 days'` },
];
