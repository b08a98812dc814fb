import { type Phrase, PhraseIndex } from '../text/phrases.ts';
import { computeOnce, readWordList } from '../text/word-lists.ts';
import { stemsByClause } from '../text/words.ts';

/** A reason for a priority: positive weights raise it, negative ones lower it. */
export interface Evidence {
  weight: number;
  reason: string;
}

/** Weight of a phrase by its section in `lists/<language>/urgency.txt`, in the order in which evidence is listed. */
export const urgencyWeights = {
  /** Hides shorter phrases: "urgent care" is a place. */
  none: 0,
  /** The task can wait. */
  calm: -2.4,
  /** Actual or imminent harm. */
  harm: 3.5,
  /** A call for speed. */
  call: 1.5,
  soon: 0.6,
  damage: 1,
  /** Something at stake: customers, money, an audit. */
  stake: 0.7,
  small: -1,
  /** Indicates that the text is about writing, training or analysis: "fire drill", "post-mortem". */
  frame: 0,
} as const;
type Urgency = keyof typeof urgencyWeights;
const kinds = Object.keys(urgencyWeights) as Urgency[];

const index = computeOnce(() => {
  const list = readWordList('urgency');
  return new PhraseIndex(
    kinds.flatMap((meaning) => (list.get(meaning) ?? []).map((text): Phrase<Urgency> => ({ text, meaning }))),
  );
});

/** The second phrase of a kind counts less than the first, the fourth not at all. */
const shares = [1, 0.5, 0.25];
const shareOfDescription: Readonly<Partial<Record<Urgency, number>>> = { harm: 0.9 };
const defaultShareOfDescription = 0.75;
/** The share of the weight of `harm`, `damage` and `call` phrases that counts if the title has a `frame` phrase. */
const shareInFrame = 0.25;

export function wordEvidence(title: string, description: string): Evidence[] {
  const inTitle = index().find(stemsByClause(removeQuotations(title)));
  const seen = new Set(inTitle.map(({ text }) => text));
  const below = index()
    .find(stemsByClause(removeQuotations(description)))
    .filter(({ text }) => !seen.has(text));
  const isFramed = inTitle.some(({ meaning }) => meaning === 'frame');
  const isCalm = [...inTitle, ...below].some(({ meaning }) => meaning === 'calm');
  return kinds.flatMap((kind) => {
    const found = [
      ...inTitle.map((phrase) => ({ phrase, share: 1 })),
      ...below.map((phrase) => ({ phrase, share: shareOfDescription[kind] ?? defaultShareOfDescription })),
    ].filter(({ phrase }) => phrase.meaning === kind && urgencyWeights[kind] !== 0);
    return found
      .map(({ phrase, share }) => phraseEvidence(phrase, share, { isFramed, isCalm }))
      .map((one, rank) => ({ ...one, weight: one.weight * (shares[rank] ?? 0) }))
      .filter(({ weight }) => weight !== 0);
  });
}

/** A quotation of at most 20 characters is a name, not a statement: a filter called 'urgent'. */
const removeQuotations = (text: string) =>
  text.replace(/(?<![\p{L}\p{N}])['"“„«‘][^'"”“»’]{1,20}['"”“»’]/gu, ' , ');

function phraseEvidence(
  { text, meaning }: Phrase<Urgency>,
  share: number,
  { isFramed, isCalm }: { isFramed: boolean; isCalm: boolean },
): Evidence {
  const weight = urgencyWeights[meaning] * share;
  if (meaning === 'calm') return { weight, reason: `it says “${text}”` };
  if (weight < 0) return { weight, reason: `“${text}” sounds like something small` };
  const isLoud = meaning === 'harm' || meaning === 'call' || meaning === 'damage';
  const left = (isFramed && isLoud ? shareInFrame : 1) * (isCalm && meaning !== 'harm' ? 0.5 : 1);
  return { weight: weight * left, reason: `the text has “${text}”` };
}
