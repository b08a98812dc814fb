import { missingReferenceMessage } from '@wfp/shared';
import type { CreateEmployee } from '../rows/employees.contract.ts';
import type { KeptDecision } from './decisions.store.ts';
import type { CreateChange } from './timeline.contract.ts';
import type { ChangeRow, NewChange } from './timeline.store.ts';

export const earlier = (one: string, other: string): string => (one < other ? one : other);

export const later = (one: string, other: string): string => (one > other ? one : other);

export function hireViolation(
  { hire_date, end_date, status }: CreateEmployee,
  today: string,
): [field: string, message: string] | null {
  if (hire_date > today && status !== undefined && status !== 'pre_hire')
    return ['status', `Must be "pre_hire" before the hire date, ${hire_date}`];
  if (hire_date <= today && status === 'pre_hire')
    return ['status', `Must not be "pre_hire" from the hire date on, ${hire_date}`];
  if (status === 'terminated' && end_date != null && end_date > today)
    return [
      'end_date',
      'Must not be in the future if status is "terminated"; terminate the employee after hiring',
    ];
  return null;
}

export const clearedPlacement = {
  position_id: null,
  team_id: null,
  manager_id: null,
  place_id: null,
  work_schedule_id: null,
  holiday_calendar_id: null,
};

type InitialChange = NewChange & { state: 'applied' | 'scheduled' };

/** Builds the row of a new employee and the first changes of their timeline: the hire and, for former employees, the termination. */
export function buildTimeline(
  body: CreateEmployee,
  today: string,
): { row: CreateEmployee & { status: NonNullable<CreateEmployee['status']> }; changes: InitialChange[] } {
  const { hire_date, end_date = null, team_id = null, manager_id = null } = body;
  const { position_id = null, place_id = null } = body;
  const { work_schedule_id = null, holiday_calendar_id = null } = body;
  const { fte = '1', employment_type = 'full_time' } = body;
  const hasLeft = body.status === 'terminated';
  const state = hire_date > today ? 'scheduled' : 'applied';
  const begins = state === 'scheduled' || hasLeft ? 'active' : (body.status ?? 'active');
  const hire: InitialChange = {
    effective_date: hire_date,
    kind: 'hire',
    state,
    set: {
      ...{ status: begins, employment_type, fte, position_id, team_id, manager_id, place_id },
      ...{ work_schedule_id, holiday_calendar_id },
      ...{ hire_date, original_hire_date: null, end_date: hasLeft ? null : end_date },
    },
  };
  const status = state === 'scheduled' ? 'pre_hire' : hasLeft ? 'terminated' : begins;
  if (!hasLeft || end_date === null) return { row: { ...body, status }, changes: [hire] };
  const leave: InitialChange = {
    effective_date: end_date,
    kind: 'termination',
    state: 'applied',
    set: { status: 'terminated', end_date, ...clearedPlacement },
  };
  return { row: { ...body, ...clearedPlacement, status }, changes: [hire, leave] };
}

export interface ManagerPeriod {
  employee_id: number;
  manager_id: number;
  since: string;
  /** True if the manager is deleted and the period ends in the future. */
  is_missing: boolean;
  /** First day in the period on which the manager is not employed. */
  leaves: string | null;
  /** The manager's first day of employment, if it is after `since`. */
  begins: string | null;
}

export function managementViolation(period: ManagerPeriod): string | null {
  const { employee_id, manager_id, since, leaves, begins } = period;
  if (manager_id === employee_id) return 'Must not be the employee themselves';
  if (period.is_missing) return missingReferenceMessage;
  if (begins !== null) return `Is not employed yet on ${since}; the first day is ${begins}`;
  if (leaves !== null) return leaves > since ? `Leaves on ${leaves}` : `Is no longer employed on ${since}`;
  return null;
}

/** For callers who may not read the changes of a manager, and therefore not the day on which the manager leaves. */
export const hiddenLeaveMessage = 'Is not employed on all of these days';

export interface Levels {
  /** Maximum number of managers above the employee on a day of the period. */
  above: number;
  /** True if one of them is the employee. */
  in_cycle: boolean;
  /** Maximum number of levels of reports below the employee on a day of the period. */
  below: number;
}

