import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { areas } from '@wfp/areas';
import {
  AppError,
  type Caller,
  createLogger,
  defineArea,
  downloadEndpoint,
  endpoint,
  invalidField,
  publicEndpoint,
  type RunningPlatform,
  startPlatform,
  streamEndpoint,
} from '@wfp/shared';
import { NamedValue } from '@wfp/shared/contract';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from './app.ts';
import { BodyLimits } from './limits/body-limits.ts';
import type { PipelineDependencies, StreamRequest } from './pipeline.ts';
import { UnsentResponses } from './server/unsent-responses.ts';

const Body = z.strictObject({ name: z.string().default('') });
const Roles = z.strictObject({ role: NamedValue('role', z.string()).optional() });
const Shown = z.object({ precondition: z.unknown(), replica: z.unknown() });
/** Returns what the pipeline added to the caller. */
const show = ({ caller }: { caller: Caller }) => ({
  precondition: caller.precondition ?? null,
  replica: caller.replica ?? null,
});
const summary = 'Show the caller';
const probe = defineArea({
  name: 'probe',
  about: 'Endpoints that show what the pipeline does.',
  endpoints: [
    ...(['get', 'post', 'patch', 'put'] as const).map((method) =>
      endpoint({
        ...{ method, path: '/probe', summary, can: 'signed-in', returns: { 200: Shown } },
        ...{ versionedResource: 'probe', isReadOnly: true, handler: show },
      }),
    ),
    endpoint({
      ...{ method: 'delete', path: '/probe', summary, can: 'signed-in', returns: { 204: null } },
      ...{ versionedResource: 'probe', handler: ({ caller }) => removed(caller.precondition) },
    }),
    ...(['remembered', 'counted'] as const).map((name) =>
      publicEndpoint({
        ...{ method: 'post', path: `/probe/${name}`, summary, body: Body, returns: { 200: Body } },
        ...(name === 'remembered' && { remembersNetwork: true }),
        throttle: (body: { name: string }) => `account of ${body.name}`,
        handler: ({ body }) => {
          if (body.name === 'Eve') throw invalidField('name', 'Is wrong');
          return body;
        },
      }),
    ),
    publicEndpoint({
      ...{ method: 'post', path: '/probe/free', summary, body: Body, returns: { 200: Body } },
      handler: ({ body }) => body,
    }),
    streamEndpoint({
      ...{ method: 'get', path: '/probe/stream', summary, can: 'task:read', query: Body },
    }),
    downloadEndpoint({
      ...{ method: 'get', path: '/probe/file', summary, can: 'signed-in', query: Roles },
      handler: async ({ caller }: { caller: Caller }) => {
        return { name: 'a.txt', mime: 'text/plain', content: Readable.from(['"content"']), caller };
      },
    }),
    publicEndpoint({
      ...{ method: 'get', path: '/probe/free', summary, returns: { 200: Body } },
      handler: () => ({ name: 'Public' }),
    }),
  ],
});

const removed = vi.fn((precondition: unknown) => ({ precondition }));
const limits = {
  countRequest: vi.fn(async () => undefined),
  countBytes: vi.fn(),
  countWork: vi.fn(),
  countAttemptFrom: vi.fn(async () => undefined),
  countAttemptAt: vi.fn(async () => undefined),
  rememberNetwork: vi.fn(),
};
const replica = { isFreshFor: vi.fn(async () => true), forRequest: (org_id: number) => `replica ${org_id}` };
const stream = vi.fn(async ({ res }: StreamRequest) => void res.end());
const sendRetryLater = vi.fn((res: ServerResponse) => void res.end());
let isClockBroken = false;
const now = () => {
  if (isClockBroken) throw new AppError('unavailable', 'No clock');
  return new Date();
};

