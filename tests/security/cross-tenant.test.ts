import type { Endpoint } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { sendApiRequest } from '@wfp/testing/api-request.ts';
import { openStream } from '@wfp/testing/stream-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endpointName,
  endpoints,
  fillPath,
  listPathParams,
  withNames,
  wordParams,
} from '../generated/request.ts';
import { findIdFields } from './id-fields.ts';
import { contentOfOrganization, startTwoOrganizations, type TwoOrganizations } from './two-organizations.ts';

let two: TwoOrganizations;
let known: Set<number>;
let theirContent: Record<string, string>;
beforeAll(async () => {
  two = await startTwoOrganizations();
  known = new Set([...two.theirIds.values()].flat());
});
afterAll(() => two?.world.stop());

const missing = 2_147_483_000;
let turn = 0;

/** Foreign ids to send: of the tables that a path or field names, and of ten tables in rotation. */
function idsFor(hint: string): number[] {
  const tables = [...two.theirIds];
  const meant = tables.filter(([table]) => hint.includes(table.replace(/ies$/, 'y').replace(/s$/, '')));
  const others = Array.from({ length: 10 }, (_, at) => tables[(turn + at) % tables.length]?.[1].at(-1) ?? 0);
  turn += 10;
  return [...new Set([...meant.flatMap(([, ids]) => [ids[0] ?? 0, ids.at(-1) ?? 0]), ...others])];
}

const guarded = endpoints.filter((one) => one.can !== 'public' && one.kind !== 'stream');

const preparedFor = (name: string) => two.prepared.get(name) ?? { ours: {}, theirs: {} };

interface RequestParts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls an endpoint, by default as the owner of our organization, and returns the raw response. */
async function call(one: Endpoint, { params, query = {}, body, headers = {} }: RequestParts, by = two.ours) {
  const method = one.method.toUpperCase();
  const received = await sendApiRequest(
    two.world.service.url,
    { method, path: `${fillPath(one.path, params)}?${new URLSearchParams(query as Record<string, string>)}` },
    {
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    },
  );
  return { ...received, headers: JSON.stringify([...received.headers]) };
}

/** Random UUIDs and hex digests, such as request ids: their digits can equal a foreign id by chance. */
const randomText = /\b(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,})\b/g;

/** Returns foreign content in a text: the canary, or foreign ids that the request did not contain. */
function findForeignContent(text: string, ours: readonly number[] = []): string[] {
  const found = text.includes(two.canary) ? [two.canary] : [];
  const chosen = text.replaceAll(randomText, '');
  const numbers = new Set([...chosen.matchAll(/\d{8,}/g)].map(([digits]) => Number(digits)));
  return [...found, ...[...numbers].filter((one) => known.has(one) && !ours.includes(one)).map(String)];
}

function expectNothing(what: string, response: { text: string; headers: string }, ours: number[] = []): void {
  expect([what, findForeignContent(response.text, ours), findForeignContent(response.headers, ours)]).toEqual(
    [what, [], []],
  );
}

const expectUntouched = async () =>
  expect(await contentOfOrganization(two.world.database, two.theirs.user.org_id)).toEqual(theirContent);

it('both organizations have data, and the canary is visible to its owner', async () => {
  expect(two.theirIds.size).toBeGreaterThan(10);
  const lists = guarded.filter((one) => one.method === 'get' && listPathParams(one).length === 0);
  const seen = [];
  for (const one of lists) {
    const { text } = await call(
      one,
      { query: preparedFor(endpointName(one)).theirs.query ?? {} },
      two.theirs,
    );
    if (findForeignContent(text).includes(two.canary)) seen.push(endpointName(one));
  }
  // From here on, the other organization's content must not change. It is read after the requests of that organization's
  // owner, since some reads are audited.
  theirContent = await contentOfOrganization(two.world.database, two.theirs.user.org_id);
  expect(seen).toEqual(
    expect.arrayContaining(['GET /users', 'GET /roles', 'GET /tasks', 'GET /teams', 'GET /events']),
  );
});

it('a foreign id is detected anywhere except in random ids', () => {
  const [id = 0] = known;
  for (const text of [`"/tasks/${id}"`, `{"id":${id}}`, `org-${id}`, `task${id}.csv`]) {
    expect([text, findForeignContent(text)]).toEqual([text, [String(id)]]);
  }
  const drawn = [
    `${id}-0000-4000-8000-000000000000`,
    `00000000-0000-4000-8000-abcd${id}`,
    `abcd${id}`.repeat(3),
  ];
  for (const text of drawn)
    expect([text, findForeignContent(`"x-request-id","${text}"`)]).toEqual([text, []]);
});

describe('requests without an id', () => {
  const plain = guarded.filter((one) => one.method === 'get' && listPathParams(one).length === 0);

  it.each(withNames(plain))('%s returns no foreign data', async (name, one) => {
    const response = await call(one, { query: preparedFor(name).ours.query ?? {} });
    expect(response.status).toBeLessThan(500);
    expectNothing('list', response);
  });
});

