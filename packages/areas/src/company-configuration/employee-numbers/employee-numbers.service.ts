import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { maxEmployeeNumber, renderEmployeeNumber } from './employee-numbers.policy.ts';
import { findHighestNumber, findNextEmployeeNumber } from './employee-numbers.store.ts';

/** Returns the number of a new employee. The timelines must be locked. */
export async function giveEmployeeNumber(tx: Transaction, caller: Caller): Promise<string> {
  const { format, next } = await findNextEmployeeNumber(tx, caller);
  if (next <= maxEmployeeNumber) return renderEmployeeNumber(format, next);
  throw invalidField(
    'employee_number',
    `No number up to ${maxEmployeeNumber} is left in the format ${format}; enter a number or change the format`,
  );
}

/** In another format, the count begins again if no number was left. */
const continued = (next: number) => (next === maxEmployeeNumber ? 1 : next);

interface Numbering {
  employee_number_format?: string | undefined;
  next_employee_number?: number | undefined;
}

/**
 * Returns the number to store with a change of the configuration. A new format continues the count, unless the change
 * sets the number.
 *
 * @throws AppError `invalid` if employees have or had that number or a higher one
 */
export async function chooseNextNumber({
  tx,
  caller,
  before,
  values,
}: {
  tx: Transaction;
  caller: Caller;
  before: { employee_number_format: string; next_employee_number: number } | null;
  values: Numbering;
}): Promise<Numbering | undefined> {
  if (!before) return undefined;
  const { employee_number_format: format = before.employee_number_format, next_employee_number: next } =
    values;
  const isSameFormat = format === before.employee_number_format;
  if (next === undefined || next === before.next_employee_number)
    return { next_employee_number: isSameFormat ? undefined : continued(before.next_employee_number) };
  const highest = await findHighestNumber(tx, caller, format);
  if (next > highest) return undefined;
  throw invalidField(
    'next_employee_number',
    `Must be greater than ${highest}, the highest number that employees have or had in this format`,
  );
}
