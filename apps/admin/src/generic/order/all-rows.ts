import { callPath, type Row } from '../../api/call-path.ts';
import type { Session } from '../../api/session/session.ts';

interface Page {
  data: readonly Row[];
  next: string | null;
}

/** All records of a list that match a filter, in its own order. @throws ApiError */
export async function allRows(
  client: Session['client'],
  path: string,
  filter: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = { ...filter, limit: '100', ...(after && { after }) };
    const page: Page = await callPath<Page>(client, 'get', path, { query, ...(signal && { signal }) });
    rows.push(...page.data);
    after = page.next;
  }
  return rows;
}
