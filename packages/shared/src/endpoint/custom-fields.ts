import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/index.ts';

/** Values for custom fields of a resource, inside the transaction of their write. */
interface CustomFieldValues {
  tx: Transaction;
  caller: Caller;
  /** The code of the resource. */
  resource: string;
  values: Readonly<Record<string, unknown>>;
}

/** Returns what is wrong with values, by custom field; an empty object if nothing is. */
export type CustomFieldCheck = (sent: CustomFieldValues) => Promise<Readonly<Record<string, string>>>;
