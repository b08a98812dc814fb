import type { Priority, TaskContext } from '../prompt.ts';
import { priorities } from '../prompt.ts';
import { type Evidence, total } from './evidence.ts';
import { between, day, lengthOf } from './moments.ts';
import type { SimilarTask } from './similarity.ts';
import { urgencyOfCombinations, urgencyOfWords } from './urgency-of-words.ts';

/** From which sum of evidence on a task is of a priority. */
const leastOf: readonly (readonly [Priority, number])[] = [
  ['urgent', 2.5],
  ['high', 1],
  ['medium', -0.62],
];

/** Many small reasons make a task important; to drop everything takes a strong one. */
const strong = 1.5;

function priorityOf(evidence: readonly Evidence[]): Priority {
  const sum = total(evidence);
  const found = leastOf.find(([, least]) => sum >= least)?.[0] ?? 'low';
  return found === 'urgent' && !evidence.some(({ weight }) => weight >= strong) ? 'high' : found;
}

export interface PriorityJudgement {
  priority: Priority;
  evidence: Evidence[];
}

export function judgePriority(
  context: TaskContext,
  similar: readonly SimilarTask[],
  category: string,
): PriorityJudgement {
  const { record, now } = context;
  const evidence = [
    ...urgencyOfWords(record.title, record.description),
    ...urgencyOfCombinations(record.title, record.description),
    ...urgencyOfDueDate(now, record.due_at),
    ...urgencyOfSimilar(similar),
    ...urgencyOfRelations(context),
    ...urgencyOfCategory(category),
    ...choiceOfAuthor(record.priority),
  ];
  return { priority: priorityOf(evidence), evidence };
}

/** Weight of a due date so many days away or less. */
const byDaysLeft: readonly (readonly [days: number, weight: number])[] = [
  [0.5, 2.2],
  [1, 1.7],
  [3, 1.1],
  [7, 0.5],
  [45, 0],
  [75, -0.4],
];
const weightOfFar = -0.6;

function urgencyOfDueDate(now: string, due_at: string | null): Evidence[] {
  const left = between(now, due_at);
  if (left === null) return [];
  if (left < 0) return [{ weight: 1.9, reason: `it was due ${lengthOf(left)} ago` }];
  const weight = byDaysLeft.find(([days]) => left <= days * day)?.[1] ?? weightOfFar;
  return weight === 0 ? [] : [{ weight, reason: `it is due in ${lengthOf(left)}` }];
}

const steps: Readonly<Record<Priority, number>> = { low: -1, medium: 0, high: 1, urgent: 2 };
const mostCounted = 5;
const leastAlike = 0.3;

/** Tasks that are much alike were mostly as important, too. */
function urgencyOfSimilar(similar: readonly SimilarTask[]): Evidence[] {
  const alike = similar.filter(({ likeness }) => likeness >= leastAlike).slice(0, mostCounted);
  const all = alike.reduce((sum, { likeness }) => sum + likeness, 0);
  if (all === 0) return [];
  const mean = alike.reduce((sum, { task, likeness }) => sum + steps[task.priority] * likeness, 0) / all;
  const weight = mean * Math.min(1, all * 1.1) * (mean < 0 ? 0.7 : 0.9);
  if (Math.abs(weight) < 0.1) return [];
  const usual = priorities[Math.round(mean) + 1] ?? 'medium';
  return [{ weight, reason: `similar finished tasks were mostly ${usual}` }];
}

const byCategory: Readonly<Record<string, number>> = {
  system_error: 0.7,
  bug: 0.35,
  improvement: -0.2,
  documentation: -0.3,
  release_notes: -0.3,
};

function urgencyOfCategory(category: string): Evidence[] {
  const weight = byCategory[category] ?? 0;
  return weight === 0 ? [] : [{ weight, reason: `it is ${category.replaceAll('_', ' ')}` }];
}

function urgencyOfRelations({ relations }: TaskContext): Evidence[] {
  const waiting = relations.filter(
    ({ kind, task }) => kind === 'blocks' && task.status !== 'done' && task.status !== 'cancelled',
  );
  if (waiting.length === 0) return [];
  return [
    { weight: 0.8, reason: `${waiting.length} open task${waiting.length === 1 ? '' : 's'} wait for it` },
  ];
}

/** A priority that is not the default was chosen by somebody. */
function choiceOfAuthor(priority: Priority): Evidence[] {
  if (priority === 'medium') return [];
  return [{ weight: steps[priority] * 1.1, reason: `its author chose ${priority}` }];
}
