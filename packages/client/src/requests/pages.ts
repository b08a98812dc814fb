interface Page<Row> {
  data: Row[];
  total: number;
}

/** `GET /events` is paged by page number, every other list by offset. */
export type PageQuery = { limit: number } & ({ offset: number } | { page: number });

/**
 * Iterates over a list page by page, lazily. The list may change between pages: rows that were shifted to the next page
 * are yielded once; rows that moved to an earlier page are missed.
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
