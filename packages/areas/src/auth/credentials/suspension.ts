import { type AppError, forbidden, restrictionMessages } from '@wfp/shared';

export const suspendedOrganizationError = () => forbidden('suspended', restrictionMessages.suspended);

const suspendedUserError = () =>
  forbidden('suspended', 'Your account is suspended: contact an administrator of your organization');

/** The parts of a user whose credential was verified that decide why they may not sign in. */
export interface SuspensionState {
  is_suspended: boolean;
  is_organization_suspended: boolean;
}

/**
 * Returns the error for a user who may not sign in because of a suspension; undefined for any other reason. Only for
 * callers who have proven their password or hold a valid token: the error reveals that the account exists.
 */
export function suspensionError(user: SuspensionState): AppError | undefined {
  if (user.is_organization_suspended) return suspendedOrganizationError();
  return user.is_suspended ? suspendedUserError() : undefined;
}
