import { defineArea } from '@wfp/shared';
import { mfaEndpoints } from './mfa.endpoints.ts';

export const mfa = defineArea({ name: 'mfa', endpoints: mfaEndpoints });

export { requireRecentMfa } from './codes.service.ts';
