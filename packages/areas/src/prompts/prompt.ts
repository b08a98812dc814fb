import type { TaskStatus } from '../tasks/index.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/**
 * The fields of a task that prompts, conditions and rules can use, as the API returns them. Times are ISO 8601 in UTC.
 */
export interface TaskFacts {
  /** 0 for a task that is not created yet. */
  id: number;
  title: string;
  description: string;
  status: TaskStatus;
  priority: Priority;
  label: string | null;
  category_code: string;
  effort: string;
  task_type: string;
  assigned_employee_id: number | null;
  assigned_team_id: number | null;
  assigned_to: number | null;
  parent_task_id: number | null;
  initiative_id: number | null;
  due_at: string | null;
  tags: readonly string[];
  created_at: string;
  updated_at: string;
  created_by: number;
}

export interface LinkedTask {
  id: number;
  title: string;
  status: TaskStatus;
  due_at: string | null;
  is_assigned: boolean;
}

export interface TaskRelation {
  /** From the record's side: `blocked_by` names a task that must be finished first. */
  kind: 'blocked_by' | 'blocks' | 'preceded_by' | 'precedes' | 'relates_to' | 'duplicates';
  task: LinkedTask;
}

export interface HistoryEntry {
  event_type: string;
  occurred_at: string;
  actor_id: number | null;
  /** Changed fields with the values before and after, as in the audit log. */
  changes: { readonly [field: string]: readonly [before: Json, after: Json] };
}

export interface PersonFacts {
  user_id: number | null;
  employee_id: number | null;
  name: string;
  position: string | null;
  team_ids: readonly number[];
  /** Unfinished tasks assigned to them. */
  open_tasks: number;
  is_absent: boolean;
}

/** A finished task of the organization that shares words, label or category with the record. */
export interface FinishedTask {
  id: number;
  title: string;
  priority: Priority;
  label: string | null;
  category_code: string;
  /** The current assignee; without one, the user who completed the task. */
  done_by_user_id: number | null;
  done_by_employee_id: number | null;
  completed_at: string;
}

/** The data about a task at one time, for the prompt and for the rules. */
export interface TaskContext {
  now: string;
  record: TaskFacts;
  parent: LinkedTask | null;
  relations: readonly TaskRelation[];
  /** The latest hundred events of the record that are not private, oldest first; empty if nothing reads them. */
  history: readonly HistoryEntry[];
  organization: {
    name: string;
    /** Labels of recent tasks and of the catalogue, most used first. */
    labels: readonly { name: string; uses: number }[];
    categories: readonly { code: string; name: string }[];
  };
  people: readonly PersonFacts[];
  similar: readonly FinishedTask[];
  /** The request body, for an evaluation before a write. */
  input?: JsonObject;
}

/** Settings of a call. Omitted ones have the default of the configuration or of the provider. */
export interface ModelSettings {
  provider?: string | undefined;
  model?: string | undefined;
  temperature?: number | undefined;
  max_output_tokens?: number | undefined;
  /** The output of every run whose condition is met, instead of a call. */
  output?: JsonObject | undefined;
}

export interface ProviderRequest {
  /** The built-in evaluation for the rules provider; null for templates that only models support. */
  purpose: 'triage' | 'blockers' | null;
  system: string;
  user: string;
  schema: JsonObject;
  settings: ModelSettings;
  context: TaskContext;
  /** Set in the second call: the first output, and why it cannot be used. */
  repair?: { output: string; error: string };
}

/** The tokens that a call used; null if the provider does not report them. */
export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
}

/** The response of a provider, not yet validated against the schema. */
export interface ProviderResponse extends Usage {
  output: Json;
  provider: string;
  model: string;
}

export interface Provider {
  readonly name: string;
  /** @throws ProviderFailure */
  call(question: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse>;
}

interface FailureDetails {
  retryAfterMs?: number | null;
  usage?: Usage | null;
  outputText?: string | null;
  cause?: unknown;
}

/** A provider returned no usable output. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /**
   * `transient`: a retry may succeed. `invalid_output`: the output is not JSON, too large, or does not match the
   * schema. `permanent`: a retry would fail as well.
   */
  readonly kind: 'transient' | 'invalid_output' | 'permanent';
  /** The delay that the provider requested. */
  readonly retryAfterMs: number | null;
  readonly usage: Usage | null;
  /** The text of an output that cannot be used, for the second call; null if the provider returned none. */
  readonly outputText: string | null;

  constructor(
    kind: ProviderFailure['kind'],
    message: string,
    { retryAfterMs = null, usage = null, outputText = null, cause }: FailureDetails = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.usage = usage;
    this.outputText = outputText;
  }
}
