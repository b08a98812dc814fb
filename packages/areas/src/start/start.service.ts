import {
  type AccessRestriction,
  areasOf,
  type Call,
  type Caller,
  findDenial,
  restrictionMessages,
} from '@wfp/shared';
import { listMyPermissions } from '../access/index.ts';
import { findSystemEnums } from '../enums/index.ts';
import { findOrganization, getSettings } from '../organizations/index.ts';
import { getVersion } from '../platform/index.ts';
import { getMe, getPreferences } from '../users/index.ts';
import type { Restriction } from './start.contract.ts';

type CallerOnly = Pick<Call<unknown, unknown, unknown>, 'caller'>;

/**
 * Returns what a client needs to begin, in a number of statements that does not depend on the size of the organization.
 * Each part is null if the caller may not call the operation that returns the same.
 */
export async function getStart({ caller }: CallerOnly) {
  const ifPermitted = async <Part>(path: string, read: () => Promise<Part> | Part): Promise<Part | null> =>
    mayGet(caller, path) ? read() : null;
  const [user, organization, settings, preferences] = await Promise.all([
    ifPermitted('/users/me', () => getMe({ caller })),
    ifPermitted('/organizations/:id', () => findOrganization(caller)),
    ifPermitted('/organizations/:id/settings', async () => (await readAllSettings(caller)).settings),
    ifPermitted('/users/me/preferences', () => getPreferences({ caller })),
  ]);
  const isClosing = organization ? organization.status === 'closing' : !caller.is_unverified;
  return {
    user,
    organization,
    permissions: await ifPermitted('/users/me/permissions', () => listMyPermissions({ caller }).data),
    restrictions: caller.restrictions.map((reason) => describeRestriction(reason, isClosing)),
    settings,
    // After the settings, so that a request occupies one connection for lists.
    enums: await ifPermitted('/enums/:code', () => findSystemEnums(caller)),
    preferences,
    ...getVersion(),
  };
}

const readAllSettings = (caller: Caller) =>
  getSettings({ caller, params: { id: 'current' }, query: {}, body: {} });

/** True if the caller may call the operation: it has the permission, and no restriction forbids it. */
function mayGet(caller: Caller, path: string): boolean {
  const found = areasOf(caller.platform)
    .flatMap(({ endpoints = [] }) => endpoints)
    .find((one) => one.method === 'get' && one.path === path);
  if (!found) throw new Error(`Invariant: no endpoint GET ${path}`);
  return findDenial(caller, found) === undefined;
}

function describeRestriction(reason: AccessRestriction, isClosing: boolean): Restriction {
  return { reason, message: restrictionMessages[reason], ...remedyOf(reason, isClosing) };
}

function remedyOf(reason: AccessRestriction, isClosing: boolean): Pick<Restriction, 'remedy' | 'operation'> {
  if (reason === 'suspended') return { remedy: 'Contact the operator of the service', operation: null };
  if (reason === 'foreign_network')
    return { remedy: 'Use a network that your organization allows', operation: null };
  if (reason === 'mfa_setup') return { remedy: 'Set up a second factor', operation: 'POST /mfa/totp' };
  return isClosing
    ? { remedy: 'An owner can reopen the organization', operation: 'POST /organizations/{id}/reopen' }
    : {
        remedy: 'An owner can confirm the organization with a token that is sent by mail',
        operation: 'POST /organizations/{id}/request-verification',
      };
}
