import { defineEvents } from '@wfp/shared';

const ofUser = { aggregate: 'user', record: 'the user' };

export const mfaEvents = defineEvents(ofUser, {
  'mfa.enrolment_started':
    'Somebody began to set up a second factor; it does not count until it is confirmed.',
  'mfa.enabled': 'A second factor was confirmed with a first code: sign-in asks for it from now on.',
  'mfa.disabled': 'Somebody removed one of their second factors.',
  'mfa.proven':
    'A session was proven with a second factor again, as for something that asks for a fresh proof.',
  'mfa.recovery_used': 'Somebody signed in with a recovery code, which is used up by that.',
  'mfa.failed': 'A wrong code was given at sign-in, after the right password.',
  'mfa.reset': 'An administrator removed the second factors of somebody, who is signed out everywhere.',
});
