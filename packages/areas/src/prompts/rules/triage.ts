import type { JsonObject, TaskContext } from '../prompt.ts';
import { judgeCategory } from './category.ts';
import { strongest } from './evidence.ts';
import { judgeLabel } from './label.ts';
import { judgeOwner, type Owner } from './owner.ts';
import { judgePriority, type PriorityJudgement } from './priority.ts';
import { similarTasks } from './similarity.ts';

const mostReasons = 3;
const mostOfName = 100;

/** Suggests priority, category, label and owner of a task. */
export function triage(context: TaskContext): JsonObject {
  const byWords = similarTasks(context);
  const label = judgeLabel(context, byWords);
  const similar = similarTasks(context, label);
  const category = judgeCategory(context, byWords);
  const judged = judgePriority(context, byWords, category);
  const owner = judgeOwner(context, similar);
  return {
    priority: judged.priority,
    category,
    label,
    ideal_owner: {
      description: describe(owner, label),
      employee_id: owner.person?.employee_id ?? null,
      user_id: owner.person?.employee_id == null ? (owner.person?.user_id ?? null) : null,
    },
    reasoning: reasoningOf(judged, label, byWords.length),
  };
}

/** As much of a name as a sentence takes; never half a character. */
export const nameOf = (name: string): string => name.slice(0, mostOfName).toWellFormed();

function describe({ person, finished, away }: Owner, label: string | null): string {
  const instead = away ? `; ${nameOf(away.name)}, who knows such tasks best, is away` : '';
  if (!person) {
    const about = label === null ? 'tasks of this kind' : `tasks labelled ${nameOf(label)}`;
    return `Somebody who has done ${about}: nobody who is there has finished one like it${instead}.`;
  }
  const position = person.position ? ` (${nameOf(person.position)})` : '';
  const did =
    finished === 0
      ? 'whose position fits'
      : `who finished ${finished} similar task${finished === 1 ? '' : 's'}`;
  const load = `has ${person.open_tasks} open task${person.open_tasks === 1 ? '' : 's'}`;
  return `${nameOf(person.name)}${position}, ${did} and ${load}${instead}.`;
}

function reasoningOf(
  { priority, evidence }: PriorityJudgement,
  label: string | null,
  similar: number,
): string {
  const reasons = priority === 'medium' ? [] : strongest(evidence, mostReasons);
  const why =
    reasons.length > 0 ? reasons.join(', and ') : 'nothing in its words or dates asks for more or less';
  const filed =
    label === null ? 'No label in use fits' : `The label ${nameOf(label)} fits its words and similar tasks`;
  return `Priority ${priority}: ${why}. ${filed} (${similar} similar finished tasks looked at).`;
}
