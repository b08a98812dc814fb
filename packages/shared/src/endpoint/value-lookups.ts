import type { Caller } from '../caller.ts';
import type { Transaction } from '../db/writes/write.ts';

/** Looks up the values of enums that organizations extend. One area provides it. */
export interface EnumValueLookup {
  /** Returns those of the codes that no row can have. A retired value is not one of them: rows may still have it. */
  findUnknown(caller: Caller, enumCode: string, codes: readonly string[]): Promise<readonly string[]>;
  /** True if rows may get the value now. Keeps it so until the end of the transaction. */
  isUsable(tx: Transaction, caller: Caller, enumCode: string, code: string): Promise<boolean>;
}

/** Values of one kind that filters name, such as codes of roles. One area provides each kind. */
export interface NamedValueLookup {
  /** Returns those of the values that no row has or had. A deleted one is not one of them: rows may still name it. */
  findUnknown(caller: Caller, values: readonly string[]): Promise<readonly string[]>;
  /** The error for values that do not exist, with where to find those that do. */
  message(unknown: readonly string[]): string;
}
