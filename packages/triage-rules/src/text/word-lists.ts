import { readFileSync } from 'node:fs';
import path from 'node:path';

export const languages = ['en', 'de', 'fr', 'es'] as const;
export type ListName = 'urgency' | 'categories' | 'fault-words' | 'stop-words';

/** Entries by section; a list without headings has one section, named ''. */
export type WordList = ReadonlyMap<string, readonly string[]>;

/** Parses `lists/<language>/<list>.txt`: an entry per line, `[section]` headings, comments that start with `#`. */
export function parseWordList(text: string): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let section = '';
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const heading = /^\[(.+)\]$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    else sections.set(section, [...(sections.get(section) ?? []), line]);
  }
  return sections;
}

export const readLanguage = (name: ListName, language: (typeof languages)[number]): WordList =>
  parseWordList(readFileSync(path.join(import.meta.dirname, 'lists', language, `${name}.txt`), 'utf8'));

/** Reads a list in all languages. */
export function readWordList(name: ListName): WordList {
  const merged = new Map<string, string[]>();
  for (const language of languages) {
    for (const [section, entries] of readLanguage(name, language))
      merged.set(section, [...(merged.get(section) ?? []), ...entries]);
  }
  return merged;
}

/** Computes a value on first use, so that a process that evaluates no task reads no list. */
export function computeOnce<Value>(compute: () => Value): () => Value {
  let known: { value: Value } | undefined;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}
