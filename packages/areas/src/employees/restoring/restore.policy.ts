import type { ChangeRow, NewChange } from '../timeline/timeline.store.ts';
import type { RestoreEmployee } from './restore.contract.ts';
import type { DeletedEmployee, Placement } from './restore.store.ts';

/** The row of a restored employee and the change that explains its difference to the timeline, if there is one. */
export interface Restoration {
  row: Placement & { status: string };
  change: (NewChange & { state: 'applied' | 'scheduled' }) | null;
}

const names = [
  'position_id',
  'team_id',
  'manager_id',
  'place_id',
  'work_schedule_id',
  'holiday_calendar_id',
] as const;

/**
 * Builds the row of a deleted employee who is restored. The deletion cancelled a hire that had not taken effect, without
 * which the timeline is empty: it is repeated.
 *
 * @param hire the cancelled hire of an employee before their first day, otherwise null
 */
export function buildRestoration(
  deleted: DeletedEmployee,
  body: RestoreEmployee,
  hire: ChangeRow | null,
  today: string,
): Restoration | { field: string; message: string } {
  const [given] = names.filter((name) => body[name] != null);
  if (deleted.status === 'terminated' && given !== undefined)
    return { field: given, message: 'Cannot be set: the employment has ended; rehire the employee' };
  const different = names.filter((name) => body[name] !== undefined && body[name] !== deleted[name]);
  const set = Object.fromEntries(different.map((name) => [name, body[name]]));
  const placement: Placement = {
    position_id: deleted.position_id,
    team_id: deleted.team_id,
    manager_id: deleted.manager_id,
    place_id: deleted.place_id,
    work_schedule_id: deleted.work_schedule_id,
    holiday_calendar_id: deleted.holiday_calendar_id,
    ...set,
  };
  if (hire) return repeatHire(hire, placement, { choosesPosition: body.position_id !== undefined, today });
  return {
    row: { status: deleted.status, ...placement },
    change:
      different.length === 0 ? null : { effective_date: today, kind: 'transfer', state: 'applied', set },
  };
}

function repeatHire(
  { id, effective_date, set, reason_code }: ChangeRow,
  placement: Placement,
  { choosesPosition, today }: { choosesPosition: boolean; today: string },
): Restoration {
  const state = effective_date > today ? 'scheduled' : 'applied';
  const status = state === 'scheduled' ? 'pre_hire' : String(set.status);
  return {
    row: { status, ...placement },
    change: {
      ...{ effective_date, kind: 'hire', state, set: { ...set, ...placement }, reason_code },
      // A position that is only repeated remains the decision of the user who chose it.
      keeps_decision_of: choosesPosition ? undefined : { id, is_rescheduled: true },
    },
  };
}

/** Warns about changes that the deletion cancelled, because they may contradict what has happened since. */
export function cancelledChangesWarning(cancelled: readonly ChangeRow[], hire: ChangeRow | null): string[] {
  const count = cancelled.filter((one) => one.id !== hire?.id).length;
  if (count === 0) return [];
  const [noun, verb] = count === 1 ? ['change', 'was'] : ['changes', 'were'];
  return [`${count} proposed or scheduled ${noun} that the deletion cancelled ${verb} not restored`];
}
