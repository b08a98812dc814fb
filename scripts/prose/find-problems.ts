import { type Passage, passagesIn } from './passages.ts';
import { allowedLines, proseRules } from './word-list.ts';

export interface ProseProblem {
  file: string;
  line: number;
  text: string;
  advice: string;
}

/** Lines of a file that break a rule of the word list, except those that `allowed` lists for it. */
export function findProblems(file: string, content: string, allowed = allowedLines): ProseProblem[] {
  const exempt = allowed.filter((entry) => entry.file === file).map((entry) => entry.text);
  return passagesIn(file, content)
    .filter((found) => !exempt.some((text) => found.text.includes(text)))
    .flatMap((found) => problemsOf(file, found));
}

/** Entries of the exemption list whose text is no longer in their file. */
export function findStaleExemptions(
  contents: ReadonlyMap<string, string>,
  allowed = allowedLines,
): { file: string; text: string }[] {
  return allowed.filter(({ file, text }) => !contents.get(file)?.includes(text));
}

const problemsOf = (file: string, { kind, line, text }: Passage): ProseProblem[] =>
  proseRules
    .filter((rule) => (rule.kinds?.includes(kind) ?? true) && rule.pattern.test(text))
    .map(({ advice }) => ({ file, line, text, advice }));
