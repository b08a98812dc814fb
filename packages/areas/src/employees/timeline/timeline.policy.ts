import { missingReferenceMessage } from '@wfp/shared';
import type { CreateEmployee } from '../rows/employees.contract.ts';
import type { CreateChange } from './timeline.contract.ts';
import type { ChangeRow, NewChange } from './timeline.store.ts';

export const earlier = (one: string, other: string): string => (one < other ? one : other);

export const later = (one: string, other: string): string => (one > other ? one : other);

/** What does not fit the day on which somebody is hired, with its field, or null. */
export function hireFault(
  { hire_date, end_date, status }: CreateEmployee,
  today: string,
): [field: string, message: string] | null {
  if (hire_date > today && status !== undefined && status !== 'pre_hire')
    return ['status', `Is pre_hire until ${hire_date}`];
  if (hire_date <= today && status === 'pre_hire') return ['status', `Has begun on ${hire_date}`];
  if (status === 'terminated' && end_date != null && end_date > today)
    return ['end_date', 'Is yet to come: somebody who will have left is terminated after the hire'];
  return null;
}

/** What somebody who has left has no more. */
export const clearedPlacement = { position_id: null, team_id: null, manager_id: null };

type InitialChange = NewChange & { state: 'applied' | 'scheduled' };

/** The row of somebody new, and how their timeline begins: who has left already was there before. */
export function buildTimeline(
  body: CreateEmployee,
  today: string,
): { row: CreateEmployee & { status: NonNullable<CreateEmployee['status']> }; changes: InitialChange[] } {
  const { hire_date, end_date = null, team_id = null, manager_id = null, position_id = null } = body;
  const { fte = '1', employment_type = 'full_time' } = body;
  const hasLeft = body.status === 'terminated';
  const state = hire_date > today ? 'scheduled' : 'applied';
  const begins = state === 'scheduled' || hasLeft ? 'active' : (body.status ?? 'active');
  const hire: InitialChange = {
    effective_date: hire_date,
    kind: 'hire',
    state,
    set: {
      ...{ status: begins, employment_type, fte, position_id, team_id, manager_id },
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

/** Why somebody cannot be managed by another for some time, or null. */
export function managementFault(
  one: {
    manager_id: number;
    since: string;
    is_missing: boolean;
    leaves: string | null;
    begins: string | null;
  },
  employee_id: number,
): string | null {
  const { manager_id, since, leaves, begins } = one;
  if (manager_id === employee_id) return 'Nobody is their own manager';
  if (one.is_missing) return missingReferenceMessage;
  if (begins !== null) return `Has not begun on ${since}: their first day is ${begins}`;
  if (leaves !== null) return leaves > since ? `Leaves on ${leaves}` : `Is somebody who has left on ${since}`;
  return null;
}

/** What is wrong with a place in the hierarchy, or null. */
export function depthFault(above: { levels: number; in_circle: boolean }, below: number): string | null {
  if (above.in_circle) return 'Would come to report to themselves, on a day that is decided';
  if (above.levels + below < maxManagementLevels) return null;
  return `There can be at most ${maxManagementLevels} levels of managers`;
}

/** How many levels of managers there may be; row scope looks no deeper. */
export const maxManagementLevels = 50;

/** Why nothing can be decided about somebody for a day, or null. */
export function absenceFault({
  status,
  first_day,
}: {
  status: string | null;
  first_day: string;
}): string | null {
  if (status === null) return `Is before they were hired, on ${first_day}`;
  return status === 'terminated' ? 'Is after they have left: rehire them first' : null;
}

/** Why a change cannot be taken back, or null. */
export function cancellationFault({ state, set }: Pick<ChangeRow, 'state' | 'set'>): string | null {
  if (state === 'applied') return 'Is applied already: correct it, or change it again';
  if (state === 'cancelled') return 'Is cancelled already';
  return isHire(set) ? 'Is the hire: correct it, or delete the employee' : null;
}

/** Whether this is the first hire, which all else stands on, or what came in its place. */
const isHire = (set: ChangeRow['set']) => set.original_hire_date === null;

const isTermination = ({ set }: Pick<ChangeRow, 'set'>) => set.status === 'terminated';

/** What is wrong with a correction of a change, with its field, or null. */
export function correctionFault(
  wrong: Pick<ChangeRow, 'state' | 'set'>,
  { set, effective_date }: Pick<CreateChange, 'set' | 'effective_date'>,
  today: string,
): [field: string, message: string] | null {
  if (wrong.state === 'proposed' || wrong.state === 'cancelled')
    return ['corrects_id', `Is ${wrong.state}, so there is nothing to correct`];
  if (isTermination(wrong) && Object.keys(set).length > 0)
    return ['set', 'Of a termination nothing but the day is corrected'];
  if (isTermination(wrong) && wrong.state === 'scheduled' && effective_date <= today)
    return ['effective_date', 'Has begun: cancel the termination, and terminate them on that day'];
  const last = set.end_date === undefined ? wrong.set.end_date : set.end_date;
  if (!isTermination(wrong) && typeof last === 'string' && last < effective_date)
    return ['effective_date', `Is after the day on which they are to leave, ${last}`];
  const isOver = wrong.state === 'applied' && effective_date > today;
  if (isOver && ('hire_date' in wrong.set || isTermination(wrong)))
    return ['effective_date', 'Is yet to come, and what is corrected has happened'];
  return null;
}

/** What stands in the timeline in place of a change that is corrected, and where in its day. */
export function buildCorrection(
  wrong: Pick<ChangeRow, 'set' | 'sequence' | 'effective_date'>,
  { set, effective_date }: Pick<CreateChange, 'set' | 'effective_date'>,
): { set: object; sequence: number | undefined; isBeginning: boolean; isEnd: boolean } {
  const isBeginning = 'hire_date' in wrong.set;
  const isEnd = isTermination(wrong);
  const days = {
    ...(isBeginning && { hire_date: effective_date }),
    ...(isEnd && { end_date: effective_date }),
  };
  // Whoever begins does so before anything else of that day.
  const first = isBeginning ? 0 : undefined;
  return {
    set: { ...wrong.set, ...set, ...days },
    sequence: effective_date === wrong.effective_date ? wrong.sequence : first,
    isBeginning,
    isEnd,
  };
}

/** Days on which the home of somebody became another one. */
export function dropRepeatedTeams<Day extends { team_id: number | null }>(days: readonly Day[]): Day[] {
  return days.filter((day, index) => index === 0 || day.team_id !== days[index - 1]?.team_id);
}
