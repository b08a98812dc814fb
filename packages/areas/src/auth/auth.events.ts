import { defineEvents } from '@wfp/shared';

const ofUser = { aggregate: 'user', record: 'the user' };
const ofIdentity = { aggregate: 'user_identity', record: 'the way to sign in' };

export const authEvents = [
  ...defineEvents(ofUser, {
    'auth.login':
      'Somebody signed in and has a session: by password, second factor or invitation, or by signing up.',
    'auth.logout':
      'A session ended before its time: one event for each, whether somebody signed out or was signed out.',
    'auth.token_refreshed': 'A session went on: its refresh token was exchanged for new tokens.',
    'auth.token_reuse_detected':
      'A refresh token was used again more than ten seconds later, as a stolen one would be; its session is over.',
    'auth.stream_ticket_issued': 'Somebody got a ticket with which a browser opens the event stream once.',
    'auth.password_changed': 'Somebody changed their password; their other sessions end.',
    'auth.password_reset_requested':
      'Somebody asked for a link to reset the password of an account that exists.',
    'auth.password_reset': 'A password was set by a link from a mail; all sessions of the account end.',
  }),
  ...defineEvents(ofIdentity, {
    'user_identity.post_create': 'Somebody can sign in another way, such as by a password that they set.',
    'user_identity.post_archive': 'A way to sign in was taken from somebody.',
  }),
];
