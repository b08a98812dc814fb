import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { maxHolidaysPerYear, yearOf } from './holidays.contract.ts';
import { countHolidays } from './holidays.store.ts';

interface HookInput {
  tx: Transaction;
  caller: Caller;
}

const message = `At most ${maxHolidaysPerYear} holidays in a year of a calendar are allowed`;

/** Rejects a holiday that is added or moved to a year with the maximum number of holidays. */
export async function rejectFullYear({
  tx,
  caller,
  before,
  values: { date },
  within,
}: HookInput & {
  before: { date: string } | null;
  values: { date?: string | undefined };
  within: Readonly<Record<string, number>>;
}): Promise<undefined> {
  if (date === undefined) return;
  const year = yearOf(date);
  if (before && yearOf(before.date) === year) return;
  const count = await countHolidays(tx, caller, Number(within.calendar_id), year);
  if (count >= maxHolidaysPerYear) throw invalidField('date', message);
}

/** Rejects restoring a holiday if its year had the maximum number of holidays before. */
export async function rejectOverfullYear({
  tx,
  caller,
  row: { calendar_id, date },
}: HookInput & { row: { calendar_id: number; date: string } }): Promise<void> {
  const count = await countHolidays(tx, caller, calendar_id, yearOf(date));
  if (count > maxHolidaysPerYear) throw invalidField('date', message);
}
