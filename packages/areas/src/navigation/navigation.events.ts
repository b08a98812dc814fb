import { defineEvents } from '@wfp/shared';

export const navigationEvents = defineEvents(
  { aggregate: 'user', record: 'the user', isPrivate: true, seenBy: 'only to the user' },
  { 'user.navigation_changed': 'A user hid, pinned or reordered entries of their menu.' },
);
