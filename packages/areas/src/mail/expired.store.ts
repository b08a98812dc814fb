import { type ExpiredRows, Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const expiredMails: readonly ExpiredRows[] = [
  {
    table: 'mails',
    where: () => sql`status in ('sent', 'failed') and created_at < now() - interval '30 days'`,
  },
  { table: 'mail_recipients', where: () => sql`since < now() - interval '1 hour'` },
];
