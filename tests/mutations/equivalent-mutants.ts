import type { MutantKind } from '../../scripts/testing/mutations/systematic/find-mutants.ts';

/** A systematic mutant that no test can detect. */
export interface EquivalentMutant {
  file: string;
  kind: MutantKind;
  /** The changed part of the source as reports show it. */
  from: string;
  /** The change as reports show it; default: every change of this kind. */
  change?: string;
  reason: string;
}

export const equivalentMutants: readonly EquivalentMutant[] = [];
