import type { TaskContext } from '../prompt.ts';
import { fitOfNames, wordingOf } from './fit-of-name.ts';
import type { SimilarTask } from './similarity.ts';

const leastScore = 0.45;
const mostLabels = 100;
const weightOfVotes = 1.6;

/** The label that the task has, else the one in use that fits; null where none does. */
export function judgeLabel(
  { record, organization }: TaskContext,
  similar: readonly SimilarTask[],
): string | null {
  if (record.label !== null) return record.label;
  const wording = wordingOf(record);
  const names = organization.labels.slice(0, mostLabels).map(({ name }) => name);
  const fits = fitOfNames(names, wording);
  const scores = names.map((name, rank) => ({
    name,
    rank,
    score: (fits[rank] ?? 0) + votesFor(name, similar),
  }));
  const [best] = scores.sort((a, b) => b.score - a.score || a.rank - b.rank);
  return best && best.score >= leastScore ? best.name : null;
}

/** Similar tasks vote for their label; the second and the third say less than the first. */
function votesFor(name: string, similar: readonly SimilarTask[]): number {
  const votes = similar.filter(({ task }) => task.label === name).map(({ likeness }) => likeness);
  return votes.reduce((sum, likeness, index) => sum + Math.min(1, likeness) / (1 + index), 0) * weightOfVotes;
}
