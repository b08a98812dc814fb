import { once } from 'node:events';
import { request } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Caller, Endpoint } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import type { Request, Response } from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendDownload } from '../requests/download.ts';
import { BodyLimits } from './body-limits.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const size = 20;

async function createFile(by: Client): Promise<string> {
  const { status, body } = await by.call('POST', '/files', { name: 'a.bin', mime: 'text/plain', size });
  expect(status).toBe(201);
  return `/api/files/${body.id}/content`;
}

/** Begins an upload: sends the first byte only. */
function beginUpload(by: Client, path: string) {
  const url = new URL(path, service.url);
  const headers = {
    authorization: `Bearer ${by.token}`,
    'content-type': 'text/plain',
    'content-length': size,
    expect: '100-continue',
  };
  const req = request(url, { method: 'PUT', headers, agent: false });
  const upload = {
    isContinued: false,
    status: 0,
    retryAfter: '',
    finish: () => req.end('x'.repeat(size - 1)),
  };
  req.once('continue', () => {
    upload.isContinued = true;
    req.write('x');
  });
  req.once('response', (response) => {
    upload.status = response.statusCode ?? 0;
    upload.retryAfter = String(response.headers['retry-after']);
    response.resume();
  });
  req.on('error', () => undefined);
  req.flushHeaders();
  return upload;
}

/** Begins a request with a JSON body of a length, of which it sends one byte. */
function beginBody(by: Client, length: number | undefined) {
  const headers = {
    authorization: `Bearer ${by.token}`,
    'content-type': 'application/json',
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
  };
  const req = request(`${service.url}/api/tasks`, { method: 'POST', headers, agent: false });
  const begun = { status: 0, isClosed: false, end: () => req.destroy() };
  req.once('response', (response) => {
    begun.status = response.statusCode ?? 0;
    response.resume();
  });
  req.on('error', () => undefined);
  req.once('close', () => {
    begun.isClosed = true;
  });
  req.write('{');
  return begun;
}

const mebibyte = 1024 ** 2;
const create = (by: Client, length: number) =>
  by.call('POST', '/tasks', { title: 'Long', description: 'x'.repeat(length) });
const untilStatus = (by: Client, status: number) =>
  eventually(
    async () => (await create(by, 20_000)).status,
    (current) => current === status,
  );

it('rejects a large body of a user whose bodies do not arrive, and serves others and small bodies', async () => {
  const [owner, other] = [
    await service.newOrganization(undefined, false),
    await service.newOrganization(undefined, false),
  ];
  const colleague = await service.newUser(owner, ['admin']);
  const begun = [mebibyte, mebibyte, undefined, undefined].map((length) => beginBody(owner, length));
  await untilStatus(owner, 429);
  const rejected = await create(owner, 20_000);
  expect([rejected.body, rejected.headers.get('retry-after')]).toEqual([
    { error: 'Too many large bodies are being sent; try again in 5 s' },
    '5',
  ]);
  expect([(await create(owner, 100)).status, (await create(other, 20_000)).status]).toEqual([201, 201]);
  expect((await create(colleague, 20_000)).status).toBe(201);
  expect(begun.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  begun[0]?.end();
  await untilStatus(owner, 201);
  for (const one of begun) one.end();
});

it('ends bodies of the largest organization to make room for others', async () => {
  const large = await service.newOrganization(undefined, false);
  const users = [large, ...(await Promise.all([1, 2, 3, 4].map(() => service.newUser(large, ['admin']))))];
  const begun = users.flatMap((by) => Array.from({ length: 4 }, () => beginBody(by, mebibyte)));
  // Unverified organizations have room for 16 bodies of 1 MiB, so that four had to end.
  await eventually(
    async () => begun.filter(({ isClosed }) => isClosed).length,
    (count) => count === 4,
  );
  const other = await service.newOrganization(undefined, false);
  expect((await create(other, 20_000)).status).toBe(201);
  expect(begun.filter(({ isClosed }) => isClosed)).toHaveLength(5);
  for (const one of begun) one.end();
});

it('rejects the 21st download of a user at once, until one of them has ended', async () => {
  const bodies = new BodyLimits();
  const download = (user_id: number) => {
    const res = new PassThrough();
    const caller = { org_id: 1, user_id, is_unverified: false } as Caller;
    bodies.startDownload(caller, res as unknown as Response);
    return res;
  };
  const started = Array.from({ length: 20 }, () => download(1));
  expect(() => download(1)).toThrow('Too many downloads are in progress; try again in 5 s');
  download(2);
  started[0]?.destroy();
  await once(started[0] as PassThrough, 'close');
  download(1);
});

it('does not count what a client began that has already disconnected', async () => {
  const bodies = new BodyLimits();
  const caller = { org_id: 1, user_id: 1, is_unverified: true } as Caller;
  const post = { kind: undefined, can: 'task:create', body: {} } as unknown as Endpoint;
  const starts = [
    (res: Response) => bodies.startDownload(caller, res),
    (res: Response) => bodies.startRequest({ kind: 'upload' } as Endpoint, caller, {} as Request, res),
    (res: Response) => {
      const req = Object.assign(new PassThrough(), { headers: { 'content-length': '1000000' } });
      bodies.startRequest(post, caller, req as unknown as Request, res);
    },
  ];
  for (const start of starts) {
    for (let n = 0; n < 30; n += 1) {
      const res = new PassThrough().destroy();
      await once(res, 'close');
      start(res as unknown as Response);
      await setImmediate();
    }
  }
});

it('closes the file of a download that is rejected', async () => {
  const content = Readable.from(['x']);
  const caller = { org_id: 1, user_id: 1, is_unverified: true } as Caller;
  const bodies = new BodyLimits();
  const res = () => new PassThrough() as unknown as Response;
  for (let n = 0; n < 20; n += 1) bodies.startDownload(caller, res());
  const exchange = { req: {} as Request, res: res(), bodies };
  const sending = sendDownload(exchange, { name: 'a', mime: 'text/plain', content, caller });
  await expect(sending).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(content.destroyed).toBe(true);
});

it('rejects the 21st upload of a user at once before its body is sent, until one of them has ended', async () => {
  const [owner, other] = [await service.newOrganization(), await service.newOrganization()];
  const path = await createFile(owner);
  const begun = Array.from({ length: 20 }, () => beginUpload(owner, path));
  await eventually(
    async () => begun.filter(({ isContinued }) => isContinued).length,
    (count) => count === 20,
  );
  const rejected = beginUpload(owner, path);
  await eventually(async () => rejected.status, Boolean);
  expect(rejected).toMatchObject({ status: 429, retryAfter: '5', isContinued: false });
  const ofOther = beginUpload(other, await createFile(other));
  await eventually(async () => ofOther.isContinued, Boolean);
  ofOther.finish();
  begun[0]?.finish();
  await eventually(
    async () => [ofOther.status, begun[0]?.status],
    (statuses) => statuses.every(Boolean),
  );
  expect([ofOther.status, begun[0]?.status]).toEqual([200, 200]);
  const next = beginUpload(owner, await createFile(owner));
  await eventually(async () => next.isContinued, Boolean);
  for (const upload of [next, ...begun.slice(1)]) upload.finish();
  const statuses = async () => begun.slice(1).map(({ status }) => status);
  // The other uploads of the same file find its content.
  expect(await eventually(statuses, (all) => all.every(Boolean))).toEqual(Array(19).fill(422));
  await eventually(async () => next.status, Boolean);
  expect(next.status).toBe(200);
});
