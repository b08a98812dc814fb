/** Chosen records by key, in the order in which they were chosen. */
export type Selection<Item> = ReadonlyMap<string, Item>;

export interface Listed<Item> {
  key: string;
  item: Item;
  /** The place in the list. */
  index: number;
}

/**
 * Chooses a record or drops it. With `anchor`, all records from there on get the state of the anchor's record, if all of
 * them are loaded.
 *
 * @param loaded in their order
 * @param anchor the key of the record that was chosen or dropped before
 */
export function toggled<Item>(
  selection: Selection<Item>,
  loaded: readonly Listed<Item>[],
  key: string,
  anchor?: string,
): Selection<Item> {
  const ends = [anchor ?? key, key].map((one) => loaded.findIndex((listed) => listed.key === one));
  const between = ends.includes(-1) ? [] : loaded.slice(Math.min(...ends), Math.max(...ends) + 1);
  const [first, last] = [between[0], between.at(-1)];
  const isWhole = first && last && last.index - first.index === between.length - 1;
  const isRange = anchor !== undefined && anchor !== key && isWhole === true;
  const range = isRange ? between : loaded.filter((listed) => listed.key === key);
  return withState(selection, range, isRange ? selection.has(anchor) : !selection.has(key));
}

/** Chooses all of some records or, if all are chosen, drops them. */
export const toggledPage = <Item>(
  selection: Selection<Item>,
  page: readonly Listed<Item>[],
): Selection<Item> => withState(selection, page, !page.every(({ key }) => selection.has(key)));

function withState<Item>(
  selection: Selection<Item>,
  some: readonly Listed<Item>[],
  isChosen: boolean,
): Selection<Item> {
  const next = new Map(selection);
  for (const { key, item } of some) {
    if (isChosen) next.set(key, item);
    else next.delete(key);
  }
  return next;
}
