import type { PersonFacts, TaskContext } from '../prompt.ts';
import { between, day } from './moments.ts';
import { type SimilarTask, topicStems } from './similarity.ts';

export interface Owner {
  person: PersonFacts | null;
  /** Similar tasks that they finished. */
  finished: number;
  /** Who would have been it, were they not away. */
  away: PersonFacts | null;
}

const leastScore = 0.25;
const weightOfPosition = 0.3;
/** What each open task above what is usual in the organization takes away. */
const weightOfLoad = 0.06;
const mostOfLoad = 0.6;
/** A task finished so long ago counts half. */
const halfLife = 270;

interface Candidate {
  person: PersonFacts;
  score: number;
  finished: number;
}

/** Who finished tasks like this one, weighed by what they have on their desk, and whether they are there. */
export function judgeOwner(context: TaskContext, similar: readonly SimilarTask[]): Owner {
  const words = topicStems(`${context.record.title} ${context.record.description}`);
  const usualLoad = medianOf(context.people.map(({ open_tasks }) => open_tasks));
  const candidates = context.people
    .map((person): Candidate => {
      const theirs = similar.filter(({ task }) => isBy(person, task));
      const experience = theirs.reduce(
        (sum, { task, likeness }) => sum + likeness * freshness(task.completed_at, context.now),
        0,
      );
      const fits = [...topicStems(person.position ?? '')].some((stem) => words.has(stem));
      const skill = Math.min(1.6, experience) + (fits ? weightOfPosition : 0);
      const load = Math.min(mostOfLoad, Math.max(0, person.open_tasks - usualLoad) * weightOfLoad);
      return { person, score: skill * (1 - load), finished: theirs.length };
    })
    .filter(({ score }) => score >= leastScore)
    .sort(
      (a, b) =>
        b.score - a.score || a.person.open_tasks - b.person.open_tasks || keyOf(a.person) - keyOf(b.person),
    );
  const best = candidates.find(({ person }) => !person.is_absent);
  const [first] = candidates;
  return {
    person: best?.person ?? null,
    finished: best?.finished ?? 0,
    away: first?.person.is_absent ? first.person : null,
  };
}

function isBy(person: PersonFacts, task: SimilarTask['task']): boolean {
  const isEmployee = person.employee_id !== null && task.done_by_employee_id === person.employee_id;
  return isEmployee || (person.user_id !== null && task.done_by_user_id === person.user_id);
}

const keyOf = ({ employee_id, user_id }: PersonFacts) => employee_id ?? user_id ?? 0;

const freshness = (completed_at: string, now: string) =>
  0.5 ** (Math.max(0, between(completed_at, now) ?? 0) / (halfLife * day));

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
