import type { FoundMutant } from './find-mutants.ts';

export type NumberedMutant = FoundMutant & { id: number };

interface Part {
  start: number;
  end: number;
  mutants: NumberedMutant[];
}

/**
 * Returns the source with all mutants in it. Where a mutant changes the source, the result calls
 * `globalThis.isMutant(id)`, and executes the changed part if it returns true, otherwise the original. So one process
 * can run the tests for many mutants.
 */
export function instrument(source: string, mutants: readonly NumberedMutant[]): string {
  return render(source, partsOf(mutants), 0, source.length);
}

/** Mutants of the same part, in the order in which parts begin; a part before the parts within it. */
function partsOf(mutants: readonly NumberedMutant[]): Part[] {
  const parts = Map.groupBy(mutants, ({ start, end }) => `${start}-${end}`);
  return [...parts.values()]
    .map((group) => ({ start: group[0]?.start ?? 0, end: group[0]?.end ?? 0, mutants: group }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function render(source: string, waiting: Part[], start: number, end: number): string {
  let text = '';
  let at = start;
  for (let part = waiting[0]; part && part.start < end; part = waiting[0]) {
    waiting.shift();
    text += source.slice(at, part.start) + choose(part, render(source, waiting, part.start, part.end));
    at = part.end;
  }
  return text + source.slice(at, end);
}

function choose({ mutants }: Part, original: string): string {
  const isActive = (id: number) => `globalThis.isMutant(${id})`;
  const [first] = mutants;
  if (first?.kind === 'statement') return `{ if (!${isActive(first.id)}) ${original} }`;
  return `(${mutants.map(({ id, to }) => `${isActive(id)} ? ${to} : `).join('')}${original})`;
}
