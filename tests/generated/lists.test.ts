import { readFileSync } from 'node:fs';
import type { Endpoint } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeFailure, endpointName, endpoints, inputFields, requestPath, withNames } from './request.ts';
import type { PreparedRequest } from './scenario.ts';
import { scenarios } from './scenarios.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.service.newOrganization();
});
afterAll(() => world.stop());

const lists = endpoints.filter((one) => one.method === 'get' && inputFields(one.query).includes('limit'));
const acceptsParameter = (one: Endpoint, parameter: string) => inputFields(one.query).includes(parameter);

/** The rows of the table in docs/http.md: lists without `q`, `sort` or `ids`, with the reason. */
const documented = [
  ...readFileSync('docs/http.md', 'utf8').matchAll(
    /^\| `(GET [^`]+)` +\| ((?:`q`|`sort`|`ids`|, )+) +\| (.+?) +\|$/gm,
  ),
].map(([, list = '', parameters = '', reason = '']) => ({ list, parameters, reason }));

it('every list accepts q, sort and ids, or docs/http.md gives the reason', () => {
  const lacking = lists.flatMap((one) => {
    const missing = ['q', 'sort', 'ids'].filter((parameter) => !acceptsParameter(one, parameter));
    return missing.length > 0 ? [[endpointName(one), missing.map((name) => `\`${name}\``).join(', ')]] : [];
  });
  expect(lacking.sort()).toEqual(documented.map(({ list, parameters }) => [list, parameters]).sort());
  for (const { reason } of documented) expect(reason.length).toBeGreaterThan(10);
});

/** Returns the sort keys in the description of `sort`. */
function sortNames(one: Endpoint): string[] {
  const { shape } = one.query as unknown as { shape: { sort: { description?: string } } };
  const [, names = ''] =
    shape.sort.description?.match(/^Sort order: comma-separated names, at most \d of: ([^;]+);/) ?? [];
  return names.split(', ').filter(Boolean);
}

type Query = Record<string, string | number>;

/** Prepares rows of a list, and returns a function that requests it. */
async function prepareList(name: string, one: Endpoint) {
  const prepared: PreparedRequest = (await scenarios[name]?.arrange?.(world, owner)) ?? {};
  const by = prepared.by ?? owner;
  const request = (query: Query) =>
    by.call('GET', requestPath(one, { ...prepared, query: { ...prepared.query, ...query } }));
  const get = async (query: Query) => {
    const response = await request(query);
    expect([response.status, describeFailure(one, response)]).toEqual([200, describeFailure(one, response)]);
    return response.body;
  };
  return { prepared, by, request, get };
}

const maxPages = 200;

/** Reads all pages of a list by cursor. */
async function readByCursor(
  get: (after: { after?: string }) => Promise<{ data: unknown[]; next: string | null }>,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let page = await get({});
  for (let n = 0; page.next !== null && n < maxPages; n += 1) {
    rows.push(...page.data);
    page = await get({ after: page.next });
  }
  return [...rows, ...page.data];
}

describe.each(withNames(lists))('%s', (name, one) => {
  it('has each row once across pages by cursor, and rejects a cursor that is made up', async () => {
    const { request, get } = await prepareList(name, one);
    const { data } = await get({ limit: 100 });
    const limit = Math.max(1, Math.ceil(data.length / 10));
    const idsOf = (rows: any[]) => rows.map((row) => row.id ?? row);
    const paged = await readByCursor((after) => get({ limit, ...after }));
    expect(idsOf(paged.slice(0, 100))).toEqual(idsOf(data));
    expect(new Set(idsOf(paged)).size).toBe(paged.length);
    const refused = await request({ after: 'made-up' });
    expect([refused.status, Object.keys(refused.body.details?.fieldErrors ?? {})]).toEqual([422, ['after']]);
  });
});

const invalidIds = [
  '',
  '0',
  'a',
  '-1',
  '1,',
  '1,,2',
  '1 ,2',
  '1'.repeat(17),
  Array.from({ length: 101 }, (_, n) => n + 1).join(),
];

describe.each(withNames(lists.filter((one) => acceptsParameter(one, 'ids'))))('%s', (name, one) => {
  it('returns the existing ones of some ids, in the order of the list, and their number', async () => {
    const { request, get } = await prepareList(name, one);
    const { data } = await get({ limit: 100 });
    const all: number[] = data.map((row: { id: number }) => row.id);
    expect(all.length).toBeGreaterThan(0);
    const chosen = all.filter((_, n) => n % 2 === 0).slice(0, 45);
    const ids = [...chosen, 2_147_483_647, ...chosen].reverse().slice(0, 100).join();
    const found = { total: chosen.length, total_is_exact: true };
    const page = await get({ ids, limit: 100 });
    expect({ ...page, data: page.data.map((row: { id: number }) => row.id) }).toEqual({
      ...{ data: chosen, ...found },
      next: null,
    });
    expect(await get({ ids, limit: 1 })).toMatchObject(found);
    expect(await readByCursor((after) => get({ ids, limit: 1, ...after }))).toHaveLength(chosen.length);
    for (const invalid of invalidIds) {
      const { status, body } = await request({ ids: invalid });
      expect([invalid, status, Object.keys(body.details?.fieldErrors ?? {})]).toEqual([
        invalid,
        422,
        ['ids'],
      ]);
    }
  });
});

describe.each(withNames(lists.filter((one) => acceptsParameter(one, 'sort'))))('%s', (name, one) => {
  it('sorts by each key in both directions, with each row once across pages', async () => {
    const { prepared, by, get } = await prepareList(name, one);
    const names = sortNames(one);
    expect(names.length).toBeGreaterThan(0);
    for (const sort of names.flatMap((name) => [name, `-${name}`])) {
      const { data, total } = await get({ sort, limit: 100 });
      expect([sort, total]).toEqual([sort, data.length]);
      const pages = [await get({ sort, limit: 1 }), await get({ sort, limit: 1, offset: 1 })];
      expect([sort, pages.flatMap((page) => page.data)]).toEqual([sort, data.slice(0, 2)]);
      expect([sort, await readByCursor((after) => get({ sort, limit: 1, ...after }))]).toEqual([sort, data]);
    }
    const refused = await by.call('GET', requestPath(one, { ...prepared, query: { sort: 'no_such_name' } }));
    expect([refused.status, Object.keys(refused.body.details?.fieldErrors ?? {})]).toEqual([422, ['sort']]);
  });
});
