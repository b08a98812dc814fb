import { invalidField } from '@wfp/shared';
import { PatchTask } from '../../tasks/index.ts';
import type { Json, JsonObject, TaskFacts } from '../prompt.ts';
import type { ApplyRun } from './runs.contract.ts';

/** The fields of a task that a suggestion may change, as far as it was asked about them. */
const stateFields = [
  ...(['status', 'priority', 'label', 'category_code', 'effort', 'task_type', 'due_at'] as const),
  ...(['assigned_employee_id', 'assigned_team_id', 'assigned_to', 'parent_task_id'] as const),
] as const;
type StateField = (typeof stateFields)[number];

const assignees: readonly StateField[] = ['assigned_employee_id', 'assigned_team_id', 'assigned_to'];

/** What is kept of a record beside an answer about it: whether it moved on is told by these. */
export function captureState(record: TaskFacts): JsonObject {
  return Object.fromEntries(stateFields.map((field) => [field, record[field]]));
}

/** What is to be changed, and what it is called in the answer. */
export interface Suggestion {
  patch: PatchTask;
  names: string[];
}

/** @throws AppError `invalid` when the answer suggests no such thing, or what no task can be */
export function parseSuggestion(output: JsonObject, { fields, action }: ApplyRun): Suggestion {
  const parts = action === undefined ? partsFromFields(output, fields) : [partFromAction(output, action)];
  const patch = Object.assign({}, ...parts.map((one) => one.patch)) as JsonObject;
  const at = action === undefined ? 'fields' : 'action';
  const strange = Object.keys(patch).find((field) => !stateFields.includes(field as StateField));
  if (strange) throw invalidField(at, 'Suggests a change of a field that suggestions may not change');
  const parsed = PatchTask.safeParse(patch);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidField(at, `Suggests what no task can be: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return { patch: parsed.data, names: parts.map((one) => one.name) };
}

interface SuggestionPart {
  name: string;
  patch: JsonObject;
}

/** How each field of an answer is a change of the task; null where it suggests none. */
const patchBuilders: Record<NonNullable<ApplyRun['fields']>[number], (value: Json) => JsonObject | null> = {
  priority: (value) => (value === null ? null : { priority: value }),
  category: (value) => (value === null ? null : { category_code: value }),
  label: (value) => (value === null ? null : { label: value }),
  ideal_owner: (value): JsonObject | null => {
    if (!isObject(value)) return null;
    if (value.employee_id != null) return { assigned_employee_id: value.employee_id };
    return value.user_id == null ? null : { assigned_to: value.user_id };
  },
};
const allFields = Object.keys(patchBuilders) as (keyof typeof patchBuilders)[];

function partsFromFields(output: JsonObject, wanted: ApplyRun['fields']): SuggestionPart[] {
  const parts = (wanted ?? allFields).flatMap((name) => {
    const patch = Object.hasOwn(output, name) ? patchBuilders[name](output[name] ?? null) : null;
    if (patch) return [{ name, patch }];
    if (wanted) throw invalidField('fields', `Nothing is suggested for ${name}`);
    return [];
  });
  if (parts.length > 0) return parts;
  if (Array.isArray(output.actions)) throw invalidField('action', 'Say which of the actions');
  throw invalidField('fields', 'The answer suggests nothing that could be applied');
}

function partFromAction({ actions }: JsonObject, index: number): SuggestionPart {
  const action: Json | undefined = Array.isArray(actions) ? actions[index] : undefined;
  if (!isObject(action)) throw invalidField('action', 'There is no such action');
  if (!isObject(action.patch)) throw invalidField('action', 'This action is for people: it changes no field');
  return { name: `actions.${index}`, patch: action.patch };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields in the way of a suggestion: what they were when it was made, and what they are now. */
export function listConflicts(patch: PatchTask, was: JsonObject, now: JsonObject): Record<string, string[]> {
  const touched = new Set(Object.keys(patch) as StateField[]);
  if (assignees.some((field) => touched.has(field))) for (const field of assignees) touched.add(field);
  const moved = [...touched].filter((field) => !isSame(was[field], now[field]));
  const shown = (value: Json | undefined) => JSON.stringify(value ?? null);
  return Object.fromEntries(
    moved.map((field) => [field, [`Is ${shown(now[field])} by now and was ${shown(was[field])}`]]),
  );
}

const isSame = (one: Json | undefined, other: Json | undefined) => (one ?? null) === (other ?? null);
