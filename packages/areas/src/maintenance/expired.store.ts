import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredResponses: readonly ExpiredRows[] = [
  { table: 'idempotency_keys', where: () => sql`created_at < now() - interval '24 hours'` },
];
