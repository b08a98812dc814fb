import { defineEvents } from '@wfp/shared';

const ofOrganization = {
  aggregate: 'organization',
  record: 'the organization',
  recordName: 'the name of the organization',
};
const ofSetting = {
  aggregate: 'organization',
  alsoAbout: 'organization_setting',
  record: 'the organization',
  recordName: 'the section and key of the setting, such as `security.require_mfa`',
};

export const organizationEvents = [
  ...defineEvents(ofOrganization, {
    'organization.post_create': 'The organization was created.',
    'organization.post_update': 'The name or another field of the organization changed.',
    'organization.verified': 'The email address of the signup, or that of an owner, was confirmed.',
    'organization.ownership_transferred': 'Another user became the owner of the organization.',
    'organization.closing': 'The organization was closed: it is read-only and will be purged in 30 days.',
    'organization.reopened': 'The organization was reopened.',
    'organization.suspended':
      'An operator suspended the organization: its users have no access, and its background work waits.',
    'organization.resumed': 'An operator ended the suspension of the organization.',
    'organization.closed': 'The 30 days after closing ended: the data of the organization is being deleted.',
  }),
  ...defineEvents(ofSetting, {
    'organization.setting_changed': 'A setting of the organization changed: one event for each setting.',
  }),
];