describe('foreign ids in the path', () => {
  it.each(withNames(guarded.filter((one) => listPathParams(one).length > 0)))(
    '%s finds nothing',
    async (name, one) => {
      const { ours, theirs } = preparedFor(name);
      const params = listPathParams(one).filter((param) => !(param in wordParams));
      const none = Object.fromEntries(params.map((param) => [param, missing]));
      const tries: Record<string, string | number>[] = [{ ...none, ...theirs.params }];
      for (const param of params) {
        const value = theirs.params?.[param];
        if (value !== undefined) tries.push({ ...none, ...ours.params, [param]: value });
      }
      for (const id of idsFor(one.path)) {
        tries.push({ ...ours.params, ...Object.fromEntries(params.map((param) => [param, id])) });
      }
      const { query = {}, body } = ours;
      const distinct = new Map(tries.map((each) => [fillPath(one.path, each), each]));
      await runConcurrently([...distinct.values()], async (each) => {
        const response = await call(one, { params: each, query, body });
        const ids = Object.values(each).map(Number);
        expectNothing(JSON.stringify(each), response, ids);
        const isForeign = ids.some((id) => known.has(id));
        if (isForeign && one.method !== 'get')
          expect([each, response.status]).toEqual([each, expect.toBeOneOf([403, 404, 405, 409, 422])]);
      });
      await expectUntouched();
    },
  );
});

describe('foreign ids in the query', () => {
  const withIds = guarded.filter((one) => findIdFields(one.query, 'query').length > 0);

  it.each(withNames(withIds))('%s returns no foreign data', async (name, one) => {
    const { ours } = preparedFor(name);
    for (const field of findIdFields(one.query, 'query')) {
      await runConcurrently(idsFor(field.name), async (id) => {
        const query = { ...ours.query, [field.name]: id };
        const response = await call(one, { ...ours, query });
        expectNothing(`${field.name}=${id}`, response, [id]);
        expect([query, response.status]).toEqual([query, expect.toBeOneOf([200, 404, 422])]);
      });
    }
    await expectUntouched();
  });
});

describe('foreign ids in the body', () => {
  const withIds = guarded.filter((one) => findIdFields(one.body, 'body').length > 0);

  it.each(withNames(withIds))('%s rejects them', async (name, one) => {
    const { ours } = preparedFor(name);
    for (const { name: field, isList } of findIdFields(one.body, 'body')) {
      const bodyWith = (id: number) => ({ ...(ours.body as object), [field]: isList ? [id] : id });
      // Some scenarios require another caller of our organization.
      const { by = two.ours } = ours;
      const none = await call(one, { ...ours, body: bodyWith(missing) }, by);
      await runConcurrently(idsFor(field), async (id) => {
        const response = await call(one, { ...ours, body: bodyWith(id) }, by);
        expectNothing(`${field}: ${id}`, response, [id]);
        // The response must be identical to that for an id that does not exist, byte for byte.
        expect([field, id, response.status, response.text.replaceAll(String(id), '#')]).toEqual([
          ...[field, id, none.status, none.text.replaceAll(String(missing), '#')],
        ]);
        if (/_ids?$/.test(field)) expect([field, response.status]).toEqual([field, 422]);
      });
    }
    await expectUntouched();
  });
});

describe('other foreign identifiers', () => {
  it('an idempotency key of the other organization creates a new task', async () => {
    const headers = { 'idempotency-key': 'the-same-key' };
    const create = (by: Client) => by.call('POST', '/tasks', { title: 'Once' }, headers);
    const [theirTask, ourTask] = [await create(two.theirs), await create(two.ours)];
    theirContent = await contentOfOrganization(two.world.database, two.theirs.user.org_id);
    expect([theirTask.status, ourTask.status]).toEqual([201, 201]);
    expect(ourTask.headers.get('idempotent-replayed')).toBeNull();
    expect(ourTask.body.org_id).toBe(two.ours.user.org_id);
    expect(ourTask.body.id).not.toBe(theirTask.body.id);
  });

  it('a stream position of the other organization returns none of its events', async () => {
    for (const position of ['0', '1', ...idsFor('events').slice(0, 3).map(String)]) {
      const stream = await openStream(two.world.service.url, two.ours.token, `?last_event_id=${position}`);
      await stream.until('the stream has begun', (one) => one.text !== '');
      await stream.close();
      expect([position, findForeignContent(stream.text, [Number(position)])]).toEqual([position, []]);
    }
  });

  it('leave the content of the other organization unchanged', expectUntouched);
});

/** Runs four at a time: the test service has four connections for writes. */
async function runConcurrently<Item>(
  items: readonly Item[],
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
    }),
  );
}
