import { AppError, areasOf, resolveEmits } from '@wfp/shared';
import { z } from 'zod';
import { linkToken, operatorResetEvents, resetPasswordByOperator } from '../auth/index.ts';
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

/** The link for the owner, or the user, to whom the operator passes a token; null without the admin application. */
function linkFor({ platform }: Operator, linked: Parameters<typeof linkToken>[1]): string | null {
  return platform.config.ADMIN_UI === 'on' ? linkToken(platform.config, linked) : null;
}

export async function createOrganization(operator: Operator, founding: NewOrganization) {
  const events = resolveEmits(areasOf(operator.platform), foundingEffects);
  const callerOf = (org_id: number) => operatorCaller(operator, org_id, events);
  const founded = await foundOrganization(operator.platform, callerOf, founding);
  const link = linkFor(operator, { ...founding, purpose: 'invitation', token: founded.token });
  return { ...founded, link };
}

/** Invalidates the password and the sessions of a user, who sets a new password with the returned token. */
export async function resetUserPassword(
  operator: Operator,
  { org_id, slug, user_id, email }: AccountSummary,
) {
  const caller = operatorCaller(operator, org_id, operatorResetEvents);
  const reset = await resetPasswordByOperator(caller, { user_id, email });
  const link = linkFor(operator, { purpose: 'reset_password', email, token: reset.token, org_slug: slug });
  return { ...reset, link };
}
