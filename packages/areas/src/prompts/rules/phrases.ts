import { stemsOf } from './text.ts';
import { negations } from './words/negations.ts';

/** How far before a phrase a negation still speaks of it: "not really that urgent". */
const reachOfNegation = 3;

export interface Phrase<T> {
  text: string;
  meaning: T;
}

export interface Hit<T> {
  text: string;
  meaning: T;
  isNegated: boolean;
}

interface Known<T> extends Phrase<T> {
  stems: readonly string[];
}

/** Finds phrases in texts, the longest first: "urgent care" hides "urgent". */
export class PhraseBook<T> {
  readonly #byFirst = new Map<string, Known<T>[]>();

  constructor(phrases: Iterable<Phrase<T>>) {
    for (const phrase of phrases) {
      const stems = stemsOf(phrase.text);
      const [first] = stems;
      if (first === undefined) continue;
      this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), { ...phrase, stems }]);
    }
    for (const some of this.#byFirst.values()) some.sort((a, b) => b.stems.length - a.stems.length);
  }

  /** Every phrase once, as it was first said in the clauses of a text. */
  find(clauses: readonly (readonly string[])[]): Hit<T>[] {
    const hits = new Map<string, Hit<T>>();
    for (const clause of clauses) {
      for (const hit of this.#inClause(clause)) if (!hits.has(hit.text)) hits.set(hit.text, hit);
    }
    return [...hits.values()];
  }

  *#inClause(clause: readonly string[]): Iterable<Hit<T>> {
    for (let at = 0; at < clause.length; ) {
      const found = this.#at(clause, at);
      if (found) {
        const before = clause.slice(Math.max(0, at - reachOfNegation), at);
        yield {
          text: found.text,
          meaning: found.meaning,
          isNegated: before.some((word) => negations.has(word)),
        };
      }
      at += found?.stems.length ?? 1;
    }
  }

  #at(clause: readonly string[], at: number): Known<T> | undefined {
    return this.#byFirst
      .get(clause[at] ?? '')
      ?.find(({ stems }) => stems.every((stem, index) => clause[at + index] === stem));
  }
}
