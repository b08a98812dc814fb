import { Prisma } from '@wfp/shared/db';

/** `from` and `where` clauses for the live labels `l` of an organization. Further conditions can follow with `and`. */
export const liveLabels = (org_id: number | Prisma.Sql): Prisma.Sql =>
  Prisma.sql`from task_labels l where l.org_id = ${org_id} and l.deleted_at is null`;
