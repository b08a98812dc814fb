import { consequence } from '@wfp/shared';
import { employeeLeaving, employeeLeft, employeeReturned } from '../employees/announcements.ts';
import { deactivateLeaver, reactivateReturner, requireLeaver } from './status/leaver.service.ts';
import { deactivationEvents, reactivationEvents } from './status/standing.store.ts';

/** Access ends with the employment and returns with it. */
export const userConsequences = [
  consequence({
    on: employeeLeaving,
    name: 'users.refuse',
    writes: [],
    run: ({ tx, caller, payload: { user_id } }) => requireLeaver(tx, caller, user_id),
  }),
  consequence({
    on: employeeLeft,
    name: 'users.deactivate',
    writes: deactivationEvents,
    run: async ({ tx, caller, payload: { user_id, by } }) =>
      user_id === null ? undefined : deactivateLeaver(tx, caller, user_id, by),
  }),
  consequence({
    on: employeeReturned,
    name: 'users.reactivate',
    writes: reactivationEvents,
    run: ({ tx, caller, payload: { user_id, by } }) => reactivateReturner(tx, caller, user_id, by),
  }),
];
