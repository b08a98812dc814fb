import type { Contribution } from '../capability.ts';
import type { Warnings } from '../rows/hooks.ts';
import type { AnyRow } from '../rows/row.ts';

/** Answers to creating and changing a row have `warnings`, also to a change of nothing, where there are any. */
export const warningsCapability = (find: Warnings<AnyRow>): Contribution => ({ warnings: find });
