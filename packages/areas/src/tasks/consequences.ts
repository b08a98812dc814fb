import { consequence } from '@wfp/shared';
import { employeeLeft } from '../employees/announcements.ts';
import { teamDeleting, teamDissolved } from '../teams/announcements.ts';
import { userDeactivated } from '../users/announcements.ts';
import { countTeamTasks, moveTeamTasks } from './for-other-areas/team-tasks.store.ts';
import { changeTasks } from './writes/task-changes.store.ts';

const writes = ['task.post_update'];

// Board locks come last in a transaction's lock order, so these consequences run after those that take other locks.

/**
 * Reassigns open tasks when an employee leaves, a user is deactivated or a team is dissolved, and reports the open
 * tasks of a team that is to be deleted.
 */
export const taskConsequences = [
  consequence({
    ...{ on: employeeLeft, name: 'tasks.reassign', after: ['users.deactivate'], writes },
    run: async ({ tx, caller, payload: { employee_id, user_id, tasks_to } }) => {
      if (tasks_to === null) return;
      const to = { assigned_employee_id: tasks_to };
      await changeTasks(tx, caller, { assigned_employee_id: employee_id, open: true }, to);
      if (user_id !== null) await changeTasks(tx, caller, { assigned_to: user_id, open: true }, to);
    },
  }),
  consequence({
    ...{ on: userDeactivated, name: 'tasks.reassign', writes },
    run: async ({ tx, caller, payload: { user_id, reassign_to } }) => {
      if (reassign_to === null) return;
      await changeTasks(tx, caller, { assigned_to: user_id, open: true }, { assigned_to: reassign_to });
    },
  }),
  consequence({
    ...{ on: teamDissolved, name: 'tasks.team', after: ['positions.team'], writes },
    run: ({ tx, caller, payload: { from, into } }) => moveTeamTasks(tx, caller, from, into),
  }),
  consequence({
    ...{ on: teamDeleting, name: 'tasks.team', writes: [] },
    run: async ({ tx, caller, payload: { team_id, report } }) =>
      report(await countTeamTasks(tx, caller, team_id), 'open task', 'open tasks'),
  }),
];
