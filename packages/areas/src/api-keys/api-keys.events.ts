import { defineEvents } from '@wfp/shared';

const ofKey = { aggregate: 'api_key', record: 'the API key', recordName: 'the name of the API key' };

export const apiKeyEvents = defineEvents(ofKey, {
  'api_key.post_create': 'An API key was created, possibly by rotating another.',
  'api_key.post_archive':
    'An API key was revoked, directly or because its user was deactivated or deleted: it is rejected from the next request on.',
  'api_key.expiring':
    'An API key expires within a week; emitted again one day before expiry. Its user is also notified by mail; for a service user, the creator of the key.',
  'api_key.expired': 'An API key has expired. The event may follow shortly after the expiry.',
});
