import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { filled } from './seats.store.ts';

const { sql, raw } = Prisma;

/** The number of holders of a position, those to come included. */
export const countFilled = (alias: string) => filled(raw(`${alias}.org_id`), raw(`${alias}.id`));

export const countVacant = (alias: string) =>
  sql`greatest(${raw(`${alias}.headcount`)} - ${countFilled(alias)}, 0)`;

export const hasVacancy = (isVacant: boolean, _: Caller, alias: string) =>
  sql`(${raw(`${alias}.headcount`)} > ${countFilled(alias)}) = ${isVacant}`;

/** A new position may be open from the start. */
export const openedOnCreate = { type: 'position.opened', when: sql`c._after ->> 'status' = 'open'` };

/** Whether a role is the one that holds everything. */
export async function isOwnerRole(tx: Transaction, caller: Caller, id: number): Promise<boolean> {
  const rows = await tx.rows(sql`select r.id from roles r
    where r.org_id = ${caller.org_id} and r.id = ${id} and r.is_builtin and r.code = 'owner'`);
  return rows.length > 0;
}
