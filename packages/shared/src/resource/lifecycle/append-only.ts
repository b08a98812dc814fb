import type { Contribution } from '../capability.ts';

/** Rows are created and read, never changed, archived or restored: ledgers, check-ins, notes. */
export type AppendOnly = true;

export function appendOnlyCapability(): Contribution {
  return { omits: ['update', 'archive', 'restore'] };
}
