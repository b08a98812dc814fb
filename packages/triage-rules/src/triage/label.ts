import type { TaskContext } from '../context.ts';
import { analyzeWording, labelStems, type SimilarTask, scoreName } from './similarity.ts';

const minScore = 0.45;
const maxLabels = 100;
const weightOfVotes = 1.6;

/** The task's own label, or the label in use that fits best; null if none fits. */
export function suggestLabel(
  { record, organization }: TaskContext,
  similar: readonly SimilarTask[],
): string | null {
  if (record.label !== null) return record.label;
  const wording = analyzeWording(record);
  const scores = organization.labels.slice(0, maxLabels).map((label, rank) => ({
    name: label.name,
    rank,
    score: scoreName(labelStems(label), wording) + votesFor(label.name, similar),
  }));
  const [best] = scores.sort((a, b) => b.score - a.score || a.rank - b.rank);
  return best && best.score >= minScore ? best.name : null;
}

/** Similar tasks vote for their label; each further vote counts less. */
function votesFor(name: string, similar: readonly SimilarTask[]): number {
  const votes = similar.filter(({ task }) => task.label === name).map(({ likeness }) => likeness);
  return votes.reduce((sum, likeness, rank) => sum + Math.min(1, likeness) / (1 + rank), 0) * weightOfVotes;
}
