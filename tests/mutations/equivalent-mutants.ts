import { equivalentInAccess } from './equivalent/access.ts';
import { equivalentInAuth } from './equivalent/auth.ts';
import type { EquivalentMutant } from './equivalent/equivalent-mutant.ts';
import { equivalentInRequests } from './equivalent/requests.ts';

/** Systematic mutants that no test can detect. */
export const equivalentMutants: readonly EquivalentMutant[] = [
  ...equivalentInAccess,
  ...equivalentInAuth,
  ...equivalentInRequests,
];
