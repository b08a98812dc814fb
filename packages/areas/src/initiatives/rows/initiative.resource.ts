import { defineResource, field, type RowOf, standardOperations } from '@wfp/shared';
import { CalendarDate, Id, Line, Prose, RecordCode, Timestamp } from '@wfp/shared/contract';
import { z } from 'zod';
import { requireCategoryFor } from '../../categories/index.ts';
import { prepareInitiative, rejectOpenTasks } from './initiative-rows.service.ts';
import { initiativeHealths, initiativeStatuses, Progress, progressModes } from './initiatives.contract.ts';
import { healthChanged } from './initiatives.store.ts';

export const initiatives = defineResource({
  code: 'initiative',
  noun: ['initiative', 'initiatives'],
  label: 'Initiatives',
  path: '/initiatives',
  model: 'Initiative',
  table: 'initiatives',
  recordName: 'name',
  subject: { employee: 'owner_employee_id', team: 'team_id', users: ['created_by'] },
  scopes: ['own', 'team'],
  owners: { users: ['created_by'], employees: ['owner_employee_id'], teams: ['team_id'] },
  builtin: {
    owner: 'M',
    admin: 'M',
    hr: 'R',
    manager: 'R CUA@team',
    employee: 'R U@own',
    viewer: 'R',
    auditor: 'R',
  },
  fields: {
    name: field(Line(200), { required: true, search: true, sort: 'text' }),
    code: field(RecordCode, { search: true, sort: 'text' }),
    description: field(Prose(20_000)),
    status: field(z.enum(initiativeStatuses), { filter: true, sort: 'value', pgType: 'initiative_status' }),
    health: field(z.enum(initiativeHealths), { filter: true, pgType: 'initiative_health' }),
    owner_employee_id: field(Id, {
      shown: Id.nullable(),
      required: true,
      filter: true,
      references: 'employees',
    }),
    team_id: field(Id.nullable(), { filter: true, references: 'teams' }),
    category_id: field(Id.nullable(), { filter: true, references: 'categories' }),
    start_on: field(CalendarDate.nullable(), { sort: 'value', pgType: 'date' }),
    target_on: field(CalendarDate.nullable(), { sort: 'value', pgType: 'date' }),
    progress_mode: field(z.enum(progressModes), { pgType: 'initiative_progress_mode' }),
    progress: field(Progress, { writable: 'never', sort: 'value' }),
    update_due_at: field(Timestamp.nullable(), { writable: 'never', pgType: 'timestamptz' }),
  },
  sort: 'name',
  endpoints: [...standardOperations, 'export'],
  events: { update: [healthChanged] },
  hooks: {
    beforeWrite: prepareInitiative,
    afterWrite: async ({ tx, caller, before, row: { category_id } }) => {
      if (category_id !== null && category_id !== before?.category_id)
        await requireCategoryFor('initiative', tx, caller, category_id);
    },
    beforeArchive: rejectOpenTasks,
  },
});

export type InitiativeRow = RowOf<typeof initiatives>;
