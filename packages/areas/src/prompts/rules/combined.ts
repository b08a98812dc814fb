import { bookOf } from './phrase-lists.ts';
import { clausesOf } from './text.ts';
import { type Combination, combinations } from './words/combinations.ts';

const combined = combinations.map((combination) => ({
  combination,
  books: combination.lists.map((list) => bookOf([[true, list]])),
}));

/** The combinations that a task has a word of each list of; what is denied does not count. */
export function combinationsIn({
  title,
  description,
}: {
  title: string;
  description: string;
}): Combination[] {
  const clauses = [...clausesOf(title), ...clausesOf(description)];
  return combined
    .filter(({ books }) => books.every((book) => book.find(clauses).some(({ isNegated }) => !isNegated)))
    .map(({ combination }) => combination);
}
