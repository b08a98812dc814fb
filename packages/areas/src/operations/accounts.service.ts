import { AppError, areasOf, permitsOf } from '@wfp/shared';
import { z } from 'zod';
import { operatorResetEvents, resetForUser } from '../auth/index.ts';
import { foundingWrites, foundOrganization, freeSlug, SignupBody } from '../signup/index.ts';
import { type Operator, operatorCaller } from './operator.ts';
import type { NamedUser } from './people.store.ts';

export { freeSlug };

const Founding = SignupBody.pick({ org_name: true, org_slug: true, email: true });

interface NewOrganization extends z.output<typeof Founding> {
  first_name: string;
  last_name: string;
}

/** What whoever signs up could give as well. @throws AppError `invalid` */
export function checkedFounding(given: z.input<typeof Founding>): z.output<typeof Founding> {
  const checked = Founding.safeParse(given);
  if (checked.success) return checked.data;
  const { fieldErrors, formErrors } = z.flattenError(checked.error);
  throw new AppError('invalid', 'Validation failed', { details: { fieldErrors, formErrors } });
}

/** Makes an organization; its owner takes it over with the token. */
export function createOrganization(operator: Operator, founding: NewOrganization) {
  const events = permitsOf(areasOf(operator.platform), foundingWrites);
  const callerOf = (org_id: number) => operatorCaller(operator, org_id, events);
  return foundOrganization(operator.platform, callerOf, founding);
}

/** Ends a user's password and sessions; they choose a new one with the token. */
export function resetPasswordOf(operator: Operator, { org_id, user_id, email }: NamedUser) {
  return resetForUser(operatorCaller(operator, org_id, operatorResetEvents), { user_id, email });
}
