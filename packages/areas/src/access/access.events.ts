import { defineEvents } from '@wfp/shared';

const ofRole = { aggregate: 'role', record: 'the role', recordName: 'the name of the role' };
const ofGrant = { aggregate: 'grant', record: 'the grant' };

export const accessEvents = [
  ...defineEvents(ofRole, {
    'role.post_create': 'A role was created by a user, cloned, or created at signup as a built-in role.',
    'role.post_update':
      'The name or description of a role changed, it became or ceased to be the default, or it was restored.',
    'role.permissions_changed': 'The permissions of a role were replaced, for all its users.',
    'role.post_archive': 'A role was deleted, after its grants were ended or moved to another role.',
  }),
  ...defineEvents(ofGrant, {
    'grant.post_create':
      'A user was granted a role: manually, by default, at signup, in place of another role, or because of a seat or direct reports.',
    'grant.post_archive': 'A grant was ended before its ends_at.',
    'grant.expired': 'A grant has reached its ends_at.',
  }),
];
