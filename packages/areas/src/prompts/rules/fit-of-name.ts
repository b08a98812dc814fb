import { topicStems } from './similarity.ts';
import { topics } from './words/topics.ts';

const topicSets = topics.map(topicStems);
/** By word, the topics that have it. */
const topicsOfStem = new Map<string, number[]>();
for (const [index, stems] of topicSets.entries()) {
  for (const stem of stems) topicsOfStem.set(stem, [...(topicsOfStem.get(stem) ?? []), index]);
}

const named = { title: 1.6, description: 0.8 };
const topical = { title: 0.75, description: 0.25 };
const mostOfTopic = 1.5;

/** The words of a task. */
export interface Wording {
  title: ReadonlySet<string>;
  description: ReadonlySet<string>;
}

export const wordingOf = (task: { title: string; description: string }): Wording => ({
  title: withParts(topicStems(task.title)),
  description: withParts(topicStems(task.description)),
});

/** How well the name of a label or a category fits a task: by itself, and by words that belong together with it. */
export function fitOfName(name: string, wording: Wording): number {
  const stems = [...topicStems(name)];
  const direct = Math.max(0, ...stems.map((stem) => weightOf(stem, wording, named)));
  const indexes = new Set(stems.flatMap((stem) => topicsOfStem.get(stem) ?? []));
  const related = [...indexes].map((index) =>
    [...(topicSets[index] ?? [])].reduce((sum, stem) => sum + weightOf(stem, wording, topical), 0),
  );
  return direct + Math.min(mostOfTopic, Math.max(0, ...related));
}

function weightOf(stem: string, { title, description }: Wording, weights: typeof named): number {
  if (title.has(stem)) return weights.title;
  return description.has(stem) ? weights.description : 0;
}

const longWord = 9;
const shortestPart = 5;

/** Long words are often put together of shorter ones, at least in German: what they begin and end with counts, too. */
function withParts(stems: ReadonlySet<string>): Set<string> {
  const parts = [...stems].flatMap((stem) => (stem.length < longWord ? [] : partsOf(stem)));
  return new Set([...stems, ...parts]);
}

function partsOf(stem: string): string[] {
  const lengths = Array.from(
    { length: stem.length - 2 * shortestPart + 2 },
    (_, index) => index + shortestPart,
  );
  return lengths
    .flatMap((length) => [stem.slice(0, length), stem.slice(-length)])
    .filter((part) => topicsOfStem.has(part));
}
