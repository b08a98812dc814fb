import { defineEvents } from '@wfp/shared';

const ofUser = { aggregate: 'user', record: 'the user' };

export const mfaEvents = defineEvents(ofUser, {
  'auth.mfa_enrolment_started':
    'A user started to set up a second factor; it has no effect until it is confirmed.',
  'auth.mfa_enabled':
    'A second factor was confirmed with a first code. Sign-in requires a second factor from then on.',
  'auth.mfa_disabled': 'A user removed one of their second factors.',
  'auth.mfa_proven':
    'A second factor was verified in a session after the sign-in, as some operations require.',
  'auth.mfa_recovery_used': 'A user signed in with a recovery code, which cannot be used again.',
  'auth.mfa_failed': 'A wrong code was entered at sign-in, after the correct password.',
  'auth.mfa_reset': 'An administrator removed the second factors of a user, whose sessions end.',
});
