import { defineEvents } from '@wfp/shared';

const ofKey = { aggregate: 'api_key', record: 'the API key', recordName: 'the name of the API key' };

export const apiKeyEvents = defineEvents(ofKey, {
  'api_key.post_create': 'An API key was made, or came to take over from one that is rotated.',
  'api_key.post_archive': 'An API key was revoked: it is refused from the next request on.',
  'api_key.expiring': 'An API key ends in a week, and again: in a day. Its owner gets a mail as well.',
  'api_key.expired': 'An API key has expired. The event follows the expiry, which needs no write.',
});
