import type { Json, TaskContext } from './prompt.ts';
import { namedTask } from './rules/signals/blocked-by.ts';
import { nameOf } from './rules/triage.ts';

/** Whom and what an answer tells of beside its record. */
export interface Mentions {
  tasks: number[];
  employees: number[];
  /** Of people who are no employees. */
  users: number[];
  labels: string[];
}

export const nobody: Mentions = { tasks: [], employees: [], users: [], labels: [] };

/**
 * What an answer of the rules tells of. They name tasks and people in one way only, so whatever they say is found; too
 * much may be, where one name is a part of another. What a model was told may be anywhere in its answer, in any words.
 */
export function mentionsIn(output: Json, { record, parent, relations, people }: TaskContext): Mentions {
  const said = textsOf(output).join('\n');
  const linked = [...(parent ? [parent] : []), ...relations.map(({ task }) => task)];
  const named = people.filter(({ name }) => said.includes(nameOf(name)));
  const label = typeof output === 'object' && output !== null && 'label' in output ? output.label : null;
  return {
    tasks: each(linked.filter((task) => said.includes(namedTask(task))).map(({ id }) => id)),
    employees: each(named.map(({ employee_id }) => employee_id)),
    users: each(named.map(({ employee_id, user_id }) => (employee_id === null ? user_id : null))),
    labels: typeof label === 'string' && label !== record.label ? [label] : [],
  };
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

const each = (some: readonly (number | null)[]) => [...new Set(some.filter((id) => id !== null))];
