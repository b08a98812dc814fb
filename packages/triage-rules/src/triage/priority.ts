import { isFinished, type Priority, priorities, type TaskContext } from '../context.ts';
import { dayMs, durationText, millisecondsBetween } from '../times.ts';
import type { SimilarTask } from './similarity.ts';
import { type Evidence, wordEvidence } from './urgency.ts';

/** The minimum sum of evidence for each priority. */
const thresholds: readonly (readonly [Priority, number])[] = [
  ['urgent', 2.5],
  ['high', 1],
  ['medium', -0.62],
];

/** `urgent` requires at least one piece of evidence of this weight; without one, the priority is `high`. */
const minStrong = 1.5;

const total = (all: readonly Evidence[]): number => all.reduce((sum, { weight }) => sum + weight, 0);

function choosePriority(evidence: readonly Evidence[]): Priority {
  const sum = total(evidence);
  const found = thresholds.find(([, min]) => sum >= min)?.[0] ?? 'low';
  return found === 'urgent' && !evidence.some(({ weight }) => weight >= minStrong) ? 'high' : found;
}

export interface PrioritySuggestion {
  priority: Priority;
  /** The reasons that weighed most towards the priority, the strongest first. */
  reasons: string[];
}

const maxReasons = 3;

export function suggestPriority(
  context: TaskContext,
  similar: readonly SimilarTask[],
  category: string,
): PrioritySuggestion {
  const { record, now } = context;
  const evidence = [
    ...wordEvidence(record.title, record.description),
    ...dueDateEvidence(now, record.due_at),
    ...similarTaskEvidence(similar),
    ...relationEvidence(context),
    ...categoryEvidence(category),
    ...chosenPriorityEvidence(record.priority),
  ];
  return { priority: choosePriority(evidence), reasons: strongest(evidence) };
}

function strongest(all: readonly Evidence[]): string[] {
  const direction = Math.sign(total(all)) || 1;
  return all
    .filter(({ weight }) => weight * direction > 0)
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, maxReasons)
    .map(({ reason }) => reason);
}

/** Weight of a due date at most this many days away. */
const weightByDaysLeft: readonly (readonly [days: number, weight: number])[] = [
  [0.5, 2.2],
  [1, 1.7],
  [3, 1.1],
  [7, 0.5],
  [45, 0],
  [75, -0.4],
];
const weightOfDistantDate = -0.6;

function dueDateEvidence(now: string, due_at: string | null): Evidence[] {
  const left = millisecondsBetween(now, due_at);
  if (left === null) return [];
  if (left < 0) return [{ weight: 1.9, reason: `it was due ${durationText(left)} ago` }];
  const weight = weightByDaysLeft.find(([days]) => left <= days * dayMs)?.[1] ?? weightOfDistantDate;
  return weight === 0 ? [] : [{ weight, reason: `it is due in ${durationText(left)}` }];
}

const steps: Readonly<Record<Priority, number>> = { low: -1, medium: 0, high: 1, urgent: 2 };
const maxCounted = 5;
const minLikeness = 0.3;

/** Very similar tasks usually have the same priority. */
function similarTaskEvidence(similar: readonly SimilarTask[]): Evidence[] {
  const alike = similar.filter(({ likeness }) => likeness >= minLikeness).slice(0, maxCounted);
  const all = alike.reduce((sum, { likeness }) => sum + likeness, 0);
  if (all === 0) return [];
  const mean = alike.reduce((sum, { task, likeness }) => sum + steps[task.priority] * likeness, 0) / all;
  const weight = mean * Math.min(1, all * 1.1) * (mean < 0 ? 0.7 : 0.9);
  if (Math.abs(weight) < 0.1) return [];
  const usual = priorities[Math.round(mean) + 1] ?? 'medium';
  return [{ weight, reason: `similar finished tasks were mostly ${usual}` }];
}

/** Organizations can add categories with any code. */
const weightByCategory = new Map([
  ['system_error', 0.7],
  ['bug', 0.35],
  ['improvement', -0.2],
  ['documentation', -0.3],
  ['release_notes', -0.3],
]);

function categoryEvidence(category: string): Evidence[] {
  const weight = weightByCategory.get(category) ?? 0;
  return weight === 0 ? [] : [{ weight, reason: `it is ${category.replaceAll('_', ' ')}` }];
}

function relationEvidence({ relations }: TaskContext): Evidence[] {
  const waiting = relations.filter(({ kind, task }) => kind === 'blocks' && !isFinished(task));
  if (waiting.length === 0) return [];
  const tasks = waiting.length === 1 ? '1 open task waits' : `${waiting.length} open tasks wait`;
  return [{ weight: 0.8, reason: `${tasks} for it` }];
}

/** A priority other than the default was set deliberately. */
function chosenPriorityEvidence(priority: Priority): Evidence[] {
  if (priority === 'medium') return [];
  return [{ weight: steps[priority] * 1.1, reason: `its author chose ${priority}` }];
}
