import { defineEvents } from '@wfp/shared';

/** Events carry the id of a user and no personal data. */
const ofUser = { aggregate: 'user', record: 'the user' };

const preferenceEvents = defineEvents(
  { ...ofUser, isPrivate: true, seenBy: 'only to the user' },
  { 'user.preferences_changed': 'A user set or removed preferences. Neither keys nor values are recorded.' },
);

const accountEvents = defineEvents(ofUser, {
  'user.post_create': 'An account was created, for example by an invitation, an import or a signup.',
  'user.post_update': 'Fields of an account changed, including its status, or it was restored.',
  'user.post_archive': 'An account was deleted; it can be restored until it is erased.',
  'user.invited': 'A user was invited, or invited again.',
  'user.activated': 'A user accepted their invitation or was reactivated, and can sign in.',
  'user.deactivated': 'A user can no longer sign in; their sessions and API keys are rejected immediately.',
  'user.suspended':
    'A user was suspended: their sessions ended, and their API keys are rejected until they are resumed.',
  'user.resumed': 'The suspension of a user ended: they can sign in, and their API keys work again.',
  'user.erased': 'The personal data of a user was erased permanently.',
  'user.email_change_requested': 'A user requested another email address, which must be confirmed.',
  'user.email_changed': 'A user confirmed another email address, which replaced the previous one.',
  'user.verification_requested': 'A mail with a token that confirms an email address was sent to a user.',
});

export const userEvents = [...accountEvents, ...preferenceEvents];
