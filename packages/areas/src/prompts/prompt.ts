import type { TaskStatus } from '../tasks/index.ts';

/** A JSON value as PostgreSQL and the wire have it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const priorities = ['low', 'medium', 'high', 'urgent'] as const;
export type Priority = (typeof priorities)[number];

/** A task as the API shows it, without fields that are marked sensitive. Times are ISO 8601 in UTC. */
export interface TaskFacts {
  /** 0 for one that is not written yet. */
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

/** Another task that this one hangs on. */
export interface LinkedTask {
  id: number;
  title: string;
  status: TaskStatus;
  due_at: string | null;
  is_assigned: boolean;
}

export interface TaskRelation {
  /** From the record's side: what blocks it has to be done first. */
  kind: 'blocked_by' | 'blocks' | 'preceded_by' | 'precedes' | 'relates_to' | 'duplicates';
  task: LinkedTask;
}

/** One event of the record. */
export interface HistoryEntry {
  event_type: string;
  occurred_at: string;
  actor_id: number | null;
  /** Fields with their values before and after, as the audit log has them. */
  changes: { readonly [field: string]: readonly [before: Json, after: Json] };
}

/** Somebody who could own the record. */
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
  /** Who it was assigned to when it was done. */
  done_by_user_id: number | null;
  done_by_employee_id: number | null;
  completed_at: string;
}

/** What is known about one task at one moment: the text of a model is made from it, and the rules judge by it. */
export interface TaskContext {
  now: string;
  record: TaskFacts;
  parent: LinkedTask | null;
  relations: readonly TaskRelation[];
  /** The latest hundred events of the record, oldest first. */
  history: readonly HistoryEntry[];
  organization: {
    name: string;
    /** Labels in use, most used first. */
    labels: readonly { name: string; uses: number }[];
    categories: readonly { code: string; name: string }[];
  };
  people: readonly PersonFacts[];
  similar: readonly FinishedTask[];
  /** What was sent to change the record, where it is judged before that is written. */
  input?: JsonObject;
}

/** How a model is to answer. What is left out is the provider's choice. */
export interface ModelSettings {
  provider?: string | undefined;
  model?: string | undefined;
  temperature?: number | undefined;
  max_output_tokens?: number | undefined;
}

/** Everything that a provider is asked with. */
export interface ProviderRequest {
  /** Which of the built-in judgements the rules provider is to make; null for templates made for models alone. */
  purpose: 'triage' | 'blockers' | null;
  system: string;
  user: string;
  /** JSON Schema that the answer has to fit. */
  schema: JsonObject;
  settings: ModelSettings;
  context: TaskContext;
  /** In the second round: what was answered in the first, and why it cannot be used. */
  repair?: { said: string; fault: string };
}

/** What an answer cost; null when the provider does not say. */
export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
}

/** What a provider said, not checked against the schema yet. */
export interface ProviderResponse extends Usage {
  output: Json;
  provider: string;
  model: string;
}

export interface Provider {
  readonly name: string;
  /** @throws ProviderFailure when there is no answer to use */
  call(question: ProviderRequest, signal: AbortSignal): Promise<ProviderResponse>;
}

interface FailureDetails {
  retryAfterMs?: number | null;
  usage?: Usage | null;
  said?: string | null;
  cause?: unknown;
}

/** Why a provider gave no answer to use. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** `trouble` may be over when it is asked again; `unusable` is an answer that fits no schema; `refused` stays. */
  readonly kind: 'trouble' | 'unusable' | 'refused';
  /** What the provider asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** What was spent all the same. */
  readonly usage: Usage | null;
  /** The beginning of what was said, when it was no JSON. */
  readonly said: string | null;

  constructor(
    kind: ProviderFailure['kind'],
    message: string,
    { retryAfterMs = null, usage = null, said = null, cause }: FailureDetails = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.usage = usage;
    this.said = said;
  }
}
