import { defineEvents } from '@wfp/shared';

const ofOrganization = {
  aggregate: 'organization',
  record: 'the organization',
  recordName: 'the name of the organization',
};
const ofPart = { aggregate: 'organization', record: 'the organization' };

export const organizationEvents = [
  ...defineEvents(ofOrganization, {
    'organization.post_create': 'The organization was signed up.',
    'organization.post_update': 'The name or another field of the organization changed.',
    'organization.verified': 'Somebody proved the address that the organization was signed up with.',
    'organization.ownership_transferred': 'Somebody else owns the organization.',
    'organization.closing':
      'The organization is to be closed: it can only be read, and in 30 days all that it has is deleted.',
    'organization.reopened': 'The organization is not closed after all.',
    'organization.closed': 'The organization is closed for good: what it has is being deleted.',
  }),
  ...defineEvents(ofPart, {
    'organization.setting_changed':
      'A setting of the organization has another value: one event for each setting.',
  }),
];
