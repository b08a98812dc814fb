import type { Caller } from '@wfp/shared';
import { type Change, Prisma, updateRows } from '@wfp/shared/db';
import type { Mentions } from '@wfp/triage-rules';
import type { Json, JsonObject } from '../prompt.ts';
import { runsTable } from './runs.store.ts';

const { sql, raw } = Prisma;

export interface RunResult {
  status: 'succeeded' | 'failed' | 'refused' | 'skipped';
  provider: string | null;
  model: string | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number | null;
  latency_ms: number | null;
  error: string | null;
  sent: JsonObject | null;
  record_version: string | null;
  record_state: JsonObject;
}

/** The texts of a run, which audit entries omit. */
export interface RunTexts {
  input: JsonObject | null;
  output: Json;
  mentions: Mentions | null;
}

export interface FinishedRun extends RunResult, RunTexts {
  id: number;
  attempts: number;
}

const types: Record<keyof FinishedRun, string> = {
  id: 'int',
  attempts: 'int',
  status: 'prompt_run_status',
  provider: 'text',
  model: 'text',
  input_tokens: 'int',
  output_tokens: 'int',
  cost: 'numeric',
  latency_ms: 'int',
  error: 'text',
  sent: 'jsonb',
  record_version: 'timestamptz',
  record_state: 'jsonb',
  input: 'jsonb',
  output: 'jsonb',
  mentions: 'jsonb',
};
const fields = Object.keys(types) as (keyof FinishedRun)[];
const definitions = raw(fields.map((field) => `${field} ${types[field]}`).join(', '));
const { id: _, attempts: __, ...results } = types;
const values = Object.fromEntries(Object.keys(results).map((field) => [field, raw(`v.${field}`)]));

/**
 * Finishes runs, each with an event and an audit entry of its own. A run that another worker has leased since does not
 * change and is not returned.
 */
export function finishRuns(caller: Caller, finished: readonly FinishedRun[]): Change<{ id: number }> {
  const rows = finished.map((one) => Object.fromEntries(fields.map((field) => [field, one[field]])));
  return {
    table: runsTable,
    statement: updateRows(
      caller,
      runsTable,
      { ...values, leased_until: null, finished_at: sql`now()` },
      // With the list of ids and the cast, only the primary key can be used: the planner may assume that the partial
      // indexes of the backlog are empty.
      sql`prompt_runs.id = any(${finished.map(({ id }) => id)}::int[]) and prompt_runs.id = v.id
        and prompt_runs.attempts = v.attempts and prompt_runs.status::text = 'running'`,
      sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) v(${definitions})`,
    ),
    select: sql`c.id`,
  };
}
