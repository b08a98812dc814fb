import { combinationsIn } from './combined.ts';
import type { Evidence } from './evidence.ts';
import { bookOf } from './phrase-lists.ts';
import type { Hit } from './phrases.ts';
import { clausesOf } from './text.ts';
import { type Urgency, urgencyPhrases, urgencyWeights } from './words/urgency.ts';

const kinds: readonly Urgency[] = [
  'none',
  'calm',
  'harm',
  'call',
  'soon',
  'damage',
  'stake',
  'small',
  'frame',
];
const book = bookOf(kinds.map((kind) => [kind, urgencyPhrases[kind]] as const));

/** The second phrase of a kind says less than the first, the fourth nothing. */
const shares = [1, 0.5, 0.25];
const shareOfDescription: Readonly<Partial<Record<Urgency, number>>> = { harm: 0.9 };
const usualShareOfDescription = 0.75;
/** What is left of harm and haste in a text that is about writing, teaching or looking back. */
const shareInFrame = 0.25;

/** What words say together. A text that tells how to do something, or that it can wait, says nothing of the kind. */
export function urgencyOfCombinations(title: string, description: string): Evidence[] {
  const inTitle = book.find(clausesOf(title));
  const hits = [...inTitle, ...book.find(clausesOf(description))];
  if (hits.some(({ meaning }) => meaning === 'calm') || inTitle.some(isFrame)) return [];
  return combinationsIn({ title, description }).map(({ category, reason, weight }) => ({
    weight: category === null ? weight : shareOfCategory * weight,
    reason,
  }));
}

/** What tells of a category says something of the haste, too. */
const shareOfCategory = 0.25;

const isFrame = ({ meaning, isNegated }: Hit<Urgency>) => meaning === 'frame' && !isNegated;

/** What the words of a task say about how soon it has to be done. */
export function urgencyOfWords(title: string, description: string): Evidence[] {
  const inTitle = book.find(clausesOf(withoutMentions(title)));
  const seen = new Set(inTitle.map(({ text }) => text));
  const below = book.find(clausesOf(withoutMentions(description))).filter(({ text }) => !seen.has(text));
  const isFramed = inTitle.some(isFrame);
  const isCalm = [...inTitle, ...below].some(({ meaning }) => meaning === 'calm');
  return kinds.flatMap((kind) => {
    const all = [
      ...inTitle.map((hit) => ({ hit, share: 1 })),
      ...below.map((hit) => ({ hit, share: shareOfDescription[kind] ?? usualShareOfDescription })),
    ].filter(({ hit }) => hit.meaning === kind);
    return all
      .flatMap(({ hit, share }) => evidenceOf(hit, share, { isFramed, isCalm }))
      .map((one, index) => ({ ...one, weight: one.weight * (shares[index] ?? 0) }))
      .filter(({ weight }) => weight !== 0);
  });
}

/** A word or two in quotes are spoken of, not said: a filter called 'urgent'. */
const withoutMentions = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}])['"“„«‘][^'"”“»’]{1,20}['"”“»’]/gu, ' , ');

function evidenceOf(
  { text, meaning, isNegated }: Hit<Urgency>,
  share: number,
  { isFramed, isCalm }: { isFramed: boolean; isCalm: boolean },
): Evidence[] {
  const weight = urgencyWeights[meaning] * share;
  if (weight === 0) return [];
  if (meaning === 'calm') return [{ weight, reason: `it says “${text}”` }];
  if (isNegated)
    return meaning === 'call' ? [{ weight: -1.5 * share, reason: `it says it is not “${text}”` }] : [];
  if (weight < 0) return [{ weight, reason: `“${text}” sounds like something small` }];
  const isLoud = meaning === 'harm' || meaning === 'call' || meaning === 'damage';
  const left = (isFramed && isLoud ? shareInFrame : 1) * (isCalm && meaning !== 'harm' ? 0.5 : 1);
  return [{ weight: weight * left, reason: `the text has “${text}”` }];
}
