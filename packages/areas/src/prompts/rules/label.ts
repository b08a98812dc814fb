import type { TaskContext } from '../prompt.ts';
import { type SimilarTask, topicStems } from './similarity.ts';
import { topics } from './words/topics.ts';

const topicSets = topics.map(topicStems);
/** By word, the topics that have it. */
const topicsOfStem = new Map<string, number[]>();
for (const [index, stems] of topicSets.entries()) {
  for (const stem of stems) topicsOfStem.set(stem, [...(topicsOfStem.get(stem) ?? []), index]);
}

const leastScore = 0.6;
const mostLabels = 100;
const named = { title: 1.6, description: 0.8 };
const topical = { title: 0.75, description: 0.25 };
const mostOfTopic = 1.5;

/** The label that the task has, else the one in use that fits; null where none does. */
export function judgeLabel(
  { record, organization }: TaskContext,
  similar: readonly SimilarTask[],
): string | null {
  if (record.label !== null) return record.label;
  const title = topicStems(record.title);
  const description = topicStems(record.description);
  const scores = organization.labels.slice(0, mostLabels).map(({ name }, rank) => ({
    name,
    rank,
    score: scoreOfName(name, title, description) + votesFor(name, similar),
  }));
  const [best] = scores.sort((a, b) => b.score - a.score || a.rank - b.rank);
  return best && best.score >= leastScore ? best.name : null;
}

function scoreOfName(name: string, title: ReadonlySet<string>, description: ReadonlySet<string>): number {
  const stems = [...topicStems(name)];
  const direct = Math.max(
    0,
    ...stems.map((stem) => (title.has(stem) ? named.title : description.has(stem) ? named.description : 0)),
  );
  return (
    direct +
    Math.min(
      mostOfTopic,
      Math.max(0, ...topicsOf(stems).map((topic) => scoreOfTopic(topic, title, description))),
    )
  );
}

const topicsOf = (stems: readonly string[]) =>
  [...new Set(stems.flatMap((stem) => topicsOfStem.get(stem) ?? []))].map(
    (index) => topicSets[index] ?? new Set<string>(),
  );

function scoreOfTopic(
  topic: ReadonlySet<string>,
  title: ReadonlySet<string>,
  description: ReadonlySet<string>,
): number {
  let score = 0;
  for (const stem of topic)
    score += title.has(stem) ? topical.title : description.has(stem) ? topical.description : 0;
  return score;
}

function votesFor(name: string, similar: readonly SimilarTask[]): number {
  const votes = similar.filter(({ task }) => task.label === name).map(({ likeness }) => likeness);
  return votes.reduce((sum, likeness, index) => sum + Math.min(1, likeness) / (1 + index), 0) * 1.4;
}
