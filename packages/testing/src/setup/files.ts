import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestResponse, TestService } from '../index.ts';
import { notifyObserver } from '../service/answers.ts';

const { sql } = Prisma;

/** Sends bytes as they are, and shows the answer to the watcher of answers. */
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
  const asked = { method: 'PUT', path: `${pathname}${search}`.replace(/^\/api/, '') };
  notifyObserver(asked, { status: response.status, headers: response.headers, text });
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** A download: its status, its headers and its bytes. */
export async function downloadFile(url: string, token?: string) {
  const response = await fetch(url, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Links name the public address; a test reaches the service at another. */
export const toServiceUrl = (service: TestService, link: string) =>
  link.replace(service.config.PUBLIC_URL, service.url);

/** Announces a file and sends its bytes. */
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

/** Lets the day pass for which the bytes of a deleted file, or of one that never came, are kept. */
export async function expireRetention(
  service: TestService,
  file: { org_id: number; id: number },
): Promise<void> {
  const rows = await executeOperational(
    service.platform,
    sql`update files set purge_at = now() where org_id = ${file.org_id} and id = ${file.id} returning id`,
  );
  if (rows.length !== 1) throw new Error(`There is no file ${file.id}`);
}
