import { Prisma } from '@wfp/shared/db';

/** Clauses `from` and `where` for the active task categories `v` of an organization, with their enum `n`. */
export const activeTaskCategories = (org_id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`from enums n join enum_values v on v.org_id = n.org_id and v.enum_id = n.id
    where n.org_id = ${org_id} and n.code = 'task_category' and n.deleted_at is null and v.is_active and v.deleted_at is null`;
