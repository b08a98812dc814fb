export const maxTreeDepth = 4;

interface Category {
  id: number;
  applies_to: string;
}

/**
 * Returns the reason why a category cannot be merged into another, or null.
 *
 * @param lineage ids of the target and its ancestors, nearest first
 * @param height number of levels of the source and its descendants
 */
export function mergerViolation(
  source: Category,
  target: Category,
  lineage: readonly number[],
  height: number,
): string | null {
  if (target.id === source.id) return 'Must be another category';
  if (target.applies_to !== source.applies_to)
    return `Must be a category with applies_to = ${source.applies_to}`;
  if (lineage.includes(source.id)) return 'Must not be below the merged category; move it first';
  // The children of the source move below the target, in place of the source itself.
  if (lineage.length + height - 1 > maxTreeDepth)
    return `Exceeds the maximum depth of ${maxTreeDepth} levels`;
  return null;
}
