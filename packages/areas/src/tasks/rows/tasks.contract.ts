import {
  EnumCode,
  Flag,
  Id,
  Line,
  named,
  Paging,
  Prose,
  QueryId,
  SortBy,
  Timestamp,
  TotalParameter,
  totalFields,
} from '@wfp/shared/contract';
import { z } from 'zod';

export const taskStatuses = ['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled'] as const;
export const taskPriorities = ['low', 'medium', 'high', 'urgent'] as const;
export const taskEfforts = ['xs', 's', 'm', 'l', 'xl', 'xxl'] as const;
export const taskTypes = ['feature', 'epic', 'story', 'task', 'question'] as const;
export const taskCategories = [
  'general',
  'system_error',
  'bug',
  'improvement',
  'documentation',
  'release_notes',
] as const;
export const reminderOffsets = [
  '5m',
  '10m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '1d',
  '2d',
  '5d',
  '10d',
] as const;

/** Names the vocabulary of the organization that labels the values of a field. */
const vocabulary = (code: string) => ({ 'x-enum': code });

export const TaskStatus = z.enum(taskStatuses).meta(vocabulary('status'));
named('TaskStatus', TaskStatus);
export type TaskStatus = z.output<typeof TaskStatus>;

const Priority = z.enum(taskPriorities).meta(vocabulary('priority'));
named('TaskPriority', Priority);
const Effort = z.enum(taskEfforts).meta(vocabulary('effort'));
named('TaskEffort', Effort);
const TaskType = z.enum(taskTypes).meta(vocabulary('task_type'));
named('TaskType', TaskType);
const ReminderOffset = z.enum(reminderOffsets).meta(vocabulary('reminder_offset'));
named('TaskReminderOffset', ReminderOffset);
/** One of the categories above, or a value that the organization added. */
const CategoryCode = EnumCode('task_category', taskCategories);
named('TaskCategoryCode', CategoryCode);

