import type { Client } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '../../caller.ts';
import { rejectUnknownCodes } from '../../endpoint/unknown-codes.ts';
import { startThings, type ThingService, things, wideThings } from '../testing/things.ts';

let world: ThingService;
let owner: Client;
let viewer: Client;
let team_id: number;
const rows = [
  { name: 'alpha', note: '100%', kind: 'small', rank: 2, is_on: true, starts_on: '2026-01-02', share: '0.5' },
  { name: 'Beta', note: 'a_b', kind: 'big', rank: null, starts_on: '2026-01-01', share: '0.25' },
  { name: 'gamma', note: null, kind: 'small', rank: 1, starts_on: null, share: '0.125' },
  { name: 'Delta', note: 'back\\slash', kind: 'big', rank: 2, is_on: true },
  { name: 'epsilon', note: 'aXb', rank: null },
];
beforeAll(async () => {
  world = await startThings();
  owner = await world.newOrganization();
  viewer = await world.newUser(owner, { 'thing:read': ['org'], 'wide_thing:read': ['org'] });
  team_id = (await owner.call('POST', '/teams', { name: 'A team' })).body.id;
  for (const row of rows)
    await owner.call('POST', '/things', row.name === 'Beta' ? { ...row, team_id } : row);
});
afterAll(() => world.stop());

const names = async (query: string, path = '/things', by = owner): Promise<string> => {
  const { status, body } = await by.call('GET', `${path}${query}`);
  if (status !== 200) throw new Error(`${path}${query}: ${status} ${JSON.stringify(body)}`);
  expect(body.total).toBe(body.data.length);
  return body.data.map((row: { name: string }) => row.name).join(' ');
};

describe('filters', () => {
  it.each([
    ['?kind=small', 'alpha gamma'],
    ['?is_on=true', 'alpha Delta'],
    ['?is_on=false', 'Beta epsilon gamma'],
    ['?rank=2', 'alpha Delta'],
    ['?rank=-1', ''],
    ['?name=Beta', 'Beta'],
    ['?name=beta', ''],
    ['?note=a_b', 'Beta'],
    ['?starts_on=2026-01-01', 'Beta'],
    ['?share=0.25', 'Beta'],
    ['?rank=2&kind=big&is_on=true', 'Delta'],
    ['?kind=small,big&rank=1', 'gamma'],
    ['?rank_from=2', 'alpha Delta'],
    ['?rank_from=1&rank_to=1', 'gamma'],
    ['?rank_is_null=true', 'Beta epsilon'],
    ['?rank_is_null=false&kind=small', 'alpha gamma'],
    ['?starts_on_from=2026-01-02', 'alpha'],
    ['?starts_on_to=2026-01-01', 'Beta'],
    ['?share_from=0.25', 'alpha Beta'],
    ['?created_from=2999-01-01T00:00:00Z', ''],
    ['?updated_to=2999-01-01T00:00:00Z', 'alpha Beta Delta epsilon gamma'],
    ['?team_id_is_null=false', 'Beta'],
  ])('%s: %s', async (query, found) => {
    expect(await names(query)).toBe(found);
  });

  it('by a reference', async () => {
    expect(await names(`?team_id=${team_id}`)).toBe('Beta');
    expect(await names('?team_id=999999')).toBe('');
  });

  it('by values of an extensible enum', async () => {
    const by = await world.newOrganization();
    const values = '/enums/task_category/values';
    const { id } = (await by.call('POST', values, { code: 'garden', label: 'Garden' })).body;
    for (const category of ['garden', 'bug', null])
      await by.call('POST', '/things', { name: `A ${category}`, category });
    await by.call('PATCH', `${values}/${id}`, { is_active: false });
    expect(await names('?category=garden', '/things', by)).toBe('A garden');
    expect(await names('?category=garden,bug', '/things', by)).toBe('A bug A garden');
    expect(await names('?category=improvement', '/things', by)).toBe('');
    expect(await names('?category_is_null=false', '/things', by)).toBe('A bug A garden');
    const message = (codes: string) => [`Unknown values of the enum task_category: ${codes}`];
    const { status, body } = await by.call('GET', '/things?category=bug,gardn,sheds');
    expect([status, body.details?.fieldErrors]).toEqual([422, { category: message('gardn, sheds') }]);

    const caller = systemCaller(
      world.service.platform,
      by.user.org_id,
      { request_id: 'test', ip: null, user_agent: null },
      [],
    );
    const { filter } = things.exports[0] ?? { filter: null };
    const check = async (category: unknown) =>
      filter && rejectUnknownCodes(caller, filter, filter.parse({ category }), 'filter.');
    for (const category of ['gardn', ['bug', 'gardn']]) {
      const details = { fieldErrors: { 'filter.category': message('gardn') }, formErrors: [] };
      await expect(check(category)).rejects.toMatchObject({ kind: 'invalid', details });
    }
    await check(['bug', 'garden']);
  });

  it('of the area use its SQL', async () => {
    expect(await names('?longer_than=5', '/wide-things')).toBe('epsilon');
    expect(await names('?mine=true', '/wide-things', viewer)).toBe('');
    expect(await names('?mine=false&longer_than=4&kind=small', '/wide-things', viewer)).toBe('alpha gamma');
    const { body } = await owner.call('GET', '/wide-things?q=alpha');
    expect(body.data).toMatchObject([{ name: 'alpha', letters: 5 }]);
    expect((await owner.call('GET', `/wide-things/${body.data[0].id}`)).body).toEqual(body.data[0]);
  });
});

