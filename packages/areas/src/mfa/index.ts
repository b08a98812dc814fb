import { defineArea } from '@wfp/shared';
import { mfaEndpoints } from './mfa.endpoints.ts';
import { mfaEvents } from './mfa.events.ts';

export const mfa = defineArea({ name: 'mfa', endpoints: mfaEndpoints, events: mfaEvents });

export { requireRecentMfa } from './codes.service.ts';
