interface Page<Row> {
  data: Row[];
  /** The `after` of the next page; null on the last page. */
  next: string | null;
}

export interface PageQuery {
  limit: number;
  after?: string;
}

/**
 * Iterates over a list page by page, lazily. The list may change between pages: rows that are inserted or removed shift
 * no other row. A row whose sort values change may be missed or yielded twice.
 */
export async function* iterateRows<Row>(
  read: (query: PageQuery) => Promise<Page<Row>>,
  limit: number,
): AsyncGenerator<Row, void, undefined> {
  let query: PageQuery = { limit };
  for (;;) {
    const { data, next } = await read(query);
    yield* data;
    if (next === null) return;
    query = { limit, after: next };
  }
}
