import { equivalentInAccess } from './equivalent/access.ts';
import { equivalentInAuth } from './equivalent/auth.ts';
import type { EquivalentMutant } from './equivalent/equivalent-mutant.ts';
import { equivalentInMfa } from './equivalent/mfa.ts';
import { equivalentInRelay } from './equivalent/relay.ts';
import { equivalentInRequests } from './equivalent/requests.ts';
import { equivalentInRoles } from './equivalent/roles.ts';
import { equivalentInWrites } from './equivalent/writes.ts';

/** Systematic mutants that no test can detect. */
export const equivalentMutants: readonly EquivalentMutant[] = [
  ...equivalentInAccess,
  ...equivalentInAuth,
  ...equivalentInMfa,
  ...equivalentInRelay,
  ...equivalentInRequests,
  ...equivalentInWrites,
  ...equivalentInRoles,
];
