import { z } from 'zod';
import { Task } from '../../tasks/index.ts';
import type { HistoryEntry, LinkedTask, PersonFacts, TaskContext, TaskFacts } from '../prompt.ts';

type VariableRenderer = (context: TaskContext, share: number) => string;

/** Maximum characters of one variable, if the whole prompt is short enough. */
const maxCharacters = { text: 16_000, history: 12_000, people: 8_000, list: 6_000 };

const recordFields: Record<keyof TaskFacts, true> = {
  id: true,
  title: true,
  description: true,
  status: true,
  priority: true,
  label: true,
  category_code: true,
  effort: true,
  task_type: true,
  assigned_employee_id: true,
  assigned_team_id: true,
  assigned_to: true,
  parent_task_id: true,
  initiative_id: true,
  due_at: true,
  tags: true,
  created_at: true,
  updated_at: true,
  created_by: true,
};
const sensitive = listSensitiveFields(Task);
const fields = (Object.keys(recordFields) as (keyof TaskFacts)[]).filter((field) => !sensitive.has(field));
const isShown: ReadonlySet<string> = new Set(fields);

const variables = new Map<string, VariableRenderer>([
  ['now', ({ now }) => now],
  [
    'record',
    ({ record }, share) => fields.map((field) => `${field}: ${formatValue(record[field], share)}`).join('\n'),
  ],
  ...fields.map((field): [string, VariableRenderer] => [
    `record.${field}`,
    ({ record }, share) => formatValue(record[field], share),
  ]),
  ['parent', ({ parent }) => (parent ? formatLinkedTask(parent) : 'none')],
  [
    'input',
    ({ input }, share) => (input ? truncate(formatInput(input), maxCharacters.text * share) : 'nothing'),
  ],
  [
    'relations',
    ({ relations }, share) =>
      joinLines(
        relations.map(({ kind, task }) => `${kind} ${formatLinkedTask(task)}`),
        maxCharacters.list * share,
      ),
  ],
  ['history', (context, share) => formatHistory(context, maxCharacters.history * share)],
  ['organization.name', ({ organization }) => organization.name],
  [
    'organization.labels',
    ({ organization }, share) =>
      joinLines(
        organization.labels.map(({ name, uses }) => `${name} (${uses} tasks)`),
        maxCharacters.list * share,
      ),
  ],
  [
    'organization.categories',
    ({ organization }, share) =>
      joinLines(
        organization.categories.map(({ code, name }) => `${code}: ${name}`),
        maxCharacters.list * share,
      ),
  ],
  ['people', ({ people }, share) => joinLines(people.map(formatPerson), maxCharacters.people * share)],
  [
    'similar',
    ({ similar }, share) =>
      joinLines(
        similar.map(({ id, title, ...rest }) => `#${id} "${oneLine(title)}" ${JSON.stringify(rest)}`),
        maxCharacters.list * share,
      ),
  ],
]);

export const isVariable = (name: string): boolean => variables.has(name);

export const variableNames: readonly string[] = [...variables.keys()];

/**
 * Renders a variable; empty for an unknown name.
 *
 * @param share the part of its maximum length that the variable may use, up to 1
 */
export const renderVariable = (name: string, context: TaskContext, share: number): string =>
  variables.get(name)?.(context, share) ?? '';

function formatValue(value: TaskFacts[keyof TaskFacts], share: number): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'string') return truncate(value, maxCharacters.text * share);
  if (typeof value === 'number') return value === 0 ? 'none yet' : String(value);
  return truncate(value.join(', ') || 'none', maxCharacters.list * share);
}

const truncate = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, Math.floor(length))} … (cut)`;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Joins the first lines that fit, and notes the number of lines left out. */
function joinLines(all: readonly string[], maxLength: number): string {
  const shown: string[] = [];
  let left = maxLength;
  for (const line of all) {
    left -= line.length + 1;
    if (left < 0) break;
    shown.push(line);
  }
  const missing = all.length - shown.length;
  if (missing > 0) shown.push(`(and ${missing} more)`);
  return shown.join('\n') || 'none';
}

const formatLinkedTask = ({ id, title, status, due_at, is_assigned }: LinkedTask) =>
  `#${id} "${oneLine(title)}" (${status}, due ${due_at ?? 'never'}, ${is_assigned ? 'assigned' : 'not assigned'})`;

const formatPerson = ({ name, position, ...rest }: PersonFacts) =>
  `${oneLine(name)}, ${oneLine(position ?? 'no position')} ${JSON.stringify(rest)}`;

/** Returns the request body without sensitive fields. */
const formatInput = (input: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(input).filter(([field]) => !sensitive.has(field))));

/** Formats the latest entries that fit. */
function formatHistory({ history }: TaskContext, maxLength: number): string {
  const newestFirst = history.map(formatHistoryEntry).reverse();
  return joinLines(newestFirst, maxLength).split('\n').reverse().join('\n');
}

function formatHistoryEntry({ occurred_at, event_type, actor_id, changes }: HistoryEntry): string {
  const known = Object.entries(changes).filter(([field]) => isShown.has(field));
  const texts = known.map(
    ([field, [before, after]]) => `${field}: ${formatChangedValue(before)} -> ${formatChangedValue(after)}`,
  );
  return `${occurred_at} ${event_type} by user ${actor_id ?? 'none'}${texts.length > 0 ? `: ${texts.join('; ')}` : ''}`;
}

const formatChangedValue = (value: unknown) => oneLine(truncate(JSON.stringify(value) ?? 'null', 200));

/** Returns the fields of a schema that are marked `x-sensitive` or contain a marked field. */
export function listSensitiveFields(contract: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(contract, { io: 'output', unrepresentable: 'any' });
  const marked = Object.entries(properties).filter(([, one]) =>
    JSON.stringify(one).includes('"x-sensitive":true'),
  );
  return new Set(marked.map(([name]) => name));
}
