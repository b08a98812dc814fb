import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredTraces: readonly ExpiredRows[] = [
  // Longer than the default retry schedule of webhooks.
  { table: 'event_traces', where: () => sql`created_at < now() - interval '3 days'` },
];
