import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { Readable } from 'node:stream';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scan } from './scan.ts';

/** Starts a daemon that detects EICAR, and reports an unknown command for MUMBLE. */
function startDaemon(): Promise<{ url: string; server: Server; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const content = contentOf(bytes);
      if (content === null) return;
      seen.push(content);
      const verdict = content.includes('EICAR') ? 'Eicar-Test-Signature FOUND' : 'OK';
      socket.end(content.includes('MUMBLE') ? 'UNKNOWN COMMAND\0' : `stream: ${verdict}\0`);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `tcp://127.0.0.1:${port}`, server, seen });
    });
  });
}

/** The streamed content once the empty chunk has arrived; null before. */
function contentOf(bytes: Buffer): string | null {
  const command = 'zINSTREAM\0';
  if (bytes.length < command.length) return null;
  if (bytes.subarray(0, command.length).toString() !== command) throw new Error('Another command');
  let at = command.length;
  let content = '';
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    at += 4;
    if (length === 0) return content;
    content += bytes.subarray(at, at + length).toString();
    at += length;
  }
  return null;
}

let daemon: Awaited<ReturnType<typeof startDaemon>>;
let service: TestService;
let owner: Client;
beforeAll(async () => {
  daemon = await startDaemon();
  service = await startOwnService({ LOG_LEVEL: 'silent', CLAMD_URL: daemon.url });
  owner = await service.newOrganization();
});
afterAll(async () => {
  await service.stop();
  daemon.server.close();
});

it('streams the content to the daemon and returns its result', async () => {
  const scanChunks = (chunks: (string | Buffer)[], url = daemon.url) =>
    scan(url, Readable.from(chunks), Buffer.byteLength(chunks.join('')));
  const long = 'x'.repeat(300_000);
  expect(await scanChunks([long, 'end'])).toEqual({ clean: true });
  expect(daemon.seen.at(-1)).toBe(`${long}end`);
  const found = { clean: false, found: 'Eicar-Test-Signature' };
  expect(await scanChunks(['an EIC', 'AR'])).toEqual(found);
  expect(await scanChunks([Buffer.from('harmless'), Buffer.alloc(0), Buffer.from('EICAR')])).toEqual(found);
  await expect(scanChunks(['MUMBLE'])).rejects.toThrow('Unexpected response');
  await expect(scanChunks(['x'], 'tcp://127.0.0.1:1')).rejects.toThrow('ECONNREFUSED');
});

it.each([
  ['shorter', 9],
  ['longer', 7],
])('gives no result for content that is %s than the file', async (_, size) => {
  await expect(scan(daemon.url, Readable.from(['harmless']), size)).rejects.toThrow(
    `The content has 8 bytes instead of ${size}`,
  );
});

it('stores only clean uploads', async () => {
  const recorded = <Result>(doing: () => Promise<Result>) =>
    recordedBy({ rows: service.rows }, owner.user.org_id, doing);
  const text = { name: 'a.txt', mime: 'text/plain' };
  expect((await upload(service, owner, text, Buffer.from('harmless'))).body.status).toBe('stored');

  const infected = await recorded(() => upload(service, owner, text, Buffer.from('EICAR')));
  expect(infected.result.status).toBe(422);
  expect(infected.result.body.details.fieldErrors).toEqual({
    content: ['Is infected: Eicar-Test-Signature'],
  });
  const [row] = (await owner.call('GET', '/files')).body.data;
  expect(row).toMatchObject({ status: 'refused', upload_url: null, download_url: null });
  expect(infected.events).toEqual([`file.post_create ${row.id}`, `file.refused ${row.id}`]);

  const { id } = (await owner.call('POST', '/files', { ...text, size: 6 })).body;
  const unsure = await recorded(() =>
    fetch(`${service.url}/api/files/${id}/content`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${owner.token}` },
      body: 'MUMBLE',
    }),
  );
  const { result, ...left } = unsure;
  expect([result.status, left]).toEqual([503, nothing]);
  expect((await owner.call('GET', `/files/${id}`)).body.status).toBe('pending');
});
