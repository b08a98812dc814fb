import { AppError, areasOf, resolveEmits } from '@wfp/shared';
import { z } from 'zod';
import { operatorResetEvents, resetPasswordByOperator } from '../auth/index.ts';
import { findFreeOrganizationSlug, foundingEffects, foundOrganization, SignupBody } from '../signup/index.ts';
import type { AccountSummary } from './lookup.store.ts';
import { type Operator, operatorCaller } from './operator.ts';

export { findFreeOrganizationSlug };

const FoundingInput = SignupBody.omit({ password: true }).extend({
  last_name: SignupBody.shape.last_name.or(z.literal('')),
});
type NewOrganization = z.output<typeof FoundingInput>;

/** Validates with the rules of signup. @throws AppError `invalid` */
export function parseFounding(given: z.input<typeof FoundingInput>): NewOrganization {
  const checked = FoundingInput.safeParse(given);
  if (checked.success) return checked.data;
  const { fieldErrors, formErrors } = z.flattenError(checked.error);
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors } });
}

export function createOrganization(operator: Operator, founding: NewOrganization) {
  const events = resolveEmits(areasOf(operator.platform), foundingEffects);
  const callerOf = (org_id: number) => operatorCaller(operator, org_id, events);
  return foundOrganization(operator.platform, callerOf, founding);
}

/** Invalidates the password and the sessions of a user, who sets a new password with the returned token. */
export function resetUserPassword(operator: Operator, { org_id, user_id, email }: AccountSummary) {
  return resetPasswordByOperator(operatorCaller(operator, org_id, operatorResetEvents), { user_id, email });
}
