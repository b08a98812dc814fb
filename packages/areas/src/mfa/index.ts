import { consequence, defineArea } from '@wfp/shared';
import { userErased } from '../users/announcements.ts';
import { encryptedMfaColumns } from './codes/codes.service.ts';
import { expiredFactors } from './expired.store.ts';
import { mfaEndpoints } from './mfa.endpoints.ts';
import { mfaEvents } from './mfa.events.ts';
import { eraseFactors } from './mfa.store.ts';

export const mfa = defineArea({
  name: 'mfa',
  title: 'Second factors',
  about: 'Second factors and their verification.',
  expired: expiredFactors,
  endpoints: mfaEndpoints,
  events: mfaEvents,
  encryptedColumns: encryptedMfaColumns,
  consequences: [
    consequence({
      ...{ on: userErased, name: 'mfa.erase', writes: [] },
      run: ({ tx, caller, payload }) => eraseFactors(tx, caller, payload.user_id),
    }),
  ],
});

export { requireRecentMfa } from './codes/codes.service.ts';
export { countAllRecoveryCodes } from './mfa.store.ts';
