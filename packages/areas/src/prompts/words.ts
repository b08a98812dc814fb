const mostWords = 12;

/** The words of a title that say what it is about: the longest ones, lower case, none that is everywhere. */
export function wordsOf(title: string): string[] {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
  const telling = [...new Set(words)].filter((word) => !everywhere.has(word));
  return telling.toSorted((a, b) => b.length - a.length).slice(0, mostWords);
}

const everywhere: ReadonlySet<string> = new Set(
  `with from that this into have been when what will your their there about after before please need needs make
  should could would task tasks update check
  eine einen einer oder nicht werden wird sind dass auch nach über
  avec dans pour cette sont plus mais
  para como esta este pero desde sobre`.split(/\s+/),
);
