import { noMentions } from '@wfp/triage-rules';
import type { RunResult, RunTexts } from '../runs/finished-runs.store.ts';
import type { RunnableTemplate } from '../templates/cache/runnable-template.ts';

export interface EvaluationRequest {
  template: RunnableTemplate;
  /** The subject of the audit entry: the run or, for a preview or before a write, the template. */
  subject: { resource: string; record_id: number };
  signal: AbortSignal;
  /** Reads current data instead of cached data, and renders the prompt for the rules as well. */
  isPreview?: true;
}

/** A result with its texts. `mentions` is null if unknown, as for a model's output. */
export interface Evaluation extends RunResult, RunTexts {
  /** True if refused only because runs in progress reserve the rest of the budget. */
  isBudgetReserved: boolean;
  /** Set if a retry may succeed, with the delay that the provider requested. */
  retry: { retryAfterMs: number | null } | null;
}

export const notEvaluated: Omit<Evaluation, 'status'> = {
  input: null,
  output: null,
  mentions: noMentions,
  isBudgetReserved: false,
  sent: null,
  provider: null,
  model: null,
  input_tokens: null,
  output_tokens: null,
  cost: null,
  latency_ms: null,
  error: null,
  record_version: null,
  record_state: {},
  retry: null,
};

/**
 * The error of an evaluation if it may quote a model's output, otherwise null. It is stored before the recorded write,
 * so that it is not in the audit entry, which is kept forever and has other readers.
 */
export const confidentialError = ({
  mentions,
  error,
}: Pick<Evaluation, 'mentions' | 'error'>): string | null => (mentions === null ? error : null);
