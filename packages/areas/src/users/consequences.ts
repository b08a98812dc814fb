import { consequence } from '@wfp/shared';
import {
  employeeLeaving,
  employeeLeft,
  employeeLinked,
  employeeRenamed,
  employeeReturned,
} from '../employees/announcements.ts';
import { followName } from './accounts/followed-name.service.ts';
import { userAccessEnded } from './announcements.ts';
import { deactivationEvents, reactivationEvents } from './status/account-status.store.ts';
import {
  deactivateLeaver,
  reactivateRehired,
  requireAuthorityToLink,
  requireDeactivatable,
} from './status/leaver.service.ts';

/** Deactivates users on termination, reactivates them on rehire, and renames users who follow the name of the employee. */
export const userConsequences = [
  consequence({
    on: employeeLeaving,
    name: 'users.check',
    writes: [],
    run: ({ tx, caller, payload: { user_id } }) => requireDeactivatable(tx, caller, user_id),
  }),
  consequence({
    on: employeeLinked,
    name: 'users.check_link',
    writes: [],
    run: ({ tx, caller, payload: { user_id, later } }) => requireAuthorityToLink(tx, caller, user_id, later),
  }),
  consequence({
    on: employeeLeft,
    name: 'users.deactivate',
    writes: deactivationEvents,
    announces: [userAccessEnded],
    run: async ({ tx, caller, payload: { user_id, by } }) =>
      user_id === null ? undefined : deactivateLeaver(tx, caller, user_id, by),
  }),
  consequence({
    on: employeeReturned,
    name: 'users.reactivate',
    writes: reactivationEvents,
    run: ({ tx, caller, payload: { user_id, by } }) => reactivateRehired(tx, caller, user_id, by),
  }),
  consequence({
    on: employeeRenamed,
    name: 'users.rename',
    writes: ['user.post_update'],
    run: ({ tx, caller, payload }) => followName(tx, caller, payload),
  }),
];
