import { missingPermission } from '../access/require-row.ts';
import type { AccessRestriction, Caller } from '../caller.ts';
import { type AppError, forbidden } from '../errors.ts';
import type { Endpoint } from './endpoint.ts';

export const restrictionMessages: Readonly<Record<AccessRestriction, string>> = {
  suspended: 'Your organization is suspended: contact the operator of the service',
  read_only:
    'The organization is read-only: it is being closed, or its sign-up address was not verified in time',
  foreign_network: 'Your organization does not allow access from this network',
  mfa_setup: 'Your organization requires a second factor: set one up with POST /api/mfa/totp first',
};

/** Returns the 403 for a caller who may not call an endpoint: by an access restriction, or without its permission. */
export function findDenial(
  caller: Pick<Caller, 'restrictions' | 'rowScopeFor'>,
  { can, method, exemptFrom }: Pick<Endpoint, 'can' | 'method' | 'exemptFrom'>,
): AppError | undefined {
  for (const restriction of caller.restrictions) {
    if (exemptFrom?.includes(restriction)) continue;
    if (restriction !== 'read_only' || method !== 'get')
      return forbidden(restriction, restrictionMessages[restriction]);
  }
  if (can === 'signed-in' || can === 'public' || caller.rowScopeFor(can)) return undefined;
  return missingPermission(caller, can);
}
