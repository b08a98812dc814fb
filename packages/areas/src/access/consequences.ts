import { consequence } from '@wfp/shared';
import {
  employeeDeleted,
  employeeHired,
  employeeLinked,
  employeeRestored,
  timelineApplied,
} from '../employees/announcements.ts';
import { organizationFounded } from '../signup/announcements.ts';
import { teamNesting } from '../teams/announcements.ts';
import { userRestored } from '../users/announcements.ts';
import { seedAccess } from './grants/grants.service.ts';
import { requireTeamGrantAuthority } from './grants/team-grants.service.ts';
import { alignManagerGrants } from './managers/managers.service.ts';

const name = 'access.managers';
const after = ['teams.memberships'];

const withoutNulls = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null);

/** Built-in roles are created at signup; the manager role follows from direct reports. */
export const accessConsequences = [
  consequence({
    on: organizationFounded,
    name: 'access.roles',
    writes: ['role.post_create', 'grant.post_create'],
    run: ({ tx, caller, payload: { user_id } }) => seedAccess(tx, caller, user_id),
  }),
  consequence({
    on: teamNesting,
    name: 'access.team-grants',
    writes: [],
    run: ({ tx, caller, payload }) => requireTeamGrantAuthority(tx, caller, payload),
  }),
  ...[employeeHired, employeeRestored].map((on) =>
    consequence<{ manager_id: number | null }>({
      ...{ on, name, after },
      writes: ['grant.post_create'],
      run: ({ tx, caller, payload: { manager_id } }) =>
        alignManagerGrants(tx, caller, withoutNulls([manager_id])),
    }),
  ),
  consequence({
    ...{ on: timelineApplied, name, after },
    writes: ['grant.post_create', 'grant.post_archive'],
    run: async ({ tx, caller, payload: { employee_id, change } }) => {
      if (!change) return;
      const { before, now } = change;
      if (before.manager_id === now.manager_id && before.status === now.status) return;
      await alignManagerGrants(tx, caller, withoutNulls([employee_id, before.manager_id, now.manager_id]));
    },
  }),
  consequence({
    ...{ on: employeeDeleted, name, after },
    // Also creates a grant if the manager lacks one but still has reports.
    writes: ['grant.post_create', 'grant.post_archive'],
    run: ({ tx, caller, payload: { manager_id } }) =>
      alignManagerGrants(tx, caller, withoutNulls([manager_id])),
  }),
  consequence({
    ...{ on: employeeLinked, name },
    writes: ['grant.post_create', 'grant.post_archive'],
    run: ({ tx, caller, payload: { employee_id, former_user_id } }) =>
      alignManagerGrants(tx, caller, [employee_id], withoutNulls([former_user_id])),
  }),
  consequence({
    ...{ on: userRestored, name },
    // Also creates a grant if the user lacks one but has reports.
    writes: ['grant.post_create', 'grant.post_archive'],
    run: ({ tx, caller, payload: { user_id } }) => alignManagerGrants(tx, caller, [], [user_id]),
  }),
];
