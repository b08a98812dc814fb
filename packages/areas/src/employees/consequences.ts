import { consequence } from '@wfp/shared';
import { holidayCalendarDeleting } from '../holiday-calendars/announcements.ts';
import { placeDeleting } from '../places/announcements.ts';
import { organizationFounded } from '../signup/announcements.ts';
import { teamClosing, teamDissolving } from '../teams/announcements.ts';
import { employeeInvited, userErased } from '../users/announcements.ts';
import { workScheduleDeleting } from '../work-schedules/announcements.ts';
import { employeeLinked, employeeNumberNeeded, positionAssigned, timelineApplied } from './announcements.ts';
import { correctionRecording, listRecordedEvents } from './changes/apply.store.ts';
import { hireFounder } from './employment/hiring.service.ts';
import { eraseNamesOfUser } from './names/identity.service.ts';
import { erasePrivateData } from './private-data/private-data.store.ts';
import { guardPeopleOnTeamNesting } from './reach/team-nesting.store.ts';
import { countPeopleWith } from './references/people-with.store.ts';
import { employeeOwners } from './rows/employees.store.ts';
import { linkUser } from './teams-and-users/link-user.service.ts';
import { movePrimaryTeam } from './teams-and-users/move-primary-team.service.ts';
import { addChangeEvents } from './timeline/timeline.service.ts';
import { lockTimelines } from './timeline/timeline.store.ts';

export const employeeConsequences = [
  consequence({
    on: organizationFounded,
    name: 'employees.founder',
    writes: ['employee.post_create', 'employee.hired'],
    announces: [employeeNumberNeeded],
    run: ({ tx, caller, payload }) => hireFounder(tx, caller, payload),
  }),
  consequence({
    on: teamClosing,
    name: 'employees.lock',
    writes: [],
    run: ({ tx, caller }) => lockTimelines(tx, caller),
  }),
  consequence({
    on: teamDissolving,
    name: 'employees.move-team',
    writes: ['employee.change_cancelled', ...addChangeEvents, ...listRecordedEvents(correctionRecording)],
    announces: [timelineApplied],
    run: ({ tx, caller, payload: { from, into } }) => movePrimaryTeam(tx, caller, from, into),
  }),
  guardPeopleOnTeamNesting('employees.team', {
    permission: 'employee_change:update',
    tables: ['employees', 'employee_changes'],
    owners: employeeOwners('r'),
    noun: 'employees',
  }),
  consequence({
    on: employeeInvited,
    name: 'employees.link',
    writes: ['employee.post_update'],
    announces: [employeeLinked, positionAssigned],
    run: async ({ tx, caller, payload: { employee_id, user_id } }) => {
      const [warning] = await linkUser(tx, caller, employee_id, user_id);
      return warning;
    },
  }),
  consequence({
    on: placeDeleting,
    name: 'employees.place',
    writes: [],
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countPeopleWith(tx, caller, 'place_id', id), 'person', 'people'),
  }),
  consequence({
    on: workScheduleDeleting,
    name: 'employees.work-schedule',
    writes: [],
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countPeopleWith(tx, caller, 'work_schedule_id', id), 'person', 'people'),
  }),
  consequence({
    on: holidayCalendarDeleting,
    name: 'employees.holiday-calendar',
    writes: [],
    run: async ({ tx, caller, payload: { id, report } }) =>
      report(await countPeopleWith(tx, caller, 'holiday_calendar_id', id), 'person', 'people'),
  }),
  consequence({
    on: userErased,
    name: 'employees.erase',
    writes: ['employee.change_cancelled'],
    run: async ({ tx, caller, payload: { user_id } }) => {
      await eraseNamesOfUser(tx, caller, user_id);
      await erasePrivateData(tx, caller, user_id);
    },
  }),
];
