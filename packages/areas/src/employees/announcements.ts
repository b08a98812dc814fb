import { type Caller, defineAnnouncement } from '@wfp/shared';

/** A period in which a team is the primary team of an employee. `left_on` is the first day after it; null if open. */
export interface PrimaryTeamPeriod {
  team_id: number;
  joined_on: string;
  left_on: string | null;
}

/** The columns of an employee that memberships, roles and positions are derived from, and dated references. */
export interface EmploymentState {
  status: string;
  position_id: number | null;
  team_id: number | null;
  manager_id: number | null;
  place_id: number | null;
  work_schedule_id: number | null;
  holiday_calendar_id: number | null;
  hire_date: string;
  end_date: string | null;
}

/** An employee without a number is about to be hired. The timelines of the organization are locked, so that each number is given once. */
export const employeeNumberNeeded = defineAnnouncement<{ assign(employee_number: string): void }>(
  'employee.number_needed',
);

/** An employee and their timeline were created. Not announced for the founder of an organization. */
export const employeeHired = defineAnnouncement<{
  employee_id: number;
  /** Past, current and scheduled. */
  primary_teams: readonly PrimaryTeamPeriod[];
  manager_id: number | null;
  /** Null before the first day. */
  position_id: number | null;
}>('employee.hired');

/**
 * A change that assigns a position is about to be written, regardless of its date. `field` is the name of the position in
 * the request.
 */
export const positionChosen = defineAnnouncement<{
  /** Null for an employee who is being hired. */
  employee_id: number | null;
  position_id: number;
  field: string;
  isKept: boolean;
  /** The change was written in this transaction: holding the position is no reason to have a seat. */
  isWritten?: boolean;
}>('employee.position_chosen');

/** A change that assigns a position was written. Consequences remark on what comes with the position. */
export const positionAssigned = defineAnnouncement<{
  employee_id: number;
  position_id: number;
  /** The change that assigns it; null for the last one. */
  change_id: number | null;
  /** False if the employee had the position before, and was only linked to a user. */
  isNew: boolean;
}>('employee.position_assigned');

/** The timeline of an employee was applied from `day` on, which may be in the past. */
export const timelineApplied = defineAnnouncement<{
  employee_id: number;
  day: string;
  primary_teams: readonly PrimaryTeamPeriod[];
  /** Null if the employee's row did not change. */
  change: { before: EmploymentState; now: EmploymentState } | null;
  /** The user who made the change. Positions are assigned with that user's permissions. */
  by: Caller;
}>('employee.timeline_applied');

/** An employee who was created by mistake was deleted. */
export const employeeDeleted = defineAnnouncement<{
  employee_id: number;
  manager_id: number | null;
  /** Null before the first day. */
  position_id: number | null;
}>('employee.deleted');

/** A deleted employee was restored, with their timeline. */
export const employeeRestored = defineAnnouncement<{
  employee_id: number;
  /** Past, current and scheduled. */
  primary_teams: readonly PrimaryTeamPeriod[];
  manager_id: number | null;
  /** Null before the first day and after the last. */
  position_id: number | null;
  /** The time of the deletion, and the position that the employee held then. */
  deleted: { at: Date; position_id: number | null };
}>('employee.restored');

/** An employee was linked to a user. */
export const employeeLinked = defineAnnouncement<{
  employee_id: number;
  user_id: number;
  /** The deleted user who was linked to the employee before, or null. */
  former_user_id: number | null;
  /** Null before the first day and after the last. */
  position_id: number | null;
  /** True if the employment ends, or begins again, by a scheduled change. */
  later: { ends: boolean; begins: boolean };
}>('employee.linked');

/** A user's employee has another first or last name than before, or the user was linked to the employee. */
export const employeeRenamed = defineAnnouncement<{ user_id: number; first_name: string; last_name: string }>(
  'employee.renamed',
);

/** The caller is about to terminate an employee who has a user, regardless of the end date. */
export const employeeLeaving = defineAnnouncement<{ user_id: number }>('employee.leaving');

/** The employment of an employee ended today or in the past. */
export const employeeLeft = defineAnnouncement<{
  employee_id: number;
  user_id: number | null;
  /** The employee to whom their open tasks are reassigned. */
  tasks_to: number | null;
  /** The user who made the change. */
  by: Caller;
}>('employee.left');

/** A former employee with a user is employed again. */
export const employeeReturned = defineAnnouncement<{ user_id: number; by: Caller }>('employee.returned');

export const employeeAnnouncements = [
  employeeNumberNeeded,
  employeeHired,
  positionChosen,
  positionAssigned,
  timelineApplied,
  employeeDeleted,
  employeeRestored,
  employeeLinked,
  employeeRenamed,
  employeeLeaving,
  employeeLeft,
  employeeReturned,
];
