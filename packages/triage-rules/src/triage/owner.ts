import type { PersonFacts, TaskContext } from '../context.ts';
import { dayMs, millisecondsBetween } from '../times.ts';
import { analyzeWording, haveCommonStem, positionStems, type SimilarTask } from './similarity.ts';

export interface OwnerSuggestion {
  person: PersonFacts | null;
  /** Number of similar tasks that the person finished. */
  finished: number;
  /** The best match if that person is absent; otherwise null. */
  away: PersonFacts | null;
}

const minScore = 0.25;
const maxExperience = 1.6;
const weightOfPosition = 0.3;
/** Share of the score that each open task above the organization's median costs. */
const costOfOpenTask = 0.06;
const maxCostOfLoad = 0.6;
/** A task finished this many days ago counts half. */
const halfLifeDays = 270;

interface Candidate {
  person: PersonFacts;
  score: number;
  finished: number;
}

/** Suggests a person by experience with similar tasks, position and number of open tasks; never an absent one. */
export function suggestOwner(context: TaskContext, similar: readonly SimilarTask[]): OwnerSuggestion {
  const { all: words } = analyzeWording(context.record);
  const medianLoad = computeMedian(context.people.map(({ open_tasks }) => open_tasks));
  const candidates = context.people
    .map((person): Candidate => {
      const theirs = similar.filter(({ task }) => isDoneBy(person, task));
      const experience = theirs.reduce(
        (sum, { task, likeness }) => sum + likeness * freshness(task.completed_at, context.now),
        0,
      );
      const fits = haveCommonStem(positionStems(person), words);
      const skill = Math.min(maxExperience, experience) + (fits ? weightOfPosition : 0);
      const load = Math.min(maxCostOfLoad, Math.max(0, person.open_tasks - medianLoad) * costOfOpenTask);
      return { person, score: skill * (1 - load), finished: theirs.length };
    })
    .filter(({ score }) => score >= minScore)
    .sort(
      (a, b) =>
        b.score - a.score ||
        a.person.open_tasks - b.person.open_tasks ||
        personId(a.person) - personId(b.person),
    );
  const best = candidates.find(({ person }) => !person.is_absent);
  const [first] = candidates;
  return {
    person: best?.person ?? null,
    finished: best?.finished ?? 0,
    away: first?.person.is_absent ? first.person : null,
  };
}

function isDoneBy(person: PersonFacts, task: SimilarTask['task']): boolean {
  const isEmployee = person.employee_id !== null && task.done_by_employee_id === person.employee_id;
  return isEmployee || (person.user_id !== null && task.done_by_user_id === person.user_id);
}

const personId = ({ employee_id, user_id }: PersonFacts) => employee_id ?? user_id ?? 0;

const freshness = (completed_at: string, now: string) =>
  0.5 ** (Math.max(0, millisecondsBetween(completed_at, now) ?? 0) / (halfLifeDays * dayMs));

function computeMedian(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
