import type { Caller, RowSql } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { filled } from './seats.store.ts';

const { sql, raw } = Prisma;

const filledOf = (alias: string) => filled(raw(`${alias}.org_id`), raw(`${alias}.id`));

/** What a position is besides its columns. */
export const positionSql: RowSql = {
  computed: (alias) =>
    sql`${filledOf(alias)} as filled, greatest(${raw(`${alias}.headcount`)} - ${filledOf(alias)}, 0) as vacant`,
  filters: {
    status: (status: string, _, alias) => sql`${raw(`${alias}.status`)} = ${status}::position_status`,
    vacant: (vacant: boolean, _, alias) =>
      sql`(${raw(`${alias}.headcount`)} > ${filledOf(alias)}) = ${vacant}`,
  },
  events: { create: [{ type: 'position.opened', when: sql`c._after ->> 'status' = 'open'` }] },
};

/** Whether a role is the one that holds everything. */
export async function isOwnerRole(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select r.id from roles r
    where r.org_id = ${caller.org_id} and r.id = ${id} and r.is_builtin and r.code = 'owner'`);
  return rows.length > 0;
}
