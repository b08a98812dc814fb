/** One page of a list. */
interface Page<Row> {
  data: Row[];
  total: number;
}

/** Where a page begins: `GET /events` counts pages, every other list rows. */
export type PageQuery = { limit: number } & ({ offset: number } | { page: number });

/**
 * Reads a list page by page, when its rows are asked for. A list is not frozen meanwhile: a row that came again, because
 * others were added before it, is left out; of rows that moved to a page that was read already nothing is known.
 */
export async function* iterateRows<Row>(
  read: (query: PageQuery) => Promise<Page<Row>>,
  limit: number,
  isByNumber: boolean,
): AsyncGenerator<Row, void, undefined> {
  let before = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const offset = (page - 1) * limit;
    const { data, total } = await read(isByNumber ? { limit, page } : { limit, offset });
    const now = new Set(data.map(idOf).filter((id) => id !== undefined));
    for (const row of data) if (!before.has(idOf(row) ?? row)) yield row;
    if (data.length < limit || offset + data.length >= total) return;
    before = now;
  }
}

function idOf(row: unknown): unknown {
  return typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined;
}
