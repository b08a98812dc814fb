import type { ListedMutant, Outcome } from './mutant-list.ts';

const shorten = (text: string): string => (text.length > 160 ? `${text.slice(0, 159)}…` : text);

/** Prints the mutants that no test detected and the counts. Returns true if tests detected all that ran. */
export function reportSystematic(outcomes: ReadonlyMap<ListedMutant, Outcome>): boolean {
  const by = (outcome: Outcome) => [...outcomes].flatMap(([one, it]) => (it === outcome ? [one] : []));
  for (const outcome of ['not executed', 'survived'] as const) {
    for (const { file, line, kind, from, change } of by(outcome))
      console.log(
        `${outcome}: ${file}:${line} ${kind}: ${kind === 'sql' ? '' : `${shorten(from)} → `}${shorten(change)}`,
      );
  }
  const counts = (['killed', 'survived', 'not executed', 'not run'] as const).map(
    (outcome) => `${by(outcome).length} ${outcome}`,
  );
  console.log(`\n${outcomes.size} mutants: ${counts.join(', ')}`);
  return by('survived').length + by('not executed').length === 0;
}
