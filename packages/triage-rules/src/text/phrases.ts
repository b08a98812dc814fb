import { stemText } from './words.ts';

export interface Phrase<Meaning> {
  text: string;
  meaning: Meaning;
}

interface StemmedPhrase<Meaning> extends Phrase<Meaning> {
  stems: readonly string[];
}

/** Finds phrases in texts. Of phrases that begin at the same word, it finds the longest: "urgent care" hides "urgent". */
export class PhraseIndex<Meaning> {
  readonly #byFirstStem = new Map<string, StemmedPhrase<Meaning>[]>();

  constructor(phrases: Iterable<Phrase<Meaning>>) {
    for (const phrase of phrases) {
      const stems = stemText(phrase.text);
      const [first = ''] = stems;
      const sameFirst = this.#byFirstStem.get(first);
      if (sameFirst) sameFirst.push({ ...phrase, stems });
      else this.#byFirstStem.set(first, [{ ...phrase, stems }]);
    }
    for (const phrases of this.#byFirstStem.values()) phrases.sort((a, b) => b.stems.length - a.stems.length);
  }

  /** Returns each phrase once, in the order of the text. */
  find(clauses: readonly (readonly string[])[]): Phrase<Meaning>[] {
    const found = new Map<string, Phrase<Meaning>>();
    for (const clause of clauses) {
      for (let at = 0; at < clause.length; ) {
        const phrase = this.#longestAt(clause, at);
        if (phrase && !found.has(phrase.text)) found.set(phrase.text, phrase);
        at += phrase?.stems.length ?? 1;
      }
    }
    return [...found.values()];
  }

  #longestAt(clause: readonly string[], at: number): StemmedPhrase<Meaning> | undefined {
    return this.#byFirstStem
      .get(clause[at] ?? '')
      ?.find(({ stems }) => stems.every((stem, index) => clause[at + index] === stem));
  }
}
