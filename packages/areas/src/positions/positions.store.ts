import type { Caller } from '@wfp/shared';
import { Prisma, type Transaction } from '@wfp/shared/db';
import { filledSeats } from './seats/seats.store.ts';

const { sql, raw } = Prisma;

export const countFilledSeats = (alias: string) => filledSeats(raw(`${alias}.org_id`), raw(`${alias}.id`));

export const countVacant = (alias: string) =>
  sql`greatest(${raw(`${alias}.headcount`)} - ${countFilledSeats(alias)}, 0)`;

export const hasVacancy = (isVacant: boolean, _: Caller, alias: string) =>
  sql`(${raw(`${alias}.headcount`)} > ${countFilledSeats(alias)}) = ${isVacant}`;

export const openedOnCreate = { type: 'position.opened', when: sql`c._after ->> 'status' = 'open'` };

export async function countPositionsOfPlace(
  tx: Transaction,
  caller: Caller,
  place_id: number,
): Promise<number> {
  const [row] = await tx.rows<{ total: number }>(sql`select count(*)::int as total from positions p
    where p.org_id = ${caller.org_id} and p.place_id = ${place_id} and p.deleted_at is null`);
  return row?.total ?? 0;
}
