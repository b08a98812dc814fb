import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredRuns: readonly ExpiredRows[] = [
  // Pending and running runs are never deleted, however old they are.
  {
    table: 'prompt_runs',
    where: (config) => sql`finished_at < now() - ${config.PROMPT_RETENTION_DAYS}::int * interval '1 day'
      and status not in ('pending', 'running')`,
  },
];
