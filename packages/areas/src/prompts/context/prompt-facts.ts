import { z } from 'zod';
import { Task } from '../../tasks/index.ts';
import type { HistoryEntry, LinkedTask, PersonFacts, TaskContext, TaskFacts } from '../prompt.ts';

type Fact = (context: TaskContext, share: number) => string;

/** Characters that one variable may bring at most, when everything else is short. */
const most = { text: 16_000, history: 12_000, people: 8_000, list: 6_000 };

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
const sensitive = sensitiveFieldsOf(Task);
const fields = (Object.keys(recordFields) as (keyof TaskFacts)[]).filter((field) => !sensitive.has(field));
const isShown: ReadonlySet<string> = new Set(fields);

const facts = new Map<string, Fact>([
  ['now', ({ now }) => now],
  [
    'record',
    ({ record }, share) => fields.map((field) => `${field}: ${shown(record[field], share)}`).join('\n'),
  ],
  ...fields.map((field): [string, Fact] => [
    `record.${field}`,
    ({ record }, share) => shown(record[field], share),
  ]),
  ['parent', ({ parent }) => (parent ? linked(parent) : 'none')],
  ['input', ({ input }, share) => (input ? cut(sent(input), most.text * share) : 'nothing')],
  [
    'relations',
    ({ relations }, share) =>
      lines(
        relations.map(({ kind, task }) => `${kind} ${linked(task)}`),
        most.list * share,
      ),
  ],
  ['history', (context, share) => historyOf(context, most.history * share)],
  ['organization.name', ({ organization }) => organization.name],
  [
    'organization.labels',
    ({ organization }, share) =>
      lines(
        organization.labels.map(({ name, uses }) => `${name} (${uses} tasks)`),
        most.list * share,
      ),
  ],
  [
    'organization.categories',
    ({ organization }, share) =>
      lines(
        organization.categories.map(({ code, name }) => `${code}: ${name}`),
        most.list * share,
      ),
  ],
  ['people', ({ people }, share) => lines(people.map(person), most.people * share)],
  [
    'similar',
    ({ similar }, share) =>
      lines(
        similar.map(({ id, title, ...rest }) => `#${id} "${oneLine(title)}" ${JSON.stringify(rest)}`),
        most.list * share,
      ),
  ],
]);

/** Whether a template may ask for it. */
export const isFact = (name: string): boolean => facts.has(name);

/** Every variable that a template may use. */
export const factNames: readonly string[] = [...facts.keys()];

/** What a variable stands for, in at most `share` of the room that it has. A name that stands for nothing is empty. */
export const factOf = (name: string, context: TaskContext, share: number): string =>
  facts.get(name)?.(context, share) ?? '';

function shown(value: TaskFacts[keyof TaskFacts], share: number): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'string') return cut(value, most.text * share);
  if (typeof value === 'number') return value === 0 ? 'none yet' : String(value);
  return cut(value.join(', ') || 'none', most.list * share);
}

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, Math.floor(length))} … (cut)`;

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** As many as there is room for, the first ones first. */
function lines(all: readonly string[], room: number): string {
  const kept: string[] = [];
  let left = room;
  for (const line of all) {
    left -= line.length + 1;
    if (left < 0) break;
    kept.push(line);
  }
  const missing = all.length - kept.length;
  if (missing > 0) kept.push(`(and ${missing} more)`);
  return kept.join('\n') || 'none';
}

const linked = ({ id, title, status, due_at, is_assigned }: LinkedTask) =>
  `#${id} "${oneLine(title)}" (${status}, due ${due_at ?? 'never'}, ${is_assigned ? 'assigned' : 'not assigned'})`;

const person = ({ name, position, ...rest }: PersonFacts) =>
  `${oneLine(name)}, ${oneLine(position ?? 'no position')} ${JSON.stringify(rest)}`;

/** What was sent, without what is sensitive. */
const sent = (input: object) =>
  JSON.stringify(Object.fromEntries(Object.entries(input).filter(([field]) => !sensitive.has(field))));

/** The oldest entries are the first to go; fields that the record does not show are left out. */
function historyOf({ history }: TaskContext, room: number): string {
  const newestFirst = history.map(entry).reverse();
  return lines(newestFirst, room).split('\n').reverse().join('\n');
}

function entry({ occurred_at, event_type, actor_id, changes }: HistoryEntry): string {
  const known = Object.entries(changes).filter(([field]) => isShown.has(field));
  const texts = known.map(
    ([field, [before, after]]) => `${field}: ${valueText(before)} -> ${valueText(after)}`,
  );
  return `${occurred_at} ${event_type} by user ${actor_id ?? 'none'}${texts.length > 0 ? `: ${texts.join('; ')}` : ''}`;
}

const valueText = (value: unknown) => oneLine(cut(JSON.stringify(value) ?? 'null', 200));

/** The fields of a contract that are marked `x-sensitive`, at any depth. */
export function sensitiveFieldsOf(contract: z.ZodObject): ReadonlySet<string> {
  const { properties = {} } = z.toJSONSchema(contract, { io: 'output', unrepresentable: 'any' });
  const marked = Object.entries(properties).filter(([, one]) =>
    JSON.stringify(one).includes('"x-sensitive":true'),
  );
  return new Set(marked.map(([name]) => name));
}
