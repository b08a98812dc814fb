import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredReplays: readonly ExpiredRows[] = [
  // Longer than the months that contain their deliveries are kept.
  { table: 'webhook_replays', where: () => sql`finished_at < now() - interval '122 days'` },
];
