import { endpoint } from '@wfp/shared';
import { PatchPreferences, Preferences } from './preferences.contract.ts';
import { getPreferences, patchPreferences } from './preferences.service.ts';

export const preferenceEndpoints = [
  endpoint({
    method: 'get',
    path: '/users/me/preferences',
    summary: 'Fetch your preferences',
    details: 'Values that client applications store for you, such as a theme. No other user can read them.',
    operationId: 'getMyPreferences',
    can: 'signed-in',
    returns: { 200: Preferences },
    exemptFrom: ['mfa_setup'],
    handler: getPreferences,
  }),
  endpoint({
    method: 'patch',
    path: '/users/me/preferences',
    summary: 'Set and remove some of your preferences',
    details: 'Keys that are not sent keep their values. All values together have at most 32 KiB.',
    operationId: 'updateMyPreferences',
    can: 'signed-in',
    versionedResource: 'user',
    // Preferences are not data of the organization.
    exemptFrom: ['read_only'],
    body: PatchPreferences,
    returns: { 200: Preferences },
    emits: ['user.preferences_changed'],
    handler: patchPreferences,
  }),
];