export function depthViolation({ above, in_cycle, below }: Levels): string | null {
  if (in_cycle) return 'Would make the employee report to themselves on a past or scheduled day';
  if (above + below < maxManagementLevels) return null;
  return `Would exceed ${maxManagementLevels} levels of managers`;
}

/** Maximum depth of the reporting hierarchy. The scope `reports` includes no deeper levels. */
export const maxManagementLevels = 50;

export function absenceViolation({
  status,
  first_day,
}: {
  status: string | null;
  first_day: string;
}): string | null {
  if (status === null) return `Must not be before the hire date, ${first_day}`;
  return status === 'terminated' ? 'Is after the employment ended; rehire the employee first' : null;
}

export function cancellationViolation({ state, set }: Pick<ChangeRow, 'state' | 'set'>): string | null {
  if (state === 'applied') return 'Is already applied; correct it or create another change';
  if (state === 'cancelled') return 'Is already cancelled';
  return isHire(set) ? 'Is the hire; correct it or delete the employee' : null;
}

/** True for the first hire and for corrections of it. */
export const isHire = (set: ChangeRow['set']) => set.original_hire_date === null;

const isTermination = ({ set }: Pick<ChangeRow, 'set'>) => set.status === 'terminated';

export function correctionViolation(
  wrong: Pick<ChangeRow, 'state' | 'set'>,
  { set, effective_date }: Pick<CreateChange, 'set' | 'effective_date'>,
  today: string,
): [field: string, message: string] | null {
  if (wrong.state === 'proposed' || wrong.state === 'cancelled')
    return ['corrects_id', `Is ${wrong.state}; only applied and scheduled changes can be corrected`];
  if (isTermination(wrong) && Object.keys(set).length > 0)
    return ['set', 'Only the date of a termination can be corrected'];
  if (isTermination(wrong) && wrong.state === 'scheduled' && effective_date <= today)
    return [
      'effective_date',
      'Must be in the future; to terminate earlier, cancel this termination and create another',
    ];
  const last = set.end_date === undefined ? wrong.set.end_date : set.end_date;
  if (!isTermination(wrong) && typeof last === 'string' && last < effective_date)
    return ['effective_date', `Must not be after end_date, ${last}`];
  const movesToFuture = wrong.state === 'applied' && effective_date > today;
  if (movesToFuture && ('hire_date' in wrong.set || isTermination(wrong)))
    return ['effective_date', 'Must not be in the future: the hire or termination has taken effect'];
  return null;
}

/**
 * A position that a correction only repeats remains the decision of the user who chose it. Giving it another day, or a
 * day that is no longer in effect, also requires the authority of the user who corrects it. A termination has no position, so
 * a correction of it is a new decision.
 */
export function keptDecision(
  wrong: Pick<ChangeRow, 'id' | 'state' | 'set' | 'effective_date'>,
  { set, effective_date }: Pick<CreateChange, 'set' | 'effective_date'>,
  today: string,
): KeptDecision | undefined {
  if (wrong.set.position_id == null || set.position_id !== undefined) return undefined;
  const takesEffectAgain = wrong.state === 'applied' && effective_date > today;
  return { id: wrong.id, is_rescheduled: effective_date !== wrong.effective_date || takesEffectAgain };
}

/** Returns the fields of the replacement and its order within the day. */
export function buildCorrection(
  wrong: Pick<ChangeRow, 'set' | 'sequence' | 'effective_date'>,
  { set, effective_date }: Pick<CreateChange, 'set' | 'effective_date'>,
): {
  set: Record<string, unknown>;
  sequence: number | undefined;
  isHireCorrection: boolean;
  isEndCorrection: boolean;
} {
  const isHireCorrection = 'hire_date' in wrong.set;
  const isEndCorrection = isTermination(wrong);
  const days = {
    ...(isHireCorrection && { hire_date: effective_date }),
    ...(isEndCorrection && { end_date: effective_date }),
  };
  // A hire precedes all other changes of its day.
  const first = isHireCorrection ? 0 : undefined;
  return {
    set: { ...wrong.set, ...set, ...days },
    sequence: effective_date === wrong.effective_date ? wrong.sequence : first,
    isHireCorrection,
    isEndCorrection,
  };
}

export function dropRepeatedTeams<Day extends { team_id: number | null }>(days: readonly Day[]): Day[] {
  return days.filter((day, index) => index === 0 || day.team_id !== days[index - 1]?.team_id);
}
