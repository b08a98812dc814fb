import { defineEvents } from '@wfp/shared';

/** Who somebody is stays out of events: their id says whom they are about. */
const ofUser = { aggregate: 'user', record: 'the user' };

export const userEvents = defineEvents(ofUser, {
  'user.post_create': 'Somebody got an account: invited, given a password, imported or signed up.',
  'user.post_update': 'Something about an account changed, its status among them, or it was restored.',
  'user.post_archive': 'An account was deleted; it can be restored until it is erased.',
  'user.invited': 'Somebody was sent an invitation, the first one or another.',
  'user.activated':
    'Somebody may sign in who could not before: they took an invitation, or were reactivated.',
  'user.deactivated': 'Somebody may not sign in any more; their sessions and API keys stop at once.',
  'user.erased': 'What was kept about somebody is destroyed for good, as they may ask for.',
  'user.email_change_requested': 'Somebody asked for another e-mail address, which is to be confirmed.',
  'user.email_changed': 'Somebody signs in with another e-mail address, which they confirmed.',
  'user.verification_requested': 'Somebody was sent a link that proves their e-mail address.',
});
