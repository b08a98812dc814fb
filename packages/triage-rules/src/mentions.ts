import type { Json, LinkedTask, TaskContext } from './context.ts';

/** The records that an output mentions, except the evaluated task. */
export interface Mentions {
  tasks: number[];
  employees: number[];
  /** Users who are not employees. */
  users: number[];
  labels: string[];
}

export const noMentions: Mentions = { tasks: [], employees: [], users: [], labels: [] };

const maxNameLength = 100;
const maxTitleLength = 80;

/** A person's or label's name in an output. Half of a surrogate pair at the end is replaced by U+FFFD. */
export const shortName = (name: string): string => name.slice(0, maxNameLength).toWellFormed();

/** The text that names a linked task in an output. */
export const shortTask = ({ id, title }: LinkedTask): string =>
  `#${id} “${title.slice(0, maxTitleLength).toWellFormed()}”`;

/**
 * Returns the records that an output of the rules mentions. The rules format names only with `shortName` and
 * `shortTask`, so no mention is missed; a name that is part of another name may be included although it is not
 * mentioned. Does not work for the output of a model.
 */
export function mentionsIn(
  output: Json,
  { record, parent, relations, people }: Pick<TaskContext, 'record' | 'parent' | 'relations' | 'people'>,
): Mentions {
  const text = stringsIn(output).join('\n');
  const linked = [...(parent ? [parent] : []), ...relations.map(({ task }) => task)];
  const named = people.filter(({ name }) => text.includes(shortName(name)));
  const label = typeof output === 'object' && output !== null && 'label' in output ? output.label : null;
  return {
    tasks: distinct(linked.filter((task) => text.includes(shortTask(task))).map(({ id }) => id)),
    employees: distinct(named.map(({ employee_id }) => employee_id)),
    users: distinct(named.map(({ employee_id, user_id }) => (employee_id === null ? user_id : null))),
    labels: typeof label === 'string' && label !== record.label ? [label] : [],
  };
}

function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

const distinct = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
