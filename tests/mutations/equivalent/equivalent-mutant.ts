import type { MutantKind } from '../../../scripts/testing/mutations/systematic/find-mutants.ts';

/** A systematic mutant that no test can detect. */
export interface EquivalentMutant {
  file: string;
  kind: MutantKind;
  /** The changed part of the source as reports show it; default: any part with this change. */
  from?: string;
  /** The change as reports show it. */
  change: string;
  reason: string;
}

export const uniqueIds = 'Ids are unique in the whole installation, not only in their organization.';
export const sameInstant = 'Differs only if two times are equal to the microsecond.';
export const writtenRow = 'Narrows the type: the write returns the row.';
export const builtinRole = 'Built-in roles cannot be deleted, and no other live role has their code.';
export const onlyForbidden = 'Narrows the type: only an AppError has this kind.';
