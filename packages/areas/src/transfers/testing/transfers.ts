import type { Client, TestService } from '@wfp/testing';
import { downloadFile, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';

/** Queues an export or import; returns its id. */
export async function requestTransfer(by: Client, path: string, body: object): Promise<number> {
  const { status, body: queued } = await by.call('POST', path, body);
  if (status !== 202 || queued.status !== 'queued')
    throw new Error(`POST ${path}: ${status} ${JSON.stringify(queued)}`);
  return queued.id;
}

export async function waitUntilEnded(by: Client, path: string, stalledMs?: number) {
  const { body } = await eventually(
    () => by.call('GET', path),
    ({ body }) => !['queued', 'running'].includes(body.status),
    stalledMs,
  );
  return body;
}

export async function exportAndDownload(service: TestService, by: Client, path: string, body: object) {
  const row = await waitUntilEnded(by, `/exports/${await requestTransfer(by, path, body)}`);
  if (row.status !== 'succeeded') throw new Error(`The export ${row.status}: ${row.error}`);
  const { status, headers, bytes } = await downloadFile(toServiceUrl(service, row.download_url));
  if (status !== 200) throw new Error(`The download returned ${status}`);
  return { row, headers, text: bytes.toString('utf8') };
}

/** Returns the import after it has ended. */
export const importCsv = (
  service: TestService,
  by: Client,
  path: string,
  csv: string | Buffer,
  options: { dry_run?: boolean } = {},
) => importFile(service, by, path, { name: 'rows.csv', mime: 'text/csv', content: csv }, options);

/** Returns the import of a file of any format after it has ended. */
export async function importFile(
  service: TestService,
  by: Client,
  path: string,
  { content, ...file }: { name: string; mime: string; content: string | Buffer },
  { stalledMs, ...options }: { dry_run?: boolean; stalledMs?: number } = {},
) {
  const { body } = await upload(service, by, file, Buffer.from(content));
  const id = await requestTransfer(by, path, { file_id: body.id, ...options });
  return waitUntilEnded(by, `/imports/${id}`, stalledMs);
}
