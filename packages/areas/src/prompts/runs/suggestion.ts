import { invalidField } from '@wfp/shared';
import { PatchTask } from '../../tasks/index.ts';
import type { Json, JsonObject, TaskFacts } from '../prompt.ts';
import type { ApplyRun } from './runs.contract.ts';

const stateFields = [
  ...(['status', 'priority', 'label', 'category_code', 'effort', 'task_type', 'due_at'] as const),
  ...(['assigned_employee_id', 'assigned_team_id', 'assigned_to', 'parent_task_id'] as const),
] as const;
type StateField = (typeof stateFields)[number];

const assignees: readonly StateField[] = ['assigned_employee_id', 'assigned_team_id', 'assigned_to'];

/** The state of a record at the evaluation, to detect later changes. */
export function captureState(record: TaskFacts): JsonObject {
  return Object.fromEntries(stateFields.map((field) => [field, record[field]]));
}

/** The changes to apply, with their names in the output. */
export interface Suggestion {
  patch: PatchTask;
  names: string[];
}

/** @throws AppError `invalid` if the output has no such suggestion, or suggests an invalid value */
export function parseSuggestion(output: JsonObject, { fields, action }: ApplyRun): Suggestion {
  const parts = action === undefined ? partsFromFields(output, fields) : [partFromAction(output, action)];
  const patch = Object.assign({}, ...parts.map((one) => one.patch)) as JsonObject;
  const field = action === undefined ? 'fields' : 'action';
  const unsupported = Object.keys(patch).find((field) => !stateFields.includes(field as StateField));
  if (unsupported) throw invalidField(field, 'Suggests a change of a field that suggestions cannot change');
  const parsed = PatchTask.safeParse(patch);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidField(field, `Suggests an invalid value: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return { patch: parsed.data, names: parts.map((one) => one.name) };
}

interface SuggestionPart {
  name: string;
  patch: JsonObject;
}

/** The task patch for each field of an output; null if it suggests no change. */
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
    if (wanted) throw invalidField('fields', `No suggestion for ${name}`);
    return [];
  });
  if (parts.length > 0) return parts;
  if (Array.isArray(output.actions)) throw invalidField('action', 'Required if the output suggests actions');
  throw invalidField('fields', 'The output has no suggestion to apply');
}

function partFromAction({ actions }: JsonObject, index: number): SuggestionPart {
  const action: Json | undefined = Array.isArray(actions) ? actions[index] : undefined;
  if (!isObject(action)) throw invalidField('action', 'Does not exist');
  if (!isObject(action.patch)) throw invalidField('action', 'Has no patch to apply');
  return { name: `actions.${index}`, patch: action.patch };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an error for each field to change that has changed since the evaluation. A change of an assignee affects all
 * three assignee fields.
 */
export function listConflicts(patch: PatchTask, was: JsonObject, now: JsonObject): Record<string, string[]> {
  const touched = new Set(Object.keys(patch) as StateField[]);
  if (assignees.some((field) => touched.has(field))) for (const field of assignees) touched.add(field);
  const changed = [...touched].filter((field) => !isSame(was[field], now[field]));
  const shown = (value: Json | undefined) => JSON.stringify(value ?? null);
  return Object.fromEntries(
    changed.map((field) => [
      field,
      [`Is ${shown(now[field])} now; was ${shown(was[field])} at the evaluation`],
    ]),
  );
}

const isSame = (one: Json | undefined, other: Json | undefined) => (one ?? null) === (other ?? null);
