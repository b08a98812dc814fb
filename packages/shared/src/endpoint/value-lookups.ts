import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/writes/write.ts';

/** Looks up the values of enums that organizations extend. One area provides it. */
export interface EnumValueLookup {
  /** Returns the codes that no row can have. Rows may still have a retired value, so it counts as known. */
  findUnknown(caller: Caller, enumCode: string, codes: readonly string[]): Promise<readonly string[]>;
  /** True if rows may be set to the value. Locks it until the end of the transaction. */
  isUsable(tx: Transaction, caller: Caller, enumCode: string, code: string): Promise<boolean>;
}

/** Looks up values of one kind that filters contain, such as codes of roles. One area provides each kind. */
export interface NamedValueLookup {
  /**
   * The resource whose rows have the values. For callers who may not read all of them, unknown values match nothing
   * instead of being rejected, like those that are hidden. Null if all callers may know the values.
   */
  resource: string | null;
  /** Returns the values that no row ever had. Rows may still refer to a deleted one, so it counts as known. */
  findUnknown(caller: Caller, values: readonly string[]): Promise<readonly string[]>;
  /** Returns the error message for unknown values, including where the valid ones are listed. */
  message(unknown: readonly string[]): string;
}
