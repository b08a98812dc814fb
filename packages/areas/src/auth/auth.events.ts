import { defineEvents } from '@wfp/shared';

const ofUser = { aggregate: 'user', record: 'the user' };
const ofIdentity = { aggregate: 'user_identity', record: 'the sign-in method' };

export const authEvents = [
  ...defineEvents(ofUser, {
    'auth.login': 'A user signed in: by password, second factor or invitation, or by signing up.',
    'auth.login_failed':
      'A sign-in of an existing user failed: the password was wrong, or the account cannot sign in.',
    'auth.logout':
      'A session was ended before it expired, except after token reuse: one event for each session.',
    'auth.token_refreshed': 'The refresh token of a session was exchanged for new tokens.',
    'auth.token_reuse_detected':
      'A refresh token was used again more than ten seconds after its exchange and may be stolen; its session ended.',
    'auth.stream_ticket_issued':
      'A user received a single-use ticket with which a browser can open the event stream.',
    'auth.password_changed': 'A user changed their password; their other sessions end.',
    'auth.password_reset_requested': 'A password reset was requested for an existing account.',
    'auth.password_reset':
      'A password was reset, with a token or by an operator; all sessions of the user end.',
  }),
  ...defineEvents(ofIdentity, {
    'user_identity.post_create': 'A sign-in method, such as a password, was added to a user.',
    'user_identity.post_archive': 'A sign-in method was removed from a user.',
  }),
];
