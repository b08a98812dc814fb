import type {
  FinishedTask,
  HistoryEntry,
  LinkedTask,
  PersonFacts,
  Priority,
  TaskContext,
  TaskFacts,
  TaskRelation,
} from '../context.ts';

/** An invented organization. The keys of `people` are the names that cases use. */
export interface Organization {
  name: string;
  labels: string[];
  categories: { code: string; name: string }[];
  people: Map<string, PersonFacts>;
  finished: (FinishedTask & { daysAgo: number })[];
}

/** A task of the data files; a missing field has the value of a new task. */
export interface CaseLine {
  id: string;
  org: string;
  title: string;
  description?: string;
  status?: TaskFacts['status'];
  priority?: Priority;
  label?: string;
  category?: string;
  effort?: string;
  assignee?: string;
  created?: string;
  due?: string;
  history?: string[];
  relations?: [
    kind: TaskRelation['kind'],
    title: string,
    status: TaskFacts['status'],
    isAssigned: boolean,
    due: string | null,
  ][];
  parent?: [title: string, status: TaskFacts['status'], due: string | null];
}

const now = Date.parse('2026-03-16T10:00:00.000Z');
const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `-3d` is three days before now. */
function resolveTime(text: string): string {
  const [, count, unit] = /^([+-]?\d+)([mhd])$/.exec(text) ?? [];
  const length = units[unit ?? ''];
  if (count === undefined || length === undefined) throw new Error(`Not a relative time: ${text}`);
  return new Date(now + Number(count) * length).toISOString();
}

const resolveTimeOrNull = (text: string | null | undefined) => (text == null ? null : resolveTime(text));

function linkedTask(id: number, title: string, status: TaskFacts['status'], due: string | null): LinkedTask {
  return { id, title, status, due_at: resolveTimeOrNull(due), is_assigned: true };
}

function historyEntry(text: string, people: Organization['people']): HistoryEntry {
  const [time = '', kind = '', value] = text.split(' ');
  const occurred_at = resolveTime(time);
  const by = { occurred_at };
  if (kind === 'create')
    return { event_type: 'task.post_create', ...by, changes: { status: [null, 'todo'] } };
  if (kind === 'comment') return { event_type: 'task.comment.created', ...by, changes: {} };
  return { event_type: 'task.post_update', ...by, changes: parseChanges(kind, value, people) };
}

function parseChanges(
  kind: string,
  value: string | undefined,
  people: Organization['people'],
): HistoryEntry['changes'] {
  const [before = '', after = ''] = value?.split('>') ?? [];
  if (kind === 'status' || kind === 'priority') return { [kind]: [before, after] };
  if (kind === 'due') return { due_at: [resolveTime(before), resolveTime(after)] };
  if (kind !== 'assign') return { [kind]: ['before', 'after'] };
  return { assigned_employee_id: [null, people.get(value ?? '')?.employee_id ?? null] };
}

export function createTaskContext(line: CaseLine, organization: Organization): TaskContext {
  const { people, finished, labels, categories } = organization;
  return {
    now: new Date(now).toISOString(),
    record: createTaskFacts(line, organization),
    parent: line.parent ? linkedTask(8001, ...line.parent) : null,
    relations: (line.relations ?? []).map(([kind, title, status, is_assigned, due], index) => ({
      kind,
      task: { ...linkedTask(8100 + index, title, status, due), is_assigned },
    })),
    history: (line.history ?? ['-0m create']).map((text) => historyEntry(text, people)),
    organization: {
      labels: labels.map((label) => ({ name: label })),
      categories,
    },
    people: [...people.values()],
    similar: finished.map(({ daysAgo, ...task }) => ({ ...task, completed_at: resolveTime(`-${daysAgo}d`) })),
  };
}

function createTaskFacts(line: CaseLine, { people }: Organization): TaskFacts {
  return {
    id: 7000,
    title: line.title,
    description: line.description ?? '',
    status: line.status ?? 'todo',
    priority: line.priority ?? 'medium',
    label: line.label ?? null,
    category_code: line.category ?? 'general',
    effort: line.effort ?? 'm',
    task_type: 'task',
    assigned_employee_id:
      line.assignee === undefined ? null : (people.get(line.assignee)?.employee_id ?? null),
    assigned_team_id: null,
    assigned_to: null,
    due_at: resolveTimeOrNull(line.due),
    created_at: resolveTime(line.created ?? '-0m'),
  };
}
