import { defineResource, field } from '@wfp/shared';
import { CalendarDate, Id, Line, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { employeeReturned, positionChosen, timelineApplied } from '../announcements.ts';
import {
  ChangeFields,
  ChangeSet,
  changeKinds,
  changeStates,
  checkChange,
} from '../timeline/timeline.contract.ts';
import { appliesAt, changesTable } from '../timeline/timeline.store.ts';
import { changeParent } from './change-access.ts';
import { cancelChange, createChange, createChangeEvents } from './changes.service.ts';

const Kind = z.enum(
  ['position', 'promotion', 'transfer', 'manager', 'team', 'fte', 'status', 'correction'],
  'Is none of those that are made here: people are hired, terminated and rehired by endpoints of their own',
);

/** Changes take effect on a day, in the order of the timeline: decisions of a process, not rows that are stored. */
export const changes = defineResource({
  code: 'employee_change',
  noun: ['change', 'changes'],
  label: 'Changes of employees',
  path: '/changes',
  table: changesTable,
  parent: { of: changeParent, field: 'employee_id', writeRight: 'same' },
  scopes: ['own', 'reports', 'team'],
  owners: { employees: ['employee_id'] },
  builtin: { owner: 'M', admin: 'R', hr: 'M', manager: 'RC@reports', employee: 'R@own', auditor: 'R' },
  endpoints: ['list', 'get', 'create', 'archive'],
  summaries: {
    list: 'List the changes of an employee, the latest first',
    get: 'Fetch one change of an employee',
    create: 'Change an employee from a day on, or propose it',
    archive: 'Cancel a change that is proposed or scheduled',
  },
  fields: {
    effective_date: field(CalendarDate, {
      ...{ required: true, writable: 'once', filter: true, sort: 'value', pgType: 'date' },
    }),
    sequence: field(z.int().meta({ description: 'The order of changes of one day' }), {
      ...{ writable: 'never', sort: 'value' },
    }),
    kind: field(Kind, {
      shown: z.enum(changeKinds),
      ...{ required: true, writable: 'once', filter: true, pgType: 'employee_change_kind' },
    }),
    set: field(ChangeSet, {
      shown: ChangeFields.meta({ description: 'What holds from that day on' }),
      ...{ required: true, writable: 'once', pgType: 'jsonb' },
    }),
    previous: field(ChangeFields.meta({ description: 'What held before, when this was decided' }), {
      ...{ writable: 'never', pgType: 'jsonb' },
    }),
    reason_code: field(Line(50).nullable(), { shown: z.string().nullable(), writable: 'once' }),
    note: field(Prose(2_000).nullable(), { shown: z.string().nullable(), writable: 'once' }),
    state: field(z.enum(changeStates), {
      ...{ writable: 'never', filter: true, pgType: 'employee_change_state' },
    }),
    corrects_id: field(Id.meta({ description: 'With a correction: the change whose place it takes' }), {
      shown: Id.nullable().meta({ description: 'The change whose place this one takes' }),
      writable: 'once',
    }),
    because_of_id: field(Id.nullable().meta({ description: 'The change that this one follows from' }), {
      writable: 'never',
    }),
    applied_at: field(Timestamp.nullable(), { writable: 'never' }),
  },
  computed: {
    applies_at: {
      schema: Timestamp.nullable().meta({ description: 'When the day begins where the employee is' }),
      sql: appliesAt,
    },
  },
  sort: '-effective_date,-sequence',
  check: checkChange,
  example: { effective_date: '2026-04-01', kind: 'promotion', set: { position_id: 7 } },
  writes: {
    create: {
      emits: createChangeEvents,
      announces: [positionChosen, timelineApplied, employeeReturned],
      run: createChange,
    },
    archive: { emits: ['employee.change_cancelled'], run: cancelChange },
  },
});
