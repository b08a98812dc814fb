/**
 * Maximum number of levels of the team tree. The SQL function `teams_under`, which row scope uses, has the same limit.
 */
export const maxTreeDepth = 10;

/**
 * Derives a slug of at most 60 characters: removes accents and replaces everything except a-z and 0-9 by hyphens.
 * Returns `otherwise` if nothing is left.
 */
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

export function chooseFreeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}

/**
 * Returns the reason why the rows of a team cannot be moved to another, or null.
 *
 * @param lineage ids of the target and its ancestors, nearest first
 * @param height number of levels of the source and its descendants
 */
export function mergerViolation(from: number, lineage: readonly number[], height: number): string | null {
  if (lineage[0] === from) return 'Must be another team';
  if (lineage.includes(from)) return 'Is a descendant of the team; move it first';
  if (lineage.length + height - 1 > maxTreeDepth) return `Teams can be at most ${maxTreeDepth} levels deep`;
  return null;
}

export type Dependents = readonly [count: number, one: string, many: string];

export function teamDeletionViolation(dependents: readonly Dependents[]): string | null {
  const held = dependents
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return held.length === 0 ? null : `Still has ${held.join(', ')}`;
}
