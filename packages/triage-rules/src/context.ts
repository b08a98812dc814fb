export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

export const statuses = ['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled'] as const;
export type Status = (typeof statuses)[number];

/** The evaluated task. Times are ISO 8601 in UTC. */
export interface TaskFacts {
  id: number;
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  label: string | null;
  category_code: string;
  effort: string;
  task_type: string;
  assigned_employee_id: number | null;
  assigned_team_id: number | null;
  assigned_to: number | null;
  due_at: string | null;
  created_at: string;
}

/** A task linked to the evaluated one. */
export interface LinkedTask {
  id: number;
  title: string;
  status: Status;
  due_at: string | null;
  is_assigned: boolean;
}

export interface TaskRelation {
  /** As seen from the evaluated task. */
  kind: 'blocked_by' | 'blocks' | 'preceded_by' | 'precedes' | 'relates_to' | 'duplicates';
  task: LinkedTask;
}

/** One event of the task. */
export interface HistoryEntry {
  event_type: string;
  occurred_at: string;
  /** Fields with their values before and after. */
  changes: { readonly [field: string]: readonly [before: Json, after: Json] };
}

/** A person who could own the task. */
export interface PersonFacts {
  user_id: number | null;
  employee_id: number | null;
  name: string;
  position: string | null;
  /** Number of unfinished tasks assigned to the person. */
  open_tasks: number;
  is_absent: boolean;
}

export interface FinishedTask {
  id: number;
  title: string;
  priority: Priority;
  label: string | null;
  category_code: string;
  /** The assignee when it was completed. */
  done_by_user_id: number | null;
  done_by_employee_id: number | null;
  completed_at: string;
}

/** The input of the rules: a task at a point in time, with related records. */
export interface TaskContext {
  now: string;
  record: TaskFacts;
  parent: LinkedTask | null;
  relations: readonly TaskRelation[];
  /** Oldest first. */
  history: readonly HistoryEntry[];
  organization: {
    /** Labels in use, most used first. */
    labels: readonly { name: string }[];
    categories: readonly { code: string; name: string }[];
  };
  people: readonly PersonFacts[];
  similar: readonly FinishedTask[];
}

export const isFinished = ({ status }: { status: string }): boolean =>
  status === 'done' || status === 'cancelled';
