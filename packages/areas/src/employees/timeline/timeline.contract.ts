import { CalendarDate, Id, Line, named, PagingWithoutIds, Prose, QueryId } from '@wfp/shared/contract';
import { z } from 'zod';
import { employeeStatuses, employmentTypes, Fte } from '../rows/employees.contract.ts';

export const changeKinds = [
  'hire',
  'position',
  'promotion',
  'transfer',
  'manager',
  'team',
  'place',
  'schedule',
  'fte',
  'status',
  'name',
  'rehire',
  'termination',
  'correction',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeStates = ['proposed', 'scheduled', 'applied', 'cancelled'] as const;
export type ChangeState = (typeof changeStates)[number];

export const ChangeFields = z.record(z.string(), z.unknown());

export const set = {
  position_id: Id.nullable().optional(),
  team_id: Id.nullable().optional(),
  manager_id: Id.nullable().optional(),
  place_id: Id.nullable().optional(),
  work_schedule_id: Id.nullable().optional(),
  holiday_calendar_id: Id.nullable().optional(),
  fte: Fte.optional(),
  employment_type: z.enum(employmentTypes).optional(),
  status: z
    .enum(
      ['active', 'on_leave', 'suspended'],
      'Must be one of: active, on_leave, suspended. Use /terminate and /rehire for the others',
    )
    .optional(),
  end_date: CalendarDate.nullable().optional().meta({ description: 'Expected end of the employment' }),
  first_name: Line(100).optional(),
  last_name: Line(100).optional(),
  preferred_name: Line(100).nullable().optional(),
};
export const ChangeSet = z.strictObject(set);
export type ChangeSet = z.output<typeof ChangeSet>;

const scheduleFields = ['work_schedule_id', 'holiday_calendar_id'] as const;
const placementFields = [
  'position_id',
  'team_id',
  'manager_id',
  'place_id',
  'fte',
  'employment_type',
] as const;

const fieldsByKind: Record<string, readonly (keyof ChangeSet)[]> = {
  position: ['position_id'],
  manager: ['manager_id'],
  team: ['team_id'],
  place: ['place_id'],
  schedule: scheduleFields,
  fte: ['fte', 'employment_type'],
  status: ['status', 'end_date'],
  name: ['first_name', 'last_name', 'preferred_name'],
  promotion: [...placementFields, ...scheduleFields],
  transfer: [...placementFields, ...scheduleFields],
};

const reasonFields = {
  reason_code: Line(50).nullable().optional(),
  note: Prose(2_000).nullable().optional(),
};

export interface CreateChange {
  effective_date: string;
  kind: Exclude<ChangeKind, 'hire' | 'rehire' | 'termination'>;
  set: ChangeSet;
  corrects_id?: number | undefined;
  reason_code?: string | null | undefined;
  note?: string | null | undefined;
}

export function checkChange(
  { kind, set: fields, corrects_id, effective_date }: CreateChange,
  reject: (path: readonly string[], message: string) => void,
): void {
  if (fields.end_date != null && fields.end_date < effective_date)
    reject(['set', 'end_date'], 'Must not be before effective_date');
  const isCorrection = kind === 'correction';
  if (isCorrection !== (corrects_id !== undefined))
    reject(['corrects_id'], 'Required for a correction, not allowed for other kinds');
  if (isCorrection) return;
  const allowed = fieldsByKind[kind] ?? [];
  if (Object.keys(fields).length === 0) reject(['set'], 'Must set at least one field');
  for (const name of Object.keys(fields)) {
    if (!allowed.some((one) => one === name))
      reject(['set', name], `Cannot be set by a change of kind "${kind}"`);
  }
}

export const ChangeParams = z.strictObject({ employeeId: QueryId, id: QueryId });

export const ReadHistory = z.strictObject(PagingWithoutIds);
export type ReadHistory = z.output<typeof ReadHistory>;

export const HistorySpan = z.object({
  since: CalendarDate,
  until: CalendarDate.nullable().meta({ description: 'First day after the period' }),
  change_ids: z.array(Id).meta({ description: 'Changes that took effect on the first day of the period' }),
  kinds: z.array(z.enum(changeKinds)).meta({ description: 'Kinds of these changes, in the same order' }),
  first_name: z.string(),
  last_name: z.string(),
  preferred_name: z.string().nullable(),
  status: z.enum(employeeStatuses),
  employment_type: z.enum(employmentTypes),
  fte: z.string(),
  position_id: Id.nullable(),
  team_id: Id.nullable(),
  manager_id: Id.nullable(),
  place_id: Id.nullable(),
  work_schedule_id: Id.nullable(),
  holiday_calendar_id: Id.nullable(),
  hire_date: CalendarDate,
  end_date: CalendarDate.nullable(),
});
named('EmployeeHistorySpan', HistorySpan);

export const Rehire = z.strictObject({
  hire_date: CalendarDate,
  position_id: set.position_id,
  team_id: set.team_id,
  manager_id: set.manager_id,
  place_id: set.place_id,
  work_schedule_id: set.work_schedule_id,
  holiday_calendar_id: set.holiday_calendar_id,
  fte: set.fte,
  employment_type: set.employment_type,
  ...reasonFields,
});
export type Rehire = z.output<typeof Rehire>;

export const LinkUser = z.strictObject({ user_id: Id });
export type LinkUser = z.output<typeof LinkUser>;
