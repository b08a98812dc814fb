import type { Caller, Permission, Proposal } from '@wfp/shared';
import { findTask } from '../../tasks/index.ts';
import { completeContext, type LoadedContext, loadTask } from '../context/context.ts';
import type { JsonObject, LinkedTask, TaskFacts } from '../prompt.ts';

/** Returns the task as it would be after the write, with its context; undefined without the permission on it. */
export async function loadProposedContext(
  caller: Caller,
  { record_id, change }: Proposal,
  permission: Permission,
): Promise<LoadedContext | undefined> {
  // Converts dates to text, as in the rest of the context.
  const input = JSON.parse(JSON.stringify(change)) as JsonObject;
  if (record_id === null) {
    const record = applyChange(newTask(caller), input);
    const parent = await findParent(caller, record.parent_task_id);
    const now = caller.platform.clock.now().toISOString();
    const context = { now, record, parent, relations: [], history: [], input };
    return completeContext(caller, { context, before: null }, { useCache: true });
  }
  if (!(await findTask(caller, record_id, permission))) return undefined;
  const task = await loadTask(caller, record_id, null);
  if (!task) return undefined;
  const found = await completeContext(caller, task, { useCache: true });
  const before = found.context.record;
  const record = applyChange(before, input);
  const stays = record.parent_task_id === before.parent_task_id;
  const parent = stays ? found.context.parent : await findParent(caller, record.parent_task_id);
  return { context: { ...found.context, parent, record, input }, before };
}

function newTask({ user_id, platform }: Caller): TaskFacts {
  const now = platform.clock.now().toISOString();
  return {
    id: 0,
    title: '',
    description: '',
    status: 'todo',
    priority: 'medium',
    label: null,
    category_code: 'general',
    effort: 'm',
    task_type: 'task',
    assigned_employee_id: null,
    assigned_team_id: null,
    assigned_to: null,
    parent_task_id: null,
    initiative_id: null,
    due_at: null,
    tags: [],
    created_at: now,
    updated_at: now,
    created_by: user_id ?? 0,
  };
}

const assignees = ['assigned_employee_id', 'assigned_team_id', 'assigned_to'] as const;

function applyChange(record: TaskFacts, input: JsonObject): TaskFacts {
  const isAssigned = assignees.some((field) => input[field] != null);
  const free = { assigned_employee_id: null, assigned_team_id: null, assigned_to: null };
  const known = Object.entries(input).filter(([field]) => field in record);
  return { ...record, ...(isAssigned && free), ...Object.fromEntries(known) };
}

/** Returns the task's new parent if the caller may read it. */
async function findParent(caller: Caller, id: number | null): Promise<LinkedTask | null> {
  const found = id === null ? undefined : await findTask(caller, id);
  if (!found) return null;
  const { title, status, due_at, ...task } = found;
  const is_assigned = assignees.some((field) => (task as Partial<TaskFacts>)[field] != null);
  return { id: task.id, title, status, due_at: due_at?.toISOString() ?? null, is_assigned };
}
