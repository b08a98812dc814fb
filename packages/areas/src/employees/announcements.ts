import { type Caller, defineAnnouncement } from '@wfp/shared';

/** The time in which a team is the home of an employee. `left_on` is the first day after it; null for no end. */
export interface PrimaryTeamPeriod {
  team_id: number;
  joined_on: string;
  left_on: string | null;
}

/** The columns of an employee that memberships, roles and positions follow. */
export interface EmploymentState {
  status: string;
  position_id: number | null;
  team_id: number | null;
  manager_id: number | null;
  hire_date: string;
  end_date: string | null;
}

/** An employee was entered, with a timeline of their own. */
export const employeeHired = defineAnnouncement<{
  employee_id: number;
  /** Their home teams on all days that are decided. */
  homes: readonly PrimaryTeamPeriod[];
  manager_id: number | null;
  /** Null also where their first day has not come. */
  position_id: number | null;
}>('employee.hired');

/** The caller is about to decide that an employee holds a position, on any day; `field` names it in their request. */
export const positionChosen = defineAnnouncement<{ position_id: number; field: string }>(
  'employee.position_chosen',
);

/** The timeline of an employee was applied, from a day on that may lie in the past. */
export const timelineApplied = defineAnnouncement<{
  employee_id: number;
  day: string;
  homes: readonly PrimaryTeamPeriod[];
  /** Null if the row of the employee did not change. */
  change: { before: EmploymentState; now: EmploymentState } | null;
  /** The user who decided it, with whose rights positions are given. */
  by: Caller;
}>('employee.timeline_applied');

/** An employee was deleted, as one entered by mistake is. */
export const employeeDeleted = defineAnnouncement<{
  employee_id: number;
  manager_id: number | null;
  /** Null also where their first day had not come. */
  position_id: number | null;
}>('employee.deleted');

/** An employee without a user got one. */
export const employeeLinked = defineAnnouncement<{
  employee_id: number;
  /** Null also while they do not work. */
  position_id: number | null;
}>('employee.linked');

/** The caller is about to decide that an employee with a user leaves, on any day. */
export const employeeLeaving = defineAnnouncement<{ user_id: number }>('employee.leaving');

/** An employee has left: the day has come, or lies in the past. */
export const employeeLeft = defineAnnouncement<{
  employee_id: number;
  user_id: number | null;
  /** The employee who gets their open tasks. */
  tasks_to: number | null;
  /** The user who decided it. */
  by: Caller;
}>('employee.left');

/** A former employee with a user works again. */
export const employeeReturned = defineAnnouncement<{ user_id: number; by: Caller }>('employee.returned');

export const employeeAnnouncements = [
  employeeHired,
  positionChosen,
  timelineApplied,
  employeeDeleted,
  employeeLinked,
  employeeLeaving,
  employeeLeft,
  employeeReturned,
];