let service: TestService;
let platform: RunningPlatform;
let server: Server;
let owner: Client;
let user: Client;
let url: string;
let call: TestService['call'];
beforeAll(async () => {
  service = await startOwnService();
  const log = createLogger('test', 'silent');
  platform = startPlatform({ config: service.config, log, areas: [...areas, probe], clock: { now } });
  Object.assign(platform, { replica });
  const unsent = new UnsentResponses(1_000_000, platform.metrics);
  const bodies = new BodyLimits();
  const dependencies = { platform, limits, unsent, bodies, stream, sendRetryLater };
  server = createServer(createApp([probe], dependencies as PipelineDependencies));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  owner = await service.newOrganization();
  user = createTestClient(url, { access_token: owner.token, user: owner.user });
  call = createTestClient(url, { access_token: '', user: owner.user }).call;
});
afterAll(async () => {
  server?.close();
  await platform?.close();
  await service?.stop();
});
async function bareUser() {
  await owner.call('POST', '/roles', { code: 'bare', name: 'Bare' });
  const bare = await service.newUser(owner, ['bare']);
  return { access_token: bare.token, user: bare.user };
}
beforeEach(() => {
  isClockBroken = false;
  vi.clearAllMocks();
});

describe('the rate limit', () => {
  it('counts a request of its caller, and one without a valid credential for its address', async () => {
    const caller = expect.objectContaining({ user_id: user.user.id });
    expect((await user.call('GET', '/probe')).status).toBe(200);
    expect((await call('GET', '/probe')).status).toBe(401);
    expect((await call('GET', '/probe/free')).status).toBe(200);
    const counted = limits.countRequest.mock.calls as unknown[][];
    expect(counted.map(([by]) => by)).toEqual([caller, null, null]);
  });

  it('does not count a request whose credential could not be checked', async () => {
    isClockBroken = true;
    expect((await user.call('GET', '/probe')).status).toBe(503);
    expect(limits.countRequest).not.toHaveBeenCalled();
  });
});

it('counts the bytes of a body, valid or not', async () => {
  const body = { name: 'Ada' };
  for (const sent of [body, { ...body, unknown: true }]) await call('POST', '/probe/free', sent);
  const origin = expect.objectContaining({ ip: expect.any(String) });
  expect(limits.countBytes.mock.calls).toEqual([
    [null, origin, JSON.stringify(body).length],
    [null, origin, JSON.stringify({ ...body, unknown: true }).length],
  ]);
});

it('counts the CPU time of input, handler and response for the caller', async () => {
  const caller = expect.objectContaining({ user_id: user.user.id });
  await user.call('GET', '/probe');
  const counted = limits.countWork.mock.calls as unknown[][];
  expect(counted.map(([by]) => by)).toEqual([caller, caller, caller]);
  expect(counted.every(([, ms]) => (ms as number) >= 0)).toBe(true);
});

describe('attempts', () => {
  const origin = expect.objectContaining({ ip: expect.any(String) });
  const post = async (name: string, body: object) => (await call('POST', `/probe/${name}`, body)).status;

  it('count for the address before the body is validated, and then for the account', async () => {
    expect(await post('counted', { name: 7 })).toBe(422);
    expect(limits.countAttemptFrom.mock.calls).toEqual([[origin]]);
    expect(limits.countAttemptAt).not.toHaveBeenCalled();
    expect(await post('counted', { name: 'Ada' })).toBe(200);
    expect(limits.countAttemptFrom).toHaveBeenCalledTimes(2);
    expect(limits.countAttemptAt.mock.calls).toEqual([['account of Ada', origin]]);
  });

  it('do not count at other endpoints', async () => {
    expect(await post('free', {})).toBe(200);
    expect([limits.countAttemptFrom, limits.countAttemptAt].map((one) => one.mock.calls)).toEqual([[], []]);
  });

  it('make a network known only if they succeed, at endpoints that prove whose the account is', async () => {
    expect([await post('remembered', { name: 'Eve' }), await post('counted', { name: 'Ada' })]).toEqual([
      422, 200,
    ]);
    expect(limits.rememberNetwork).not.toHaveBeenCalled();
    expect(await post('remembered', { name: 'Ada' })).toBe(200);
    expect(limits.rememberNetwork.mock.calls).toEqual([['account of Ada', origin]]);
  });
});

