import { defineArea } from '@wfp/shared';
import { sealedMethods } from './codes.service.ts';
import { mfaEndpoints } from './mfa.endpoints.ts';
import { mfaEvents } from './mfa.events.ts';

export const mfa = defineArea({
  name: 'mfa',
  about: 'Second factors, and proving them.',
  endpoints: mfaEndpoints,
  events: mfaEvents,
  sealed: sealedMethods,
});

export { requireRecentMfa } from './codes.service.ts';
export { countAllRecoveryCodes, eraseFactors } from './mfa.store.ts';
