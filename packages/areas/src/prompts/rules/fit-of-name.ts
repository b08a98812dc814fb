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

/**
 * How well each of the names fits a task: by itself, and by words that belong together with it. A word that belongs to
 * several of the names says less about which of them is meant.
 */
export function fitOfNames(names: readonly string[], wording: Wording): number[] {
  const known = names.map((name) => {
    const stems = [...topicStems(name)];
    return { stems, indexes: [...new Set(stems.flatMap((stem) => topicsOfStem.get(stem) ?? []))] };
  });
  const rivals = countsOf(
    known.map(({ indexes }) => new Set(indexes.flatMap((at) => [...(topicSets[at] ?? [])]))),
  );
  return known.map(({ stems, indexes }) => {
    const direct = Math.max(0, ...stems.map((stem) => weightOf(stem, wording, named)));
    const related = indexes.map((index) =>
      [...(topicSets[index] ?? [])].reduce(
        (sum, stem) => sum + weightOf(stem, wording, topical) / (rivals.get(stem) ?? 1),
        0,
      ),
    );
    return direct + Math.min(mostOfTopic, Math.max(0, ...related));
  });
}

function countsOf(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of sets.flatMap((set) => [...set])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
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
