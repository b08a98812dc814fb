import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredFactors: readonly ExpiredRows[] = [
  { table: 'mfa_challenges', where: () => sql`expires_at < now() - interval '1 day'` },
  { table: 'mfa_methods', where: () => sql`confirmed_at is null and created_at < now() - interval '1 day'` },
];
