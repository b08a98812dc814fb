/** The items with one of them at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const [item, ...others] = [items[from] as Item, ...items.slice(0, from), ...items.slice(from + 1)];
  return [...others.slice(0, to), item, ...others.slice(to)];
}
