import { defineEvents } from '@wfp/shared';

const ofUser = { aggregate: 'user', record: 'the user' };

export const mfaEvents = defineEvents(ofUser, {
  'auth.mfa_enrolment_started':
    'Somebody began to set up a second factor; it does not count until it is confirmed.',
  'auth.mfa_enabled': 'A second factor was confirmed with a first code: sign-in asks for it from now on.',
  'auth.mfa_disabled': 'Somebody removed one of their second factors.',
  'auth.mfa_proven':
    'A session was proven with a second factor again, as for something that asks for a fresh proof.',
  'auth.mfa_recovery_used': 'Somebody signed in with a recovery code, which is used up by that.',
  'auth.mfa_failed': 'A wrong code was given at sign-in, after the right password.',
  'auth.mfa_reset': 'An administrator removed the second factors of somebody, who is signed out everywhere.',
});
