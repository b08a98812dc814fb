import { type Client as Caller, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import type { components } from './api-types.ts';
import { type Client, createClient } from './client.ts';
import { ApiError } from './requests/errors.ts';

let service: TestService;
let owner: Caller;
let client: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  client = createClient({ baseUrl: `${service.url}/api/`, tokens: { access_token: owner.token } });
});
afterAll(() => service.stop());

it('types the request and the response of every endpoint', async () => {
  const task = await client.post('/tasks', { body: { title: 'Paint the fence', priority: 'high' } });
  expectTypeOf(task).toEqualTypeOf<components['schemas']['Task']>();
  const path = { id: task.id };
  const changed = await client.patch('/tasks/{id}', { params: { path }, body: { status: 'done' } });
  expect(changed).toMatchObject({ id: task.id, title: 'Paint the fence', status: 'done' });
  expect(await client.delete('/tasks/{id}', { params: { path } })).toBeUndefined();
  const list = await client.get('/tasks', { params: { query: { status: 'done', limit: 5 } } });
  expectTypeOf(list.data[0]?.priority).toEqualTypeOf<components['schemas']['Task']['priority'] | undefined>();
  expect(list).toEqual({ data: [], total: 0, total_is_exact: true, next: null });
  // These functions are never called: the compiler must accept the first, and reject every call in the second.
  const accepted = () => [
    client.post('/webhooks', { body: { url: 'https://x.test', event_types: ['task.*'] } }),
    client.post('/users/invite', { body: { email: 'a@x.test', first_name: 'A', last_name: 'B' } }),
    client.get('/tasks/board'),
    client.iterate('/tasks/{taskId}/comments', { params: { path: { taskId: 7 } } }),
  ];
  const rejected = () => [
    // @ts-expect-error there is no such path
    client.get('/taks'),
    // @ts-expect-error it has no such method
    client.put('/tasks', { body: {} }),
    // @ts-expect-error a title is missing
    client.post('/tasks', { body: {} }),
    // @ts-expect-error there is no such priority
    client.post('/tasks', { body: { title: 'One', priority: 'highest' } }),
    // @ts-expect-error the id is missing
    client.get('/tasks/{id}'),
    // @ts-expect-error the id is missing
    client.iterate('/tasks/{taskId}/comments'),
    // @ts-expect-error it is not a list
    client.iterate('/users/me'),
  ];
  expect([accepted, rejected]).toHaveLength(2);
});

it('throws an ApiError with the message of the service', async () => {
  const rejected = await client
    .patch('/tasks/{id}', { params: { path: { id: 2_147_483_647 } }, body: {} })
    .catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(ApiError);
  expect(rejected).toMatchObject({ status: 404, requestId: expect.stringMatching(/./) });
  const invalid = client.post('/tasks', { body: { title: '' } });
  await expect(invalid).rejects.toMatchObject({
    status: 422,
    reason: null,
    permission: null,
    fieldErrors: { title: [expect.any(String)] },
  });
});

it('throws an ApiError with the reason of a 403', async () => {
  const { token } = await service.newUser(owner, []);
  const powerless = createClient({ baseUrl: service.url, tokens: { access_token: token } });
  const denied = powerless.post('/tasks', { body: { title: 'Paint' } });
  await expect(denied).rejects.toMatchObject({
    status: 403,
    reason: 'permission',
    permission: 'task:create',
  });
});

it('executes a request once although it is sent twice', async () => {
  let calls = 0;
  const lossyClient = createClient({
    baseUrl: service.url,
    tokens: { access_token: owner.token },
    retry: { baseMs: 1 },
    fetch: async (request) => {
      const response = await fetch(request);
      calls += 1;
      // The request was executed, but its response is lost.
      if (calls === 1) throw new TypeError('terminated');
      return response;
    },
  });
  const { data, response } = await lossyClient.http.POST('/tasks', { body: { title: 'Once alone' } });
  expect(response.headers.get('idempotent-replayed')).toBe('true');
  const found = await client.get('/tasks', { params: { query: { q: 'Once alone' } } });
  expect(found.data.map(({ id }) => id)).toEqual([data?.id]);
});

it('returns response headers, for example for If-Match', async () => {
  const { id } = await client.post('/tasks', { body: { title: 'Versions' } });
  const params = { path: { id } };
  const { response } = await client.http.GET('/tasks/{id}', { params });
  const headers = { 'If-Match': response.headers.get('etag') };
  await client.patch('/tasks/{id}', { params, headers, body: { title: 'First' } });
  const late = client.patch('/tasks/{id}', { params, headers, body: { title: 'Second' } });
  await expect(late).rejects.toMatchObject({ status: 412 });
  const { error } = await client.http.PATCH('/tasks/{id}', { params, headers, body: { title: 'Third' } });
  expect(error).toHaveProperty('error');
});

it('iterates over a list, and yields each row once while others are inserted and deleted', async () => {
  const titles = Array.from({ length: 7 }, (_, index) => `Row ${index}`);
  for (const title of titles) await client.post('/tasks', { body: { title, label: 'pages' } });
  const query = { label: 'pages', sort: '-created_at' } as const;
  const seen: string[] = [];
  for await (const task of client.iterate('/tasks', { params: { query }, pageSize: 3 })) {
    expectTypeOf(task).toEqualTypeOf<components['schemas']['Task']>();
    if (seen.push(task.title) !== 2) continue;
    await client.post('/tasks', { body: { title: 'New', label: 'pages' } });
    // The first page has this task and the one after it: the cursor does not depend on them.
    await client.delete('/tasks/{id}', { params: { path: { id: task.id } } });
    await client.delete('/tasks/{id}', { params: { path: { id: task.id - 1 } } });
  }
  expect(seen).toEqual(titles.toReversed());
  const none = client.iterate('/tasks', { params: { query: { label: 'nowhere' } } });
  expect(await none.next()).toEqual({ done: true, value: undefined });
});

it('iterates over events, and stops requesting pages when left', async () => {
  let calls = 0;
  const counting = createClient({
    baseUrl: service.url,
    tokens: { access_token: owner.token },
    fetch: (request) => {
      calls += 1;
      return fetch(request);
    },
  });
  const query = { event_type: 'task.post_create' };
  const all: number[] = [];
  for await (const event of counting.iterate('/events', { params: { query }, pageSize: 4 }))
    all.push(event.id);
  const whole = await client.get('/events', { params: { query: { ...query, limit: 100 } } });
  expect(all).toEqual(whole.data.map(({ id }) => id));
  expect([all.length, calls]).toEqual([whole.total, Math.ceil(whole.total / 4)]);
  calls = 0;
  for await (const _ of counting.iterate('/events', { pageSize: 2 })) break;
  expect(calls).toBe(1);
});

it('sends and receives bytes unchanged', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => 255 - index);
  const mime = 'application/octet-stream';
  const { id } = await client.post('/files', { body: { name: 'all.bin', mime, size: bytes.length } });
  const params = { path: { id } };
  const types: (string | null)[] = [];
  const uploading = createClient({
    baseUrl: service.url,
    tokens: { access_token: owner.token },
    fetch: (request) => {
      types.push(request.headers.get('content-type'));
      return fetch(request);
    },
  });
  const body = new Blob([bytes]);
  const stored = await uploading.put('/files/{id}/content', { params, body });
  expect(stored).toMatchObject({ id, status: 'stored' });
  expect(types).toEqual([mime]);
  const back = await client.get('/files/{id}/content', { params, parseAs: 'blob' });
  expect(new Uint8Array(await back.arrayBuffer())).toEqual(bytes);
});
