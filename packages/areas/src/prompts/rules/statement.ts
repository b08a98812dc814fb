import { wordsByClause } from './text.ts';
import { faultVerbs, taskVerbs } from './words/verbs.ts';

const wordsIn = (words: string) => new Set(words.trim().split(/\s+/));
const faults = wordsIn(faultVerbs);
const tasks = wordsIn(taskVerbs);
const negatives = wordsIn('not doesnt dont isnt arent wont cant cannot longer nicht keine kein ne n no');

/** Whether a title states what is the case instead of saying what to do: "Oven heats unevenly", not "Order an oven". */
export function statesFault(title: string): boolean {
  const [first = []] = wordsByClause(title);
  const [head] = first;
  if (head === undefined || tasks.has(head)) return false;
  return first.slice(1).some((word) => faults.has(word) || negatives.has(word));
}
