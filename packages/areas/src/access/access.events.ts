import { defineEvents } from '@wfp/shared';

const ofRole = { aggregate: 'role', record: 'the role', recordName: 'the name of the role' };
const ofGrant = { aggregate: 'grant', record: 'the grant' };

export const accessEvents = [
  ...defineEvents(ofRole, {
    'role.post_create': 'A role was made: by somebody, as a copy of another one, or built in at signup.',
    'role.post_update':
      'The name or description of a role changed, it became or ceased to be the default, or it was restored.',
    'role.permissions_changed':
      'The permissions of a role were replaced: whoever holds it has others from now on.',
    'role.post_archive': 'A role was deleted; what it gave was ended or moved to another role before.',
  }),
  ...defineEvents(ofGrant, {
    'grant.post_create':
      'Somebody got a role: given by hand, moved from another role, or following from their seat or from managing people.',
    'grant.post_archive': 'A role was taken from somebody before its time had passed.',
    'grant.expired': 'A role that was given for a time has come to its end.',
  }),
];
