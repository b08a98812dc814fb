const maxWords = 12;

/**
 * The longest distinct words of a title that have at least four letters or digits, at most 12, in lower case, without
 * common words.
 */
export function extractWords(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const distinct = [...new Set(words)].filter((word) => !commonWords.has(word));
  return distinct.toSorted((a, b) => b.length - a.length).slice(0, maxWords);
}

const commonWords: ReadonlySet<string> = new Set(
  `with from that this into have been when what will your their there details after before please need needs make
  should could would task tasks update check
  eine einen einer oder nicht werden wird sind dass auch nach über
  avec dans pour cette sont plus mais
  para como esta este pero desde sobre`.split(/\s+/),
);

const separator = ' ';
/** Maximum number of cached results. */
const maxKnownWords = 2_000;

/**
 * Finds the titles that contain a word, also within a longer word. Searches the distinct words of all titles, which
 * takes a tenth of the time of searching the titles.
 */
export class TitleWords {
  readonly #titles: readonly string[];
  readonly #known = new Map<string, readonly number[]>();
  #vocabulary: { text: string; titlesAt: Map<number, number[]> } | undefined;

  constructor(titles: readonly string[]) {
    this.#titles = titles;
  }

  /** Returns the indexes of the titles that contain a word of letters and digits, ascending. */
  titlesWith(word: string): readonly number[] {
    const known = this.#known.get(word);
    if (known) return known;
    const found = this.#find(word);
    if (this.#known.size >= maxKnownWords) this.#known.clear();
    this.#known.set(word, found);
    return found;
  }

  #find(word: string): number[] {
    this.#vocabulary ??= indexWords(this.#titles);
    const { text, titlesAt } = this.#vocabulary;
    const found = new Set<number>();
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, text.indexOf(separator, at))) {
      const start = text.lastIndexOf(separator, at) + 1;
      for (const index of titlesAt.get(start) ?? []) found.add(index);
    }
    return [...found].sort((a, b) => a - b);
  }
}

/** Returns all distinct words in one text, and the titles of each word by its position in the text. */
function indexWords(titles: readonly string[]): { text: string; titlesAt: Map<number, number[]> } {
  const titlesOf = new Map<string, number[]>();
  titles.forEach((title, index) => {
    for (const word of title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []) {
      const same = titlesOf.get(word);
      if (!same) titlesOf.set(word, [index]);
      else if (same.at(-1) !== index) same.push(index);
    }
  });
  const titlesAt = new Map<number, number[]>();
  let text = separator;
  for (const [word, indexes] of titlesOf) {
    titlesAt.set(text.length, indexes);
    text += word + separator;
  }
  return { text, titlesAt };
}