describe('q', () => {
  it.each([
    ['ALPHA', 'alpha'],
    ['ta', 'Beta Delta'],
    ['%25', 'alpha'],
    ['0%25', 'alpha'],
    ['_', 'Beta'],
    ['a_b', 'Beta'],
    ['a%25b', ''],
    ['%5C', 'Delta'],
    ['%27', ''],
    [' ta ', 'Beta Delta'],
  ])('=%s finds %s', async (q, found) => {
    expect(await names(`?q=${q}`)).toBe(found);
  });
});

describe('sort', () => {
  it.each([
    ['', 'alpha Beta Delta epsilon gamma'],
    ['?sort=name', 'alpha Beta Delta epsilon gamma'],
    ['?sort=-name', 'gamma epsilon Delta Beta alpha'],
    ['?sort=rank', 'gamma alpha Delta Beta epsilon'],
    ['?sort=-rank', 'Delta alpha gamma epsilon Beta'],
    ['?sort=kind', 'alpha gamma Beta Delta epsilon'],
    ['?sort=starts_on', 'Beta alpha gamma Delta epsilon'],
    ['?sort=-share', 'alpha Beta gamma epsilon Delta'],
    ['?sort=created_at', 'alpha Beta gamma Delta epsilon'],
    ['?sort=-updated_at', 'epsilon Delta gamma Beta alpha'],
    ['?sort=kind,-name', 'gamma alpha epsilon Delta Beta'],
    ['?sort=-rank,-kind', 'Delta alpha gamma epsilon Beta'],
  ])('%s: %s, nulls last', async (query, found) => {
    expect(await names(query)).toBe(found);
  });

  it.each(['rank', '-rank', 'kind', '-kind', 'note', '-note', 'starts_on', '-share', 'kind,-rank'])(
    'pages by %s contain every row once',
    async (sort) => {
      const all = (await names(`?sort=${sort}`)).split(' ');
      const paged: string[] = [];
      for (let offset = 0; offset < rows.length; offset += 2) {
        const { body } = await owner.call('GET', `/things?sort=${sort}&limit=2&offset=${offset}`);
        expect(body.total).toBe(rows.length);
        paged.push(...body.data.map((row: { name: string }) => row.name));
      }
      expect(paged).toEqual(all);
    },
  );
});

