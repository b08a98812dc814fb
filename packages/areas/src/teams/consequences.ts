import { type Caller, consequence } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import {
  type EmploymentState,
  employeeDeleted,
  employeeHired,
  employeeRestored,
  timelineApplied,
} from '../employees/announcements.ts';
import {
  endAllMemberships,
  endTeamMembership,
  moveMembershipEnds,
  syncMemberships,
} from './primary-teams/primary-team.service.ts';

const name = 'teams.memberships';

/** Updates memberships when primary teams change, and ends them when an employee leaves or is deleted. */
export const teamConsequences = [
  consequence({
    ...{ on: employeeHired, name },
    writes: ['team.member_joined', 'team.member_left'],
    run: async ({ tx, caller, payload: { employee_id, primary_teams } }) => {
      // A new employee has no memberships yet.
      if (primary_teams.length > 0) await syncMemberships(tx, caller, employee_id, primary_teams);
    },
  }),
  consequence({
    ...{ on: employeeRestored, name },
    writes: ['team.member_joined', 'team.member_changed', 'team.member_left'],
    run: ({ tx, caller, payload: { employee_id, primary_teams } }) =>
      syncMemberships(tx, caller, employee_id, primary_teams),
  }),
  consequence({
    ...{ on: timelineApplied, name },
    writes: ['team.member_joined', 'team.member_changed', 'team.member_left'],
    run: async ({ tx, caller, payload: { employee_id, day, primary_teams, change } }) => {
      if (change) await endOtherMemberships(tx, caller, employee_id, { ...change, day });
      // The primary team on past days may have changed even if the row did not.
      await syncMemberships(tx, caller, employee_id, primary_teams);
    },
  }),
  consequence({
    ...{ on: employeeDeleted, name },
    writes: ['team.member_left'],
    run: ({ tx, caller, payload: { employee_id } }) => endAllMemberships(tx, caller, employee_id),
  }),
];

/**
 * Ends all memberships on termination, and those of the previous primary team when it changes. When the date of a
 * termination is corrected, moves the ends of memberships that were created manually.
 */
async function endOtherMemberships(
  tx: Transaction,
  caller: Caller,
  id: number,
  { before, now, day }: { before: EmploymentState; now: EmploymentState; day: string },
): Promise<void> {
  const { end_date } = now;
  if (now.status === 'terminated') {
    if (before.status !== 'terminated') await endAllMemberships(tx, caller, id, end_date ?? day);
    else if (before.end_date !== null && end_date !== null && before.end_date !== end_date)
      await moveMembershipEnds(tx, caller, id, { was: before.end_date, is: end_date });
  } else if (before.team_id !== null && before.team_id !== now.team_id && before.status !== 'pre_hire') {
    await endTeamMembership(tx, caller, { id, team_id: before.team_id, left_on: day });
  }
}
