import { type Caller, invalidField, lockLiveRow, missingReference, requireReference } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';

/** Dated fields whose records cannot be deleted while employees have them, now or by a scheduled change. */
const datedReferences = {
  place_id: { noun: 'place', table: 'places' },
  work_schedule_id: { noun: 'work schedule', table: 'work_schedules' },
  holiday_calendar_id: { noun: 'holiday calendar', table: 'holiday_calendars' },
} as const;

export type DatedReference = keyof typeof datedReferences;
const names = Object.keys(datedReferences) as DatedReference[];

type References = { [Name in DatedReference]?: number | null | undefined };

/**
 * Requires live records and locks them against deletion until the transaction ends.
 *
 * @param within prefix of field names in errors
 * @param kept values of a restored employee, which may be hidden from the caller
 * @throws AppError `invalid`
 */
export async function requireDatedReferences(
  tx: Transaction,
  caller: Caller,
  set: References,
  { within, kept }: { within: string; kept: References },
): Promise<void> {
  for (const name of names) {
    const id = set[name];
    if (id == null) continue;
    const { table } = datedReferences[name];
    const field = `${within}${name}`;
    if (id !== kept[name]) await requireReference(tx, caller, { field, table, id });
    else if (!(await lockLiveRow(tx, caller, table, id))) throw missingReference(field);
  }
}

/**
 * Requires that records that follow from earlier changes still exist: after a correction, employees can have again, or
 * later, a place or a schedule that was deleted since.
 *
 * @throws AppError `invalid`
 */
export async function requireLiveReferences(
  tx: Transaction,
  caller: Caller,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const name of names) {
    const id = values[name];
    const { table, noun } = datedReferences[name];
    if (typeof id === 'number' && !(await lockLiveRow(tx, caller, table, id)))
      throw invalidField(name, `Was deleted; choose another ${noun}, or null`);
  }
}

type State = { status: string } & { [Name in DatedReference]: number | null };

/** Returns the references that differ from those before. Nothing of the kind applies after the employment. */
export function changedReferences(now: State, before: State): References {
  const heldBy = (state: State, name: DatedReference) => (state.status === 'terminated' ? null : state[name]);
  const changed = names.filter((name) => heldBy(now, name) !== heldBy(before, name));
  return Object.fromEntries(changed.map((name) => [name, heldBy(now, name)]));
}
