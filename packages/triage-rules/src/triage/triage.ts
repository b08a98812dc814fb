import type { JsonObject, TaskContext } from '../context.ts';
import { shortName } from '../mentions.ts';
import { suggestCategory } from './category.ts';
import { suggestLabel } from './label.ts';
import { type OwnerSuggestion, suggestOwner } from './owner.ts';
import { type PrioritySuggestion, suggestPriority } from './priority.ts';
import { compareTasks, rankSimilar } from './similarity.ts';

/** Suggests priority, category, label and owner of a task. The output matches `triageSchema`. */
export function triage(context: TaskContext): JsonObject {
  const { record } = context;
  const compared = compareTasks(context);
  const similarByWords = rankSimilar(record, record.label, compared);
  const label = suggestLabel(context, similarByWords);
  const category = suggestCategory(context, similarByWords);
  const suggested = suggestPriority(context, similarByWords, category);
  const owner = suggestOwner(
    context,
    label === record.label ? similarByWords : rankSimilar(record, label, compared),
  );
  return {
    priority: suggested.priority,
    category,
    label,
    ideal_owner: {
      description: describeOwner(owner, label),
      employee_id: owner.person?.employee_id ?? null,
      user_id: owner.person?.employee_id == null ? (owner.person?.user_id ?? null) : null,
    },
    reasoning: describeReasoning(suggested, label, similarByWords.length),
  };
}

function describeOwner({ person, finished, away }: OwnerSuggestion, label: string | null): string {
  const instead = away ? `; ${shortName(away.name)}, who knows such tasks best, is away` : '';
  if (!person) {
    const about = label === null ? 'a similar task' : `a task labelled ${shortName(label)}`;
    return `No matching person found: no available person has completed ${about}${instead}.`;
  }
  const position = person.position ? ` (${shortName(person.position)})` : '';
  const did =
    finished === 0
      ? 'whose position fits'
      : `who finished ${finished} similar task${finished === 1 ? '' : 's'}`;
  const load = `has ${person.open_tasks} open task${person.open_tasks === 1 ? '' : 's'}`;
  return `${shortName(person.name)}${position}, ${did} and ${load}${instead}.`;
}

function describeReasoning(
  { priority, reasons }: PrioritySuggestion,
  label: string | null,
  similar: number,
): string {
  const why =
    priority === 'medium' || reasons.length === 0
      ? 'neither its text nor its dates suggest another priority'
      : reasons.join(', and ');
  const filed =
    label === null
      ? 'No label in use fits'
      : `The label ${shortName(label)} fits its words and similar tasks`;
  return `Priority ${priority}: ${why}. ${filed} (compared with ${similar} similar finished tasks).`;
}
