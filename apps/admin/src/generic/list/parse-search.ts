/** The search parameters of a list: those of the API, `row` instead of `offset`, and `layout`. */
export type ListSearch = Readonly<Record<string, string>>;

export function parseListSearch(given: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === '' || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