it.each([
  ...['sort=made', 'sort=--name', 'sort=inside', 'sort=id', 'kind=huge', 'rank=x', 'rank=1.5', 'is_on=1'],
  ...['rank=99999999999', 'starts_on=2026-13-01', 'inside=x', 'made=7', 'deleted=maybe', 'limit=101', 'q='],
  ...['rank=2147483648', 'team_id=0', 'user_id=1', 'offset=-1', 'kind=small,huge', 'kind=small,', 'kind='],
  ...[
    'rank_from=x',
    'rank_is_null=1',
    'name_from=a',
    'team_id_from=1',
    'created_from=today',
    'sort=name,made',
  ],
  ...['sort=name,kind,rank,share,starts_on', 'sort=name,'],
])('?%s is rejected', async (query) => {
  const { status, body } = await owner.call('GET', `/things?${query}`);
  expect([status, body.error]).toEqual([422, 'Validation failed']);
});

it('deleted rows are listed, with filters, for callers who may restore them', async () => {
  const { id } = (await owner.call('POST', '/things', { name: 'Gone', kind: 'small' })).body;
  await owner.call('POST', '/things', { name: 'Stays', kind: 'small', note: 'for this' });
  await owner.call('DELETE', `/things/${id}`);
  expect(await names('?deleted=true')).toBe('Gone');
  expect(await names('?deleted=true&kind=big')).toBe('');
  expect(await names('?deleted=false&note=for this')).toBe('Stays');
  expect((await viewer.call('GET', '/things?deleted=true')).status).toBe(403);
  expect((await viewer.call('GET', '/things?deleted=false')).status).toBe(200);
  const limited = await world.newUser(owner, { 'thing:read': ['org'], 'thing:manage': ['own'] });
  expect(await names('?deleted=true', '/things', limited)).toBe('');
});

const systemOf = ({ user }: Client) =>
  systemCaller(world.service.platform, user.org_id, { request_id: 'test', ip: null, user_agent: null }, []);

it('rows with ids are read from the primary, combined with the other filters', async () => {
  const isAsked = vi.fn(async () => []);
  const caller = { ...systemOf(owner), replica: { rows: isAsked as never, transaction: isAsked as never } };
  const { data } = await things.list(systemOf(owner), { limit: 100, offset: 0 });
  const ids = [...data.slice(0, 3).map(({ id }) => id), 2_147_483_647];
  const page = await things.list(caller, { ids, limit: 2, offset: 0 });
  expect(page).toMatchObject({ data: data.slice(0, 2), total: 3, total_is_exact: true });
  const [{ name } = { name: '' }] = data;
  expect((await things.list(caller, { ids, name, limit: 100, offset: 0 })).data).toEqual(data.slice(0, 1));
  expect((await things.list(caller, { ids: ids.slice(3), limit: 1, offset: 0 })).total).toBe(0);
  expect(isAsked).not.toHaveBeenCalled();
  await things.list(caller, { limit: 100, offset: 0 });
  expect(isAsked).toHaveBeenCalled();
});

it('an export has the columns, filters and order of the list', async () => {
  const [definition] = things.exports;
  const caller = systemOf(owner);
  const found = async (filter: object, by = caller) => {
    const statement = await definition?.statement(by, definition.filter.parse(filter) as never);
    return statement ? world.service.rows<{ name: string; starts_on: string | null }>(statement) : [];
  };
  const all = await found({ rank: 2, is_on: true });
  expect(all.map((row) => row.name)).toEqual(['alpha', 'Delta']);
  expect(all[0]).toMatchObject({ starts_on: '2026-01-02', share: '0.500', tags: [] });
  expect(definition?.columns).toEqual(expect.arrayContaining(['id', 'name', 'starts_on', 'created_at']));
  for (const hidden of ['inside', 'org_id', 'deleted_at']) expect(definition?.columns).not.toContain(hidden);
  expect((await found({ q: '100%' })).map((row) => row.name)).toEqual(['alpha']);
  const withoutPermission = { ...caller, rowScopeFor: () => null as never };
  expect(await found({}, withoutPermission)).toEqual([]);
  for (const wrong of [{ rank: '2' }, { made: 7 }, { sort: 'name' }])
    expect(() => definition?.filter.parse(wrong)).toThrow();
  expect(wideThings.exports).toEqual([]);
});
