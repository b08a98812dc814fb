import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { type RawBehaviour, startRawReceiver } from '@wfp/testing/raw-receiver.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { errorResponse, startS3Server } from '@wfp/testing/s3-server.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { s3Storage } from './s3.ts';

type Server = Awaited<ReturnType<typeof startS3Server>>;

let s3: Server;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  s3 = await startS3Server();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await s3.stop();
});

const timeouts = { requestMs: 1_000, idleMs: 1_000 };

async function hostile(behave: RawBehaviour) {
  const server = await startRawReceiver(behave);
  stops.push(server.stop);
  return {
    server,
    storage: s3Storage({ ...s3.config, STORAGE_URL: `http://127.0.0.1:${server.port}` }, timeouts),
  };
}
type Storage = ReturnType<typeof s3Storage>;
const text = () => Readable.from([Buffer.from('text')]);
const operations: [string, (storage: Storage) => Promise<unknown>][] = [
  ['put', (storage) => storage.put('org-1/files/a', text(), 'text/plain')],
  ['put of a known size', (storage) => storage.put('org-1/files/a', text(), 'text/plain', { size: 4 })],
  ['get', async (storage) => buffer(await storage.get('org-1/files/a'))],
  ['delete', (storage) => storage.delete('org-1/files/a')],
  ['deleteUnder', (storage) => storage.deleteUnder('org-1')],
];

describe.each(operations)('%s', (_, run) => {
  it.each([301, 302, 307, 308])('follows no redirect with status %i', async (status) => {
    const other = await startRawReceiver(() => undefined);
    stops.push(other.stop);
    const { storage } = await hostile((socket) =>
      socket.write(
        `HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1:${other.port}/\r\nx-amz-bucket-region: us-east-1\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    await expect(run(storage)).rejects.toThrow();
    expect([other.requests, other.openSockets()]).toEqual([[], 0]);
  });

  it.each([
    ['AccessDenied', 'The storage responded with 403 AccessDenied'],
    ['<![CDATA[Echo: AWS4-HMAC-SHA256 Credential=secret]]>', 'The storage responded with 403'],
  ])('repeats nothing of an error but a short code, such as %s', async (code, message) => {
    const body = `<Error><Code>${code}</Code><Message>Credential=secret</Message></Error>`;
    const { storage } = await hostile((socket) =>
      socket.end(
        `HTTP/1.1 403 X\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      ),
    );
    const error = await run(storage).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message });
    expect(inspect(error, { depth: 10 })).not.toContain('secret');
  });

  it.each([200, 500])('ends an endless document with status %i', async (status) => {
    const { server, storage } = await hostile((socket) => {
      socket.write(`HTTP/1.1 ${status} X\r\nContent-Type: application/xml\r\n\r\n<Error>`);
      const more = () => socket.writable && socket.write('x'.repeat(64 * 1024), () => setImmediate(more));
      more();
    });
    const read = status === 200 ? expect(ignoreContent(run, storage)) : expect(run(storage));
    await read.rejects.toThrow();
    await eventually(server.openSockets, (open) => open === 0);
  });

  it.each([
    ['no protocol', 'SSH-2.0-x\r\n'],
    ['an invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['headers without an end', `HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(10_000)}`],
    ['a document that is no XML', 'HTTP/1.1 500 X\r\nContent-Length: 5\r\n\r\n<<<>>'],
  ])('fails for %s', async (_what, text) => {
    const { storage } = await hostile((socket) => socket.write(text));
    await expect(run(storage)).rejects.toThrow();
  });
});

/** The content of an object has no end of its own: its reader stops. */
async function ignoreContent(
  run: (storage: Storage) => Promise<unknown>,
  storage: Storage,
): Promise<unknown> {
  const content = run === operations[2]?.[1] ? await storage.get('org-1/files/a') : await run(storage);
  if (!(content instanceof Readable)) return content;
  content.destroy();
  throw new Error('destroyed');
}

it('deletes no objects that a bucket lists with another prefix', async () => {
  s3.objects.set('org-2/files/a', { bytes: Buffer.from('theirs'), mime: 'text/plain' });
  s3.fault.answer = ({ query }) =>
    query.has('list-type')
      ? {
          status: 200,
          xml: '<ListBucketResult><Contents><Key>org-2/files/a</Key></Contents></ListBucketResult>',
        }
      : undefined;
  await expect(s3Storage(s3.config).deleteUnder('org-1')).rejects.toThrow('another prefix');
  expect([...s3.objects.keys()]).toEqual(['org-2/files/a']);
});

it('stops if a bucket lists objects that were deleted', async () => {
  s3.fault.answer = ({ query }) =>
    query.has('list-type')
      ? {
          status: 200,
          xml: '<ListBucketResult><Contents><Key>org-1/files/a</Key></Contents></ListBucketResult>',
        }
      : undefined;
  await expect(s3Storage(s3.config).deleteUnder('org-1')).rejects.toThrow('were deleted');
});

it('deletes 50 objects at a time if a bucket lists more', async () => {
  const keys = new Set(Array.from({ length: 120 }, (_, n) => `org-1/files/${n}`));
  const deleted = [0];
  s3.fault.answer = ({ key, query }) => {
    if (!query.has('list-type')) {
      deleted.push((deleted.pop() ?? 0) + 1);
      keys.delete(key);
      return { status: 204, xml: '' };
    }
    deleted.push(0);
    const listed = [...keys].map((key) => `<Contents><Key>${key}</Key></Contents>`);
    return { status: 200, xml: `<ListBucketResult>${listed.join('')}</ListBucketResult>` };
  };
  await s3Storage(s3.config).deleteUnder('org-1');
  expect(deleted).toEqual([0, 50, 50, 20, 0]);
});

it('keeps the message of an error short', async () => {
  s3.fault.answer = () => errorResponse(500, 'x'.repeat(100));
  await expect(s3Storage(s3.config).delete('org-1/files/a')).rejects.toThrow('500');
});
