import { actionKinds, signalKinds } from '@wfp/triage-rules';
import { taskPriorities, taskStatuses } from '../tasks/index.ts';
import type { Json, JsonObject } from './prompt.ts';

/** The fields of answers that stay; those of them that are texts are null. */
const shape: ReadonlySet<string> = new Set([
  ...['priority', 'category', 'label', 'ideal_owner', 'description', 'reasoning'],
  ...['is_stalled', 'signals', 'detail', 'actions', 'kind', 'title', 'patch', 'verdict'],
  ...['employee_id', 'user_id', 'assigned_employee_id', 'assigned_team_id', 'assigned_to', 'status'],
]);
/** Words that name nobody and nothing. */
const words: ReadonlySet<string> = new Set([
  ...taskPriorities,
  ...taskStatuses,
  ...signalKinds,
  ...actionKinds,
  'accept',
  'reject',
]);

/** An answer for those who may not read all that it tells of: its structure with ids, and no text. */
export function bareOutput(output: JsonObject): JsonObject {
  const kept = Object.entries(output).filter(([name]) => shape.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, bare(value)]));
}

function bare(value: Json): Json {
  if (typeof value === 'string') return words.has(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  return isList(value) ? value.map(bare) : bareOutput(value);
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
