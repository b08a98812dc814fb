import type { Contribution } from '../capability.ts';

/** Rows that are created and read, and never changed, archived or restored: ledgers, check-ins, notes. */
export type AppendOnly = true;

export function appendOnlyCapability(): Contribution {
  return { omits: ['update', 'archive', 'restore'] };
}
