import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestResponse, TestService } from '../index.ts';
import { notifyObserver } from '../service/response-observer.ts';

const { sql } = Prisma;

/** Sends bytes with PUT, and passes the response to the observer. */
export async function putBytes(
  url: string,
  token: string,
  bytes: string | Uint8Array | ReadableStream,
  headers: object = {},
): Promise<TestResponse> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: bytes,
    duplex: 'half',
  } as RequestInit);
  const text = await response.text();
  const { pathname, search } = new URL(url);
  const request = { method: 'PUT', path: `${pathname}${search}`.replace(/^\/api/, '') };
  notifyObserver(request, { status: response.status, headers: response.headers, text });
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export async function downloadFile(url: string, token?: string) {
  const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Replaces the public URL of a link by the URL of the test service. */
export const toServiceUrl = (service: TestService, link: string) =>
  link.replace(service.config.PUBLIC_URL, service.url);

/** Creates a file and uploads its content. */
export async function upload(
  service: TestService,
  by: Client,
  file: { name: string; mime: string },
  bytes: Buffer,
): Promise<TestResponse> {
  const made = await by.call('POST', '/files', { ...file, size: bytes.length });
  if (made.status !== 201) throw new Error(`POST /files: ${made.status} ${JSON.stringify(made.body)}`);
  return putBytes(toServiceUrl(service, made.body.upload_url), by.token, new Uint8Array(bytes));
}

/** Ends the retention of a deleted file, or of one without an upload. */
export async function expireRetention(
  service: TestService,
  file: { org_id: number; id: number },
): Promise<void> {
  const rows = await executeOperational(
    service.platform,
    sql`update files set purge_at = now() where org_id = ${file.org_id} and id = ${file.id} returning id`,
  );
  if (rows.length !== 1) throw new Error(`File ${file.id} does not exist`);
}
