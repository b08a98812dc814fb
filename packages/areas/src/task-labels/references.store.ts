import { Prisma } from '@wfp/shared/db';

/** The live labels of an organization's catalogue: `from` labels `l`, extended with `and`. */
export const liveLabels = (org_id: number | Prisma.Sql): Prisma.Sql =>
  Prisma.sql`from task_labels l where l.org_id = ${org_id} and l.deleted_at is null`;
