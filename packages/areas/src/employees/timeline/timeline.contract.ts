import { CalendarDate, Id, Line, named, Paging, Prose, QueryId, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { Employee, employeeStatuses, employmentTypes, Fte } from '../rows/employees.contract.ts';

export const changeKinds = [
  'hire',
  'position',
  'promotion',
  'transfer',
  'manager',
  'team',
  'fte',
  'status',
  'rehire',
  'termination',
  'correction',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeStates = ['proposed', 'scheduled', 'applied', 'cancelled'] as const;
export type ChangeState = (typeof changeStates)[number];

/** Fields as a change holds them: those it sets, and no others. */
const Fields = z.record(z.string(), z.unknown());

export const EmployeeChange = z.object({
  id: Id,
  org_id: Id,
  employee_id: Id,
  effective_date: CalendarDate,
  sequence: z.int().meta({ description: 'The order of changes of one day' }),
  kind: z.enum(changeKinds),
  set: Fields.meta({ description: 'What holds from that day on' }),
  previous: Fields.meta({ description: 'What held before, when this was decided' }),
  reason_code: z.string().nullable(),
  note: z.string().nullable(),
  state: z.enum(changeStates),
  corrects_id: Id.nullable().meta({ description: 'The change whose place this one takes' }),
  because_of_id: Id.nullable().meta({ description: 'The change that this one follows from' }),
  applies_at: Timestamp.nullable().meta({ description: 'When the day begins where the employee is' }),
  applied_at: Timestamp.nullable(),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  deleted_at: Timestamp.nullable(),
});

const set = {
  position_id: Id.nullable().optional(),
  team_id: Id.nullable().optional(),
  manager_id: Id.nullable().optional(),
  fte: Fte.optional(),
  employment_type: z.enum(employmentTypes).optional(),
  status: z
    .enum(
      ['active', 'on_leave', 'suspended'],
      'Is active, on_leave or suspended: /terminate and /rehire do the rest',
    )
    .optional(),
  end_date: CalendarDate.nullable().optional().meta({ description: 'When they are expected to leave' }),
};
const ChangeSet = z.strictObject(set);
export type ChangeSet = z.output<typeof ChangeSet>;

/** What each kind of change may set. */
const fieldsOf: Record<string, readonly (keyof ChangeSet)[]> = {
  position: ['position_id'],
  manager: ['manager_id'],
  team: ['team_id'],
  fte: ['fte', 'employment_type'],
  status: ['status', 'end_date'],
  promotion: ['position_id', 'team_id', 'manager_id', 'fte', 'employment_type'],
  transfer: ['position_id', 'team_id', 'manager_id', 'fte', 'employment_type'],
};

const why = {
  reason_code: Line(50).nullable().optional(),
  note: Prose(2_000).nullable().optional(),
};

export const CreateChange = z
  .strictObject({
    effective_date: CalendarDate,
    kind: z.enum(
      ['position', 'promotion', 'transfer', 'manager', 'team', 'fte', 'status', 'correction'],
      'Is none of those that are made here: people are hired, terminated and rehired by endpoints of their own',
    ),
    set: ChangeSet,
    corrects_id: Id.optional().meta({ description: 'With a correction: the change whose place it takes' }),
    ...why,
  })
  .superRefine(({ kind, set: fields, corrects_id, effective_date }, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (fields.end_date != null && fields.end_date < effective_date)
      fault(['set', 'end_date'], 'Must not be before effective_date');
    const isCorrection = kind === 'correction';
    if (isCorrection !== (corrects_id !== undefined))
      fault(['corrects_id'], 'Belongs to a correction, and to nothing else');
    if (isCorrection) return;
    const allowed = fieldsOf[kind] ?? [];
    if (Object.keys(fields).length === 0) fault(['set'], 'Must set something');
    for (const name of Object.keys(fields)) {
      if (!allowed.some((one) => one === name))
        fault(['set', name], `Is not set by a change of kind ${kind}`);
    }
  })
  .meta({ example: { effective_date: '2026-04-01', kind: 'promotion', set: { position_id: 7 } } });
export type CreateChange = z.output<typeof CreateChange>;

export const ChangeParams = z.strictObject({ employeeId: QueryId, id: QueryId });
export const ChangesParams = z.strictObject({ employeeId: QueryId });

export const ListChanges = z.strictObject({
  ...Paging,
  state: z.enum(changeStates).optional(),
  kind: z.enum(changeKinds).optional(),
});
export type ListChanges = z.output<typeof ListChanges>;

export const ReadHistory = z.strictObject(Paging);
export type ReadHistory = z.output<typeof ReadHistory>;

/** What was, is or will be true of an employee, from one change to the next. */
export const HistorySpan = z.object({
  since: CalendarDate,
  until: CalendarDate.nullable().meta({ description: 'The first day on which it is true no more' }),
  change_ids: z.array(Id).meta({ description: 'The changes of the day it began' }),
  status: z.enum(employeeStatuses),
  employment_type: z.enum(employmentTypes),
  fte: z.string(),
  position_id: Id.nullable(),
  team_id: Id.nullable(),
  manager_id: Id.nullable(),
  hire_date: CalendarDate,
  end_date: CalendarDate.nullable(),
});
named('EmployeeHistorySpan', HistorySpan);

export const Rehire = z.strictObject({
  hire_date: CalendarDate,
  position_id: set.position_id,
  team_id: set.team_id,
  manager_id: set.manager_id,
  fte: set.fte,
  employment_type: set.employment_type,
  ...why,
});
export type Rehire = z.output<typeof Rehire>;

export const Rehired = z.object({ employee: Employee, change: EmployeeChange });

export const LinkUser = z.strictObject({ user_id: Id });
export type LinkUser = z.output<typeof LinkUser>;
