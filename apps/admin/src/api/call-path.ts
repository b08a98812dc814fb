import { ApiError, type Client } from '@wfp/client';
import { rightsQuery } from './rights/rights-query.ts';

export type Row = Readonly<Record<string, unknown>>;
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

interface Sent {
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Calls an operation whose path is known only at runtime, from metadata. @throws ApiError */
export function callPath<Result>(
  client: Client,
  method: Method,
  path: string,
  { query, ...sent }: Sent = {},
): Promise<Result> {
  const call = client[method] as unknown as (path: string, init: object) => Promise<Result>;
  return call(path, { ...sent, ...(query && { params: { query } }) });
}

/** A record with the version that `If-Match` requires. */
export interface ReadRecord {
  row: Row;
  etag: string | null;
}

/** Reads a record with the rights of the user on it. @throws ApiError */
export const readRecord = (client: Client, path: string, signal?: AbortSignal): Promise<ReadRecord> =>
  callWithTag(client, 'GET', path, { params: { query: rightsQuery(path) }, ...(signal && { signal }) });

/** Calls an operation whose response is a record. @throws ApiError */
export async function callWithTag(
  client: Client,
  method: 'GET' | 'PATCH' | 'POST',
  path: string,
  init: object,
): Promise<ReadRecord> {
  const call = client.http[method] as unknown as (
    path: string,
    init: object,
  ) => Promise<{ data?: Row; error?: unknown; response: Response }>;
  const { data, error, response } = await call(path, init);
  if (!response.ok || !data) throw new ApiError(response, error);
  return { row: data, etag: response.headers.get('etag') };
}
