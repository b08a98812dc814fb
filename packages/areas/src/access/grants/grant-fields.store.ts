import { Prisma } from '@wfp/shared/db';

const { sql, raw } = Prisma;

export const roleCode = (alias: string) =>
  sql`(select ro.code from roles ro where ro.org_id = ${raw(`${alias}.org_id`)} and ro.id = ${raw(`${alias}.role_id`)})`;

/** Condition: the grant is in force, or, with `value` false, is not. */
export function isInForce(value: boolean, alias: string): Prisma.Sql {
  const at = (column: string) => raw(`${alias}.${column}`);
  return sql`((${at('starts_at')} is null or ${at('starts_at')} <= now())
    and (${at('ends_at')} is null or ${at('ends_at')} > now())) = ${value}`;
}
