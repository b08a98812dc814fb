import { field } from '@wfp/shared';
import { Id, Line, Paging } from '@wfp/shared/contract';
import { z } from 'zod';
import { TaskFilter, TaskSort } from '../tasks/index.ts';

const visibilities = ['private', 'team', 'org'] as const;

const groupings = [
  'status',
  'priority',
  'assigned_employee_id',
  'assigned_team_id',
  'label',
  'category_code',
  'initiative_id',
  'task_type',
] as const;

export const viewFields = {
  name: field(Line(100), { required: true, search: true, sort: 'text' }),
  filter: field(TaskFilter, { pgType: 'jsonb' }),
  sort: field(TaskSort.nullable()),
  group_by: field(z.enum(groupings).nullable()),
  visibility: field(z.enum(visibilities), { filter: true, pgType: 'task_view_visibility' }),
  team_id: field(Id.nullable(), { filter: true, references: 'teams' }),
};
export type ViewFields = typeof viewFields;

export const ListTasksOfView = z.strictObject(Paging);
export type ListTasksOfView = z.output<typeof ListTasksOfView>;
