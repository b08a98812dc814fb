import type { Contribution } from '../capability.ts';
import type { Warnings } from '../rows/hooks/hooks.ts';
import type { AnyRow } from '../rows/row.ts';

/** Responses to create and update contain `warnings` if there are any, even if the update changed nothing. */
export const warningsCapability = (find: Warnings<AnyRow>): Contribution => ({ warnings: find });