describe('If-Match', () => {
  const headers = { 'if-match': '"a-0123"' };
  const precondition = { resource: 'probe', id: null, versions: [new Date(10)] };

  it.each(['PATCH', 'PUT'])('is a condition of %s', async (method) => {
    const shown = { ...precondition, versions: ['1970-01-01T00:00:00.010Z'] };
    expect((await user.call(method, '/probe', undefined, headers)).body.precondition).toEqual(shown);
    expect((await user.call(method, '/probe')).body.precondition).toBeNull();
  });

  it('is a condition of DELETE', async () => {
    expect((await user.call('DELETE', '/probe', undefined, headers)).status).toBe(204);
    expect(removed).toHaveBeenCalledWith(precondition);
  });

  it.each(['GET', 'POST'])('is none of %s', async (method) => {
    expect((await user.call(method, '/probe', undefined, headers)).body.precondition).toBeNull();
  });
});

describe('the replica', () => {
  const shown = async (method: string) => (await user.call(method, '/probe')).body.replica;

  it('is used for GET requests if it has the writes of the caller', async () => {
    expect(await shown('GET')).toBe(`replica ${user.user.org_id}`);
    replica.isFreshFor.mockResolvedValueOnce(false);
    expect(await shown('GET')).toBeNull();
    expect([await shown('POST'), await shown('PUT')]).toEqual([null, null]);
    expect(replica.isFreshFor).toHaveBeenCalledTimes(2);
  });

  it('is not used without credentials', async () => {
    expect((await call('GET', '/probe/free')).body).toEqual({ name: 'Public' });
    expect(replica.isFreshFor).not.toHaveBeenCalled();
  });
});

describe('a stream', () => {
  it('is opened for a caller with its permission', async () => {
    const bare = createTestClient(url, await bareUser());
    expect((await bare.call('GET', '/probe/stream')).status).toBe(403);
    expect(stream).not.toHaveBeenCalled();
    expect((await user.call('GET', '/probe/stream?name=Ada')).status).toBe(200);
    expect(stream.mock.calls).toMatchObject([
      [{ caller: { user_id: user.user.id }, query: { name: 'Ada' } }],
    ]);
  });

  it('is not opened above the rate limit: the client is asked to retry', async () => {
    const limited = new AppError('rate_limited', 'Later', { headers: { 'Retry-After': '7' } });
    limits.countRequest.mockRejectedValueOnce(limited);
    const { status, headers } = await user.call('GET', '/probe/stream');
    expect([status, headers.get('retry-after')]).toEqual([200, '7']);
    expect(sendRetryLater).toHaveBeenCalledWith(expect.anything(), 7);
    expect(stream).not.toHaveBeenCalled();
  });
});

it('asks the client of a stream to retry while the database is unavailable', async () => {
  isClockBroken = true;
  expect((await user.call('GET', '/probe/stream')).status).toBe(200);
  expect(sendRetryLater.mock.calls).toHaveLength(1);
});

describe('a response', () => {
  it('is a file for a download', async () => {
    const { headers, body } = await user.call('GET', '/probe/file');
    expect([body, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'content',
      'text/plain',
      expect.stringContaining('filename="a.txt"'),
    ]);
  });

  it('is 422 for a filter by a value that the organization never had', async () => {
    expect((await user.call('GET', '/probe/file?role=owner')).status).toBe(200);
    const { status, body } = await user.call('GET', '/probe/file?role=ghost');
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['role']]);
  });

  it('has no body if none is declared, whatever the handler returns', async () => {
    const { status, headers, body } = await user.call('DELETE', '/probe');
    expect([status, body, headers.get('etag'), headers.get('content-type')]).toEqual([204, null, null, null]);
  });

  it('is not stored for a request without credentials', async () => {
    const headers = { 'idempotency-key': 'public' };
    for (const name of ['One', 'Two']) {
      const answer = await call('POST', '/probe/free', { name }, headers);
      expect([answer.status, answer.body]).toEqual([200, { name }]);
    }
  });
});
