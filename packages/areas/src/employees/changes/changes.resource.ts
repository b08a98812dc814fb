import { defineResource, field } from '@wfp/shared';
import { CalendarDate, Id, Line, Prose, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import {
  employeeLeaving,
  employeeRenamed,
  employeeReturned,
  positionAssigned,
  positionChosen,
  timelineApplied,
} from '../announcements.ts';
import { appliesAt } from '../timeline/time-zones.store.ts';
import {
  ChangeFields,
  ChangeSet,
  changeKinds,
  changeStates,
  checkChange,
} from '../timeline/timeline.contract.ts';
import { announcePosition } from '../timeline/timeline.service.ts';
import { changesTable } from '../timeline/timeline.store.ts';
import { changeParent } from './change-access.ts';
import { cancelChange, createChange, createChangeEvents } from './changes.service.ts';

const kinds = [
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
  'correction',
] as const;
const Kind = z.enum(
  kinds,
  `Must be one of: ${kinds.join(', ')}. Use the employee endpoints to hire, terminate or rehire`,
);

/** Changes take effect on a date, in timeline order. Writes are more than inserts and updates: they apply the timeline. */
export const changes = defineResource({
  code: 'employee_change',
  noun: ['change', 'changes'],
  label: 'Employee changes',
  path: '/changes',
  table: changesTable,
  parent: { of: changeParent, field: 'employee_id', writeRight: 'same' },
  scopes: ['own', 'reports', 'team'],
  owners: { employees: ['employee_id'], byPrimaryTeam: true },
  builtin: { owner: 'M', admin: 'R', hr: 'M', manager: 'RC@reports', employee: 'R@own', auditor: 'R' },
  endpoints: ['list', 'get', 'create', 'archive'],
  when: { archive: [{ state: ['proposed', 'scheduled'] }] },
  summaries: {
    list: 'List the changes of an employee, latest first',
    get: 'Fetch a change of an employee',
    create: 'Create or propose a dated change of an employee',
    archive: 'Cancel a proposed or scheduled change',
  },
  fields: {
    effective_date: field(CalendarDate, {
      ...{ required: true, writable: 'once', filter: true, sort: 'value', pgType: 'date' },
    }),
    sequence: field(z.int().meta({ description: 'Order among the changes of one day' }), {
      ...{ writable: 'never', sort: 'value' },
    }),
    kind: field(Kind, {
      shown: z.enum(changeKinds),
      ...{ required: true, writable: 'once', filter: true, pgType: 'employee_change_kind' },
    }),
    set: field(ChangeSet, {
      shown: ChangeFields.meta({ description: 'Values from that day on' }),
      ...{ required: true, writable: 'once', pgType: 'jsonb' },
    }),
    previous: field(ChangeFields.meta({ description: 'Previous values at the time of the decision' }), {
      ...{ writable: 'never', pgType: 'jsonb' },
    }),
    reason_code: field(Line(50).nullable(), { shown: z.string().nullable(), writable: 'once' }),
    note: field(Prose(2_000).nullable(), { shown: z.string().nullable(), writable: 'once' }),
    state: field(z.enum(changeStates), {
      ...{ writable: 'never', filter: true, pgType: 'employee_change_state' },
    }),
    corrects_id: field(Id.meta({ description: 'Only for corrections: the change to replace' }), {
      shown: Id.nullable().meta({ description: 'The change that this one replaces' }),
      writable: 'once',
    }),
    because_of_id: field(Id.nullable().meta({ description: 'The change that caused this one' }), {
      writable: 'never',
    }),
    applied_at: field(Timestamp.nullable(), { writable: 'never' }),
  },
  computed: {
    applies_at: {
      schema: Timestamp.nullable().meta({ description: 'Start of the day in the time zone of the employee' }),
      sql: appliesAt,
    },
  },
  sort: '-effective_date,-sequence',
  check: checkChange,
  warnings: ({ tx, row }) => announcePosition(tx, row.employee_id, row.set.position_id, row.id),
  example: { effective_date: '2026-04-01', kind: 'promotion', set: { position_id: 7 } },
  writes: {
    create: {
      emits: createChangeEvents,
      announces: [
        positionChosen,
        employeeLeaving,
        timelineApplied,
        employeeRenamed,
        employeeReturned,
        positionAssigned,
      ],
      run: createChange,
    },
    archive: { emits: ['employee.change_cancelled'], run: cancelChange },
  },
});
