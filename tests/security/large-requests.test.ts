import { gzipSync } from 'node:zlib';
import type { Endpoint } from '@wfp/shared';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpointName, endpoints, fillPath, withNames } from '../generated/request.ts';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const unlisted = 'There are more errors; only the first 100 are listed';
const tooMany = 'Must have at most 2,000 keys, and 10,000 keys and list items';
const object = (length: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`k${index.toString(36)}`, value]));
const find = (name: string): Endpoint => {
  const found = endpoints.find((one) => endpointName(one) === name);
  if (!found) throw new Error(`No endpoint ${name}`);
  return found;
};

async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${service.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : body instanceof Uint8Array ? body : JSON.stringify(body),
  } as RequestInit);
  const text = await response.text();
  const { details, error } = JSON.parse(text);
  const listed = Object.values<string[]>(details?.fieldErrors ?? {}).flat().length;
  return { status: response.status, size: text.length, listed, error, ...details };
}

/** Sends a body and returns the response, and how often the schema of the endpoint validated anything. */
async function sendObserved(name: string, body: unknown) {
  const one = find(name);
  const schema = vi.spyOn(one.body as NonNullable<Endpoint['body']>, 'safeParse');
  try {
    const answer = await send(one.method.toUpperCase(), fillPath(one.path), body);
    return { ...answer, validated: schema.mock.calls.length };
  } finally {
    schema.mockRestore();
  }
}

describe('bodies', () => {
  it.each([
    ['unknown keys', object(95_000)],
    ['unknown keys in few bytes', object(2_001)],
    ['keys of a list item', { title: 'x', tags: [object(20_000)] }],
    ['items of a list', { title: 'x', tags: Array.from({ length: 200_000 }, () => 1) }],
    ['items of nested lists', { title: 'x', tags: Array.from({ length: 6_000 }, () => [1]) }],
    ['text that cannot be stored', object(20_000, '\0')],
  ])('with too many %s are not validated', async (_, body) => {
    expect(await sendObserved('POST /tasks', body)).toMatchObject({
      ...{ status: 422, validated: 0, fieldErrors: {}, formErrors: [tooMany] },
      size: expect.toSatisfy((size) => size < 200),
    });
  });

  it.each([
    ['unknown keys', object(1_990), 'k0'],
    ['text that cannot be stored', object(1_990, '\0'), 'k0'],
  ])('with many %s get the first 100 errors', async (_, body, first) => {
    const answer = await sendObserved('POST /tasks', body);
    expect(answer).toMatchObject({ status: 422, listed: 100, formErrors: [unlisted] });
    expect(answer.fieldErrors).toHaveProperty([first]);
    expect(answer.size).toBeLessThan(10_000);
  });

  it('with long unknown keys get shortened names', async () => {
    const body = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`${index}-`.repeat(3_000), 1]));
    const answer = await send('POST', '/tasks', body);
    expect(answer).toMatchObject({ status: 422, listed: 91, formErrors: [] });
    expect(answer.size).toBeLessThan(30_000);
  });

  const records: [string, object, object][] = [
    [
      'POST /webhooks',
      { url: 'https://a.example', headers: object(1_990) },
      { headers: ['Must have at most 20 headers'] },
    ],
    [
      'POST /enums/:code/values',
      { code: 'new', label: 'New', translations: object(1_990) },
      { translations: ['Must have at most 200 locales'] },
    ],
  ];
  it.each(records)(
    '%s counts the keys of a record before their validation',
    async (name, body, fieldErrors) => {
      const one = find(name);
      const answer = await send('POST', fillPath(one.path, { code: 'task_category' }), body);
      expect(answer).toMatchObject({ status: 422, fieldErrors, formErrors: [] });
    },
  );

  it('with a condition get its first 100 errors', async () => {
    const wide = { field: 'title', op: 'eq', value: 'x', ...object(900) };
    for (const condition of [wide, { ...wide, ...object(1_900) }, { all: [wide, wide] }, object(1_900)]) {
      const answer = await send('PATCH', '/prompt-templates/1', { condition });
      expect(answer).toMatchObject({ status: 422, listed: 100, formErrors: [unlisted] });
      expect(answer.size).toBeLessThan(15_000);
    }
  });

  it.each(withNames(endpoints.filter((one) => one.can === 'public' && one.body)))(
    '%s accepts no more than 16 KiB without credentials',
    async (_, one) => {
      const method = one.method.toUpperCase();
      const padded = (bytes: number) => ({ no_such_field: 'x'.repeat(bytes - 20) });
      const rejected = { status: 413, error: 'The body is larger than 16 KiB' };
      expect(await send(method, one.path, padded(16 * 1024))).toMatchObject({
        status: 422,
        listed: expect.any(Number),
      });
      expect(await send(method, one.path, padded(16 * 1024 + 1))).toMatchObject(rejected);
      const packed = gzipSync(JSON.stringify(padded(100_000)));
      expect(await send(method, one.path, packed, { 'content-encoding': 'gzip' })).toMatchObject(rejected);
    },
  );
});

describe('queries', () => {
  it('with thousands of parameters are not parsed', async () => {
    for (const query of ['a&'.repeat(7_500), '&'.repeat(15_000), Object.keys(object(2_500)).join('&')]) {
      const answer = await send('GET', `/health?${query}`);
      expect(answer).toMatchObject({
        ...{ status: 422, fieldErrors: {}, formErrors: ['Must have at most 100 parameters'] },
        size: expect.toSatisfy((size) => size < 200),
      });
    }
  });

  it('list each error of a repeated parameter once', async () => {
    const answer = await send('GET', `/health?${'a&'.repeat(99)}`);
    expect(answer).toMatchObject({ status: 422, listed: 2, formErrors: [] });
  });

  it('with long names get shortened names', async () => {
    const query = Array.from({ length: 20 }, (_, index) => `${index}-`.repeat(200)).join('&');
    const answer = await send('GET', `/health?${query}`);
    expect(answer).toMatchObject({ status: 422, listed: 20, formErrors: [] });
    expect(answer.size).toBeLessThan(7_000);
  });
});