export const Task = z.object({
  id: Id,
  org_id: Id,
  title: z.string(),
  description: z.string(),
  status: TaskStatus,
  priority: Priority,
  position: z
    .int()
    .nonnegative()
    .meta({ description: 'Position in its status column, from 0; 0 for a deleted task' }),
  label: z.string().nullable(),
  category_code: CategoryCode,
  effort: Effort,
  task_type: TaskType,
  assigned_employee_id: Id.nullable(),
  assigned_team_id: Id.nullable(),
  assigned_to: Id.nullable().meta({ description: 'User ID, for assignees who are not employees' }),
  parent_task_id: Id.nullable(),
  initiative_id: Id.nullable(),
  due_at: Timestamp.nullable(),
  reminder_offset: ReminderOffset.nullable(),
  tags: z.array(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
  created_by: Id,
  updated_by: Id,
  deleted_at: Timestamp.nullable(),
});

const writable = {
  title: Line(500),
  description: Prose(50_000),
  status: TaskStatus,
  priority: Priority,
  label: Line(100).nullable(),
  category_code: CategoryCode,
  effort: Effort,
  task_type: TaskType,
  assigned_employee_id: Id.nullable(),
  assigned_team_id: Id.nullable(),
  assigned_to: Id.nullable(),
  parent_task_id: Id.nullable(),
  initiative_id: Id.nullable(),
  due_at: Timestamp.nullable(),
  reminder_offset: ReminderOffset.nullable(),
  tags: z.array(Line(50)).max(50),
};

export const assigneeColumns = ['assigned_employee_id', 'assigned_team_id', 'assigned_to'] as const;

/** Reports an error for each assignee field if more than one is set. */
function rejectSeveralAssignees(
  body: Partial<Record<(typeof assigneeColumns)[number], number | null>>,
  context: z.core.$RefinementCtx,
): void {
  const given = assigneeColumns.filter((column) => body[column] != null);
  if (given.length < 2) return;
  for (const column of given) {
    context.addIssue({ code: 'custom', path: [column], message: 'A task has at most one assignee' });
  }
}

const { title, ...optional } = writable;

export const CreateTask = z
  .strictObject({ title, ...z.strictObject(optional).partial().shape })
  .superRefine(rejectSeveralAssignees)
  .refine((task) => task.reminder_offset == null || task.due_at != null, {
    path: ['reminder_offset'],
    message: 'Requires due_at',
  });
export type CreateTask = z.output<typeof CreateTask>;

export const PatchTask = z
  .strictObject(writable)
  .partial()
  .superRefine(rejectSeveralAssignees)
  .refine((task) => task.reminder_offset == null || task.due_at !== null, {
    path: ['reminder_offset'],
    message: 'Requires due_at',
  });
export type PatchTask = z.output<typeof PatchTask>;

export const MoveTask = z.strictObject({ status: TaskStatus, position: z.int32().nonnegative() });
export type MoveTask = z.output<typeof MoveTask>;

const maxBulkTasks = 200;
/** Bounds the locks, events and response of a bulk change whose tasks have long descriptions. */
export const maxBulkBytes = 4 * 1024 * 1024;

export const BulkTasks = z
  .strictObject({
    ids: z
      .array(Id)
      .min(1)
      .max(maxBulkTasks)
      .refine((ids) => new Set(ids).size === ids.length, 'Must not contain duplicates'),
    patch: PatchTask.optional().meta({ description: 'The same fields as PATCH of a single task' }),
    move: z
      .strictObject({ status: TaskStatus, position: z.int32().nonnegative().optional() })
      .optional()
      .meta({
        description: 'Moves all tasks, in the order of ids, to the position; without one, to the end',
      }),
  })
  .refine(({ patch, move }) => (patch === undefined) !== (move === undefined), {
    path: ['patch'],
    message: 'Exactly one of patch and move is required',
  });
export type BulkTasks = z.output<typeof BulkTasks>;

const maxSearchLength = 200;

/** Filters of a list. Ids and flags are strings in a query, and numbers and booleans in a body. */
const filters = <I extends z.ZodType, F extends z.ZodType>(id: I, flag: F) => ({
  status: TaskStatus.optional(),
  priority: Priority.optional(),
  effort: Effort.optional(),
  task_type: TaskType.optional(),
  category_code: CategoryCode.optional(),
  label: Line(100).optional().meta({ description: 'Exact match' }),
  tag: Line(50).optional().meta({ description: 'Has this tag' }),
  assigned_employee_id: id.optional(),
  assigned_team_id: id.optional(),
  assigned_to: id.optional(),
  assigned_to_me: flag
    .optional()
    .meta({ description: 'Assigned to the caller, as user or employee, or to one of their teams' }),
  unassigned: flag.optional(),
  created_by: id.optional(),
  initiative_id: id.optional(),
  parent_task_id: id.optional(),
  due_before: Timestamp.optional().meta({ description: 'Due before this time' }),
  due_after: Timestamp.optional().meta({ description: 'Due at or after this time' }),
  overdue: flag.optional().meta({ description: 'Due in the past and neither done nor cancelled' }),
  updated_after: Timestamp.optional().meta({ description: 'Changed at or after this time' }),
  q: Line(maxSearchLength)
    .optional()
    .meta({ description: 'Text in title, description or label, case-insensitive' }),
});

/** The filter as JSON, in exports and saved views. */
export const TaskFilter = z.strictObject(filters(Id, z.boolean()));
named('TaskFilter', TaskFilter);
export type TaskFilter = z.output<typeof TaskFilter>;

export const taskSorts = ['board', 'due_at', 'priority', 'created_at', 'updated_at', 'title'] as const;

/** The sort order of a saved view: a single field. */
export const TaskSort = z
  .enum(taskSorts.flatMap((name) => (name === 'board' ? [name] : ([name, `-${name}`] as const))))
  .meta({
    description: 'Board order or a field; prefix - for descending. Tasks without due date come last',
  });
export type TaskSort = z.output<typeof TaskSort>;

const sort = SortBy(taskSorts, 'board').meta({
  description: `Sort order: comma-separated names, at most 4 of: ${taskSorts.join(', ')}; prefix a name with - for descending. board is the order of the board. Tasks without due date come last`,
});

export const ListTasks = z.strictObject({
  ...Paging,
  sort,
  ...filters(QueryId, Flag),
  deleted: Flag.optional().meta({ description: 'Lists deleted tasks instead; requires task:manage' }),
});
export type ListTasks = z.output<typeof ListTasks>;

const PerColumn = z
  .string()
  .regex(/^\d{1,3}$/, 'Must be a whole number from 0 to 100')
  .transform(Number)
  .pipe(z.number().max(100))
  .default(25)
  .meta({
    description:
      'Maximum number of tasks per column; 0 for counts only. A column ends early after 512 KiB of text, but has at least one task',
  });

export const ShowBoard = z.strictObject({
  per_column: PerColumn,
  total: TotalParameter,
  sort,
  ...filters(QueryId, Flag),
});
export type ShowBoard = z.output<typeof ShowBoard>;

export const Board = z.object({
  columns: z.array(
    z.object({
      status: TaskStatus,
      ...totalFields,
      next: z.string().nullable().meta({
        description:
          'The `after` with which `GET /tasks` continues, with the `status` of the column and the same filters and `sort`; null if the column has no further tasks, or none are returned',
      }),
      data: z.array(Task),
    }),
  ),
  ...totalFields,
});
