/** A variable in a text that does not exist. */
export interface UnknownVariable {
  name: string;
  /** Positions in the text. */
  start: number;
  end: number;
  /** From 1. */
  line: number;
}

/** Finds the variables, such as `{{record.title}}`, of a text that are not among those that exist. */
export function unknownVariables(text: string, known: readonly string[]): UnknownVariable[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map((match) => ({
      name: (match[1] ?? '').trim(),
      start: match.index,
      end: match.index + match[0].length,
      line: text.slice(0, match.index).split('\n').length,
    }))
    .filter(({ name }) => !known.includes(name));
}
