import { type Call, type Caller, notFound } from '@wfp/shared';
import { actionKinds, signalKinds } from '@wfp/triage-rules';
import { taskPriorities, taskStatuses } from '../../tasks/index.ts';
import type { Json, JsonObject } from '../prompt.ts';
import type { ListRuns } from './runs.contract.ts';
import { findRun, findRuns, type RunRow } from './runs.store.ts';

export async function listRuns({ caller, query }: Call<unknown, ListRuns, unknown>) {
  const page = await findRuns(caller, query);
  return { ...page, data: page.data.map((run) => toVisibleRun(caller, run)) };
}

export async function getRun({ caller, params }: Call<{ id: number }, unknown, unknown>) {
  const run = await findRun(caller, params.id);
  if (!run) throw notFound('Run');
  return toVisibleRun(caller, run);
}

/** Returns the run without texts that the caller may not read. */
export function toVisibleRun(caller: Caller, { record_state, is_shown, ...run }: RunRow) {
  return redactOutcome(run, is_shown, canReadTexts(caller));
}

/** Returns the outcome without texts that may name records that its reader may not read. */
export function redactOutcome<Outcome extends { status: string; input: JsonObject | null; output: Json }>(
  outcome: Outcome & { error: string | null },
  readsAnswer: boolean,
  readsInput: boolean,
) {
  const { status, output, error } = outcome;
  const input = readsInput ? outcome.input : null;
  // The error of a run is stored before its status changes.
  const hasError = error !== null && (status === 'failed' || status === 'running');
  const isShortened = !readsAnswer && (hasError || output !== null);
  if (!isShortened) return { ...outcome, input, is_shortened: false };
  return {
    ...outcome,
    input,
    output: typeof output === 'object' && output !== null ? redactObject(output as JsonObject) : null,
    error: hasError ? 'Hidden: may mention records that you cannot read' : error,
    is_shortened: true,
  };
}

/**
 * True if the caller may read prompts: they contain what the author of the template chose, including other tasks and
 * people.
 */
export function canReadTexts(caller: Caller): boolean {
  const required = ['prompt_template:read', 'task:read', 'employee:read', 'user:read'] as const;
  return required.every((permission) => caller.rowScopeFor(permission)?.org === true);
}

/** The fields that a redacted output keeps. */
const visibleFields: ReadonlySet<string> = new Set([
  ...['priority', 'category', 'label', 'ideal_owner', 'description', 'reasoning'],
  ...['is_stalled', 'signals', 'detail', 'actions', 'kind', 'title', 'patch', 'verdict'],
  ...['employee_id', 'user_id', 'assigned_employee_id', 'assigned_team_id', 'assigned_to', 'status'],
]);
/** The texts that a redacted output keeps, because they name no record. Others become null. */
const visibleTexts: ReadonlySet<string> = new Set([
  ...taskPriorities,
  ...taskStatuses,
  ...signalKinds,
  ...actionKinds,
  'accept',
  'reject',
]);

/** Returns an output without texts that may name records: its structure, ids and fixed values. */
function redactObject(output: JsonObject): JsonObject {
  const visible = Object.entries(output).filter(([name]) => visibleFields.has(name));
  return Object.fromEntries(visible.map(([name, value]) => [name, redactValue(value)]));
}

function redactValue(value: Json): Json {
  if (typeof value === 'string') return visibleTexts.has(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(redactValue) : redactObject(value);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
