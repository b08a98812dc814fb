/** Maximum number of levels of the team tree, which row scope relies on. */
export const maxTreeDepth = 10;

/** A slug from a name: accents go, everything that is no letter or digit becomes a hyphen. */
export function slugFrom(name: string, otherwise = 'team'): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? otherwise : plain;
}

/** The slug itself, or the first of `slug-2`, `slug-3`, … that is not taken. */
export function chooseFreeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

/**
 * Returns why a team cannot take over the rows of another, or null. `lineage` holds the ids of the team that takes over
 * and of those above it, nearest first; `height` is the number of levels of the team that goes, with those below it.
 */
export function mergerFault(from: number, lineage: readonly number[], height: number): string | null {
  if (lineage[0] === from) return 'Is the team itself';
  if (lineage.includes(from)) return 'Is below the team that goes: move it first';
  if (lineage.length + height - 1 > maxTreeDepth) return `Teams can be at most ${maxTreeDepth} levels deep`;
  return null;
}

/** A number of rows that refer to a team. */
export type Dependents = readonly [count: number, one: string, many: string];

/** Why a team cannot be deleted, or null. */
export function teamDeletionViolation(dependents: readonly Dependents[]): string | null {
  const held = dependents
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return held.length === 0 ? null : `Still has ${held.join(', ')}`;
}
