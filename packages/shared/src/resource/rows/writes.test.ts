import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatementPool } from '../../db/connections/statement-pool.ts';
import { hookCalls, startThings, type ThingService } from '../testing/things.ts';

let world: ThingService;
let owner: Client;
beforeAll(async () => {
  world = await startThings();
});
beforeEach(async () => {
  owner = await world.newOrganization();
  hookCalls.length = 0;
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const createRow = async (body: object, path = '/things'): Promise<number> => {
  const response = await owner.call('POST', path, body);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body.id;
};
const fieldsIn = (response: { body: any }) => Object.keys(response.body.details.fieldErrors);

describe('an update that changes nothing', () => {
  const extra = { deep: [1, { x: [] }] };
  const row = { name: 'One', tags: ['a'], extra, starts_on: '2026-01-02', share: '0.5', rank: 3 };

  it.each(['/things', '/hooked-things'])('returns the row and records nothing: %s', async (path) => {
    const id = await createRow(row, path);
    const before = await owner.call('GET', `${path}/${id}`);
    for (const body of [{}, { name: 'One' }, row, { note: null, extra, tags: ['a'], share: '0.500' }]) {
      hookCalls.length = 0;
      const { result, ...records } = await recorded(() => owner.call('PATCH', `${path}/${id}`, body));
      expect([result.status, result.body, records]).toEqual([200, before.body, nothing]);
      expect(result.headers.get('etag')).toBe(before.headers.get('etag'));
      expect(hookCalls.filter((one) => one.startsWith('afterWrite'))).toEqual([]);
    }
    const { events } = await recorded(() => owner.call('PATCH', `${path}/${id}`, { ...row, rank: 4 }));
    expect(events).toHaveLength(1);
  });

  it.each(['/things', '/hooked-things'])('is rejected like any other: %s', async (path) => {
    const id = await createRow(row, path);
    const stale = { 'if-match': (await owner.call('GET', `${path}/${id}`)).headers.get('etag') ?? '' };
    await owner.call('PATCH', `${path}/${id}`, { rank: 4 });
    const code = path === '/things' ? 'thing' : 'hooked_thing';
    const reader = await world.newUser(owner, { [`${code}:read`]: ['org'], [`${code}:update`]: ['own'] });
    const stranger = await world.newOrganization();
    for (const [by, headers, status] of [
      [owner, stale, 412],
      [reader, {}, 403],
      [stranger, {}, 404],
    ] as const) {
      const { result, events } = await recorded(() =>
        by.call('PATCH', `${path}/${id}`, { rank: 4 }, headers),
      );
      expect([result.status, events]).toEqual([status, []]);
    }
  });

  it('is recorded once among equal concurrent updates, all of which return the row', async () => {
    const id = await createRow(row);
    const { result, events } = await recorded(() =>
      Promise.all(Array.from({ length: 5 }, () => owner.call('PATCH', `/things/${id}`, { rank: 9 }))),
    );
    expect(result.map((one) => [one.status, one.body.rank])).toEqual(Array(5).fill([200, 9]));
    expect(events).toEqual([`thing.post_update ${id}`]);
  });
});

describe('a deleted row', () => {
  const restore = (id: number) => recorded(() => owner.call('POST', `/things/${id}/restore`));

  it('is restored unchanged, once', async () => {
    const id = await createRow({ name: 'One', tags: ['a'] });
    const before = (await owner.call('GET', `/things/${id}`)).body;
    await owner.call('DELETE', `/things/${id}`);
    for (const [method, body] of [['GET'], ['PATCH', { note: 'x' }], ['DELETE']] as const)
      expect((await owner.call(method, `/things/${id}`, body)).status).toBe(404);
    const { result, events, audit } = await restore(id);
    expect(result.body).toEqual({ ...before, updated_at: result.body.updated_at });
    expect(events).toEqual([`thing.post_restore ${id}`]);
    expect(audit).toMatchObject([{ action: 'restore', resource: 'thing', record_id: id }]);
    const again = await restore(id);
    expect([again.result.status, again.events, again.audit]).toEqual([404, [], []]);
  });

  it('cannot be restored if its name is taken or a reference is deleted', async () => {
    const team_id = (await owner.call('POST', '/teams', { name: 'A team' })).body.id;
    const [named, referring] = [
      await createRow({ name: 'Taken' }),
      await createRow({ name: 'Refers', team_id }),
    ];
    for (const id of [named, referring]) await owner.call('DELETE', `/things/${id}`);
    await createRow({ name: 'taken' });
    expect((await owner.call('DELETE', `/teams/${team_id}`)).status).toBe(204);
    for (const [id, field] of [
      [named, 'name'],
      [referring, 'team_id'],
    ] as const) {
      const { result, ...records } = await restore(id);
      expect([result.status, fieldsIn(result), records]).toEqual([422, [field], nothing]);
    }
  });
});

describe('If-Match', () => {
  it.each(['/things', '/hooked-things'])('applies to updates and deletions of %s', async (path) => {
    const id = await createRow({ name: 'One' }, path);
    const old = (await owner.call('GET', `${path}/${id}`)).headers.get('etag') ?? '';
    const headers = { 'if-match': old };
    const first = await owner.call('PATCH', `${path}/${id}`, { note: 'First' }, headers);
    expect(first.status).toBe(200);
    for (const work of [
      () => owner.call('PATCH', `${path}/${id}`, { note: 'Second' }, headers),
      () => owner.call('DELETE', `${path}/${id}`, undefined, headers),
    ]) {
      const { result, ...records } = await recorded(work);
      expect([result.status, records]).toEqual([412, nothing]);
    }
    const now = first.headers.get('etag') ?? '';
    expect((await owner.call('DELETE', `${path}/${id}`, undefined, { 'if-match': now })).status).toBe(204);
  });

  it('allows one of several concurrent updates', async () => {
    const id = await createRow({ name: 'One' });
    const etag = (await owner.call('GET', `/things/${id}`)).headers.get('etag') ?? '';
    const patch = (rank: number) => owner.call('PATCH', `/things/${id}`, { rank }, { 'if-match': etag });
    const responses = await Promise.all([1, 2, 3, 4].map(patch));
    expect(responses.map((one) => one.status).sort()).toEqual([200, 412, 412, 412]);
  });
});

it('gives hand-written endpoints rows as declared endpoints return them', async () => {
  const values = { kind: 'big', starts_on: '2026-01-02', share: '0.5', tags: ['a'], extra: { b: 1 } };
  const { result, events, audit } = await recorded(() =>
    owner.call('POST', '/things/twins', { name: 'One', ...values }),
  );
  expect(result.body).toMatchObject({ data: [values, values].map((one) => ({ ...one, share: '0.500' })) });
  for (const row of result.body.data)
    expect((await owner.call('GET', `/things/${row.id}`)).body).toEqual(row);
  expect(result.body.data[0]).toMatchObject({ created_by: owner.user.id, updated_by: owner.user.id });
  expect(events).toEqual(result.body.data.map((row: any) => `thing.post_create ${row.id}`));
  expect(audit).toHaveLength(2);
});

it('uses one statement without hooks and references, otherwise one transaction', async () => {
  const transactions = vi.spyOn(StatementPool.prototype, 'transaction');
  const during = async (work: () => Promise<{ status: number }>): Promise<number> => {
    transactions.mockClear();
    const { status } = await work();
    if (status >= 300) throw new Error(`Failed with ${status}`);
    return transactions.mock.calls.length;
  };
  try {
    const id = await createRow({ name: 'One' });
    expect(await during(() => owner.call('POST', '/things', { name: 'Two', team_id: null }))).toBe(0);
    expect(await during(() => owner.call('PATCH', `/things/${id}`, { note: 'Two' }))).toBe(0);
    expect(await during(() => owner.call('PATCH', `/things/${id}`, { user_id: owner.user.id }))).toBe(1);
    expect(await during(() => owner.call('DELETE', `/things/${id}`))).toBe(0);
    expect(await during(() => owner.call('POST', '/hooked-things', { name: 'Three' }))).toBe(1);
  } finally {
    transactions.mockRestore();
  }
});

it('an update waits for an earlier one, and its hooks receive the updated row', async () => {
  const id = await createRow({ name: 'Made' }, '/hooked-things');
  hookCalls.length = 0;
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
  const responses = await Promise.all(
    names.map((name) => owner.call('PATCH', `/hooked-things/${id}`, { name })),
  );
  expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
  const seen = hookCalls.filter((one) => one.startsWith('beforeWrite')).map((one) => one.split(' ').slice(1));
  // No two updates start from the same name: each receives the name that another update has committed.
  expect(new Set(seen.map((words) => words.slice(0, -2).join(' '))).size).toBe(names.length);
});
