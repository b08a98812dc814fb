import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let hr: Client;
let counter = 0;
let path = '';
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
});
beforeEach(async () => {
  counter += 1;
  await owner.call('POST', '/enums', { code: `list_${counter}`, label: 'List' });
  path = `/enums/list_${counter}/values`;
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const add = (code: string, more: object = {}) => owner.call('POST', path, { code, label: code, ...more });
const values = async (query = '') => (await owner.call('GET', `${path}${query}`)).body.data;
const codes = async (query = '') => (await values(query)).map((one: { code: string }) => one.code);
const findValue = async (code: string, enum_code: string) => {
  const { body } = await owner.call('GET', `/enums/${enum_code}`);
  return body.values.find((one: { code: string }) => one.code === code);
};
const statusAndFields = (answer: { status: number; body: any }) => [
  answer.status,
  Object.keys(answer.body?.details?.fieldErrors ?? {}),
];

it('adds values at the end and records them, also under concurrency', async () => {
  const first = await recorded(() =>
    add('first', { color: '#1f6feb', icon: 'flag', translations: { de: 'Erster' } }),
  );
  expect(first.result).toMatchObject({
    status: 201,
    body: { code: 'first', position: 0, is_active: true, is_default: false, translations: { de: 'Erster' } },
  });
  expect(first.result.body).not.toHaveProperty('replace_asked_by');
  const { id, enum_id } = first.result.body;
  expect(first.events).toEqual([`enum.value.created ${enum_id}`]);
  expect(first.audit).toMatchObject([{ action: 'create', resource: 'enum_value', record_id: id }]);
  await Promise.all(['b', 'c', 'd', 'e', 'f'].map((code) => add(code)));
  expect((await values()).map((one: { position: number }) => one.position)).toEqual([0, 1, 2, 3, 4, 5]);
});

it('allows each code once, regardless of case', async () => {
  const { result, events } = await recorded(() => Promise.all([add('red'), add('RED'), add('Red')]));
  expect(result.map((one) => one.status).sort()).toEqual([201, 422, 422]);
  expect(events).toHaveLength(1);
  const again = await recorded(() => add('RED'));
  expect(statusAndFields(again.result)).toEqual([422, ['code']]);
  expect(again).toMatchObject(nothing);
});

it('limits the number of values', async () => {
  const { enum_id } = (await add('first')).body;
  await executeOperational(
    service.platform,
    sql`insert into enum_values (org_id, enum_id, code, label, position)
      select ${owner.user.org_id}, ${enum_id}, 'v' || n, 'V', n from generate_series(1, 999) n returning id`,
  );
  const { result, ...left } = await recorded(() => add('one_too_many'));
  expect([statusAndFields(result), left]).toEqual([[422, ['code']], nothing]);
  const [deleted] = await executeOperational<{ id: number }>(
    service.platform,
    sql`insert into enum_values (org_id, enum_id, code, label, deleted_at)
      values (${owner.user.org_id}, ${enum_id}, 'gone', 'Gone', now()) returning id`,
  );
  const restored = await recorded(() => owner.call('POST', `${path}/${deleted?.id}/restore`));
  expect([statusAndFields(restored.result), restored.events]).toEqual([[422, ['id']], []]);
  const ids = (await owner.call('GET', `/enums/list_${counter}`)).body.values.map(
    (one: { id: number }) => one.id,
  );
  expect((await owner.call('POST', `${path}/reorder`, { ids: ids.toReversed() })).status).toBe(200);
});

describe('the default value', () => {
  it('is unique under concurrency', async () => {
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((code) => add(code)));
    const answers = await Promise.all(
      made.map(({ body }) => owner.call('PATCH', `${path}/${body.id}`, { is_default: true })),
    );
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    expect((await values()).filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1);
  });

  it('replaces the previous one in the same transaction', async () => {
    const a = (await add('a', { is_default: true })).body;
    const b = (await add('b')).body;
    const { result, audit, outbox } = await recorded(() =>
      owner.call('PATCH', `${path}/${b.id}`, { is_default: true }),
    );
    expect(result.body.is_default).toBe(true);
    expect([audit.map((one) => one.record_id), outbox]).toEqual([[a.id, b.id], 2]);
    expect((await findValue('a', `list_${counter}`)).is_default).toBe(false);
  });

  it('can be a new value, but not an inactive one', async () => {
    const a = (await add('a', { is_default: true })).body;
    const { result, events, audit } = await recorded(() => add('b', { is_default: true }));
    expect(events).toEqual([`enum.value.updated ${a.enum_id}`, `enum.value.created ${a.enum_id}`]);
    expect(audit.map((one) => one.record_id)).toEqual([a.id, result.body.id]);
    const off = await recorded(() => add('c', { is_default: true, is_active: false }));
    expect([statusAndFields(off.result), off.events]).toEqual([[422, ['is_active']], []]);
    expect((await values()).map((one: { is_default: boolean }) => one.is_default)).toEqual([false, true]);
  });

  it('cannot be deactivated or archived', async () => {
    const { id } = (await add('a', { is_default: true })).body;
    const off = await recorded(() => owner.call('PATCH', `${path}/${id}`, { is_active: false }));
    expect([statusAndFields(off.result), off.events]).toEqual([[422, ['is_active']], []]);
    const gone = await recorded(() => owner.call('DELETE', `${path}/${id}`));
    expect([statusAndFields(gone.result), gone.events]).toEqual([[422, ['id']], []]);
  });
});

describe('values of the service', () => {
  it('can be relabelled, coloured and reordered', async () => {
    const { id, updated_at } = await findValue('high', 'priority');
    const { result, audit } = await recorded(() =>
      hr.call('PATCH', `/enums/priority/values/${id}`, {
        label: 'Hoch',
        color: '#ff0000',
        translations: { fr: 'Haute' },
      }),
    );
    expect(result).toMatchObject({ status: 200, body: { code: 'high', label: 'Hoch', color: '#ff0000' } });
    expect(result.body.updated_at > updated_at).toBe(true);
    expect(audit).toMatchObject([{ before: { label: 'High' }, after: { label: 'Hoch' } }]);
    const ids = (await owner.call('GET', '/enums/priority')).body.values.map((one: { id: number }) => one.id);
    const reordered = await owner.call('POST', '/enums/priority/values/reorder', { ids: ids.toReversed() });
    expect(reordered.body.data.map((one: { code: string }) => one.code)).toEqual([
      'urgent',
      'high',
      'medium',
      'low',
    ]);
  });

  const tooMany = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`de-${index + 1000}`, 'x']));
  it.each([
    ['POST', () => '/enums/status/values', { code: 'waiting', label: 'Waiting' }, 'code'],
    ['POST', () => '/enums/task_category/values', { code: 'x', label: 'x', is_default: true }, 'is_default'],
    ['PATCH', (id: number) => `/enums/task_category/values/${id}`, { translations: tooMany }, 'translations'],
    ['PATCH', (id: number) => `/enums/task_category/values/${id}`, { is_active: false }, 'is_active'],
    ['PATCH', (id: number) => `/enums/task_category/values/${id}`, { is_default: true }, 'is_default'],
    ['PATCH', (id: number) => `/enums/task_category/values/${id}`, { code: 'beetle' }, 'code'],
    ['PATCH', (id: number) => `/enums/task_category/values/${id}`, { is_system: false }, 'is_system'],
    ['DELETE', (id: number) => `/enums/task_category/values/${id}`, undefined, 'id'],
    ['DELETE', () => '/enums/status', undefined, 'code'],
  ])('rejects %s %s with %j', async (method, at, body, field) => {
    const { id } = await findValue('bug', 'task_category');
    const { result, ...left } = await recorded(() => owner.call(method, at(id), body));
    expect([statusAndFields(result), left]).toEqual([[422, [field]], nothing]);
  });
});

describe('reorder', () => {
  it('is rejected as a whole if the records of the response have more than 8 MiB', async () => {
    const ids = [(await add('a')).body.id, (await add('b')).body.id, (await add('c')).body.id];
    const setLength = (length: number) =>
      executeOperational(
        service.platform,
        sql`update enum_values set translations = jsonb_build_object('de', repeat('x', ${length}::int))
          where org_id = ${owner.user.org_id} and id = any(${ids}::int[]) returning id`,
      );
    const reorder = () => recorded(() => owner.call('POST', `${path}/reorder`, { ids: ids.toReversed() }));
    await setLength(3_000_000);
    const { result, ...left } = await reorder();
    expect([statusAndFields(result), left]).toEqual([[422, ['ids']], nothing]);
    await setLength(1_000_000);
    expect((await reorder()).result.status).toBe(200);
  });

  it('requires every live value once, and records those that moved', async () => {
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(async (code) => (await add(code)).body.id));
    const live = await values();
    const ids = live.map((one: { id: number }) => one.id);
    const reordered = [ids[1], ids[0], ids[2]];
    const { result, audit } = await recorded(() => owner.call('POST', `${path}/reorder`, { ids: reordered }));
    expect(result.body.data.map((one: { id: number }) => one.id)).toEqual(reordered);
    expect(audit.map((one) => one.record_id).sort()).toEqual([ids[0], ids[1]].sort());
    const foreign = (await findValue('bug', 'task_category')).id;
    for (const wrong of [[], [a, b], [a, b, c, c], [a, b, b], [a, b, foreign], [a, b, c, foreign]]) {
      const rejected = await recorded(() => owner.call('POST', `${path}/reorder`, { ids: wrong }));
      expect([statusAndFields(rejected.result), rejected.events]).toEqual([[422, ['ids']], []]);
    }
    await owner.call('DELETE', `${path}/${a}`);
    expect((await owner.call('POST', `${path}/reorder`, { ids: reordered })).status).toBe(422);
  });
});

it('filters by state, and lists archived values only on request', async () => {
  const { id } = (await add('a')).body;
  await add('b');
  const c = (await add('c')).body;
  await owner.call('PATCH', `${path}/${c.id}`, { is_active: false });
  const { result, events, audit } = await recorded(() => owner.call('DELETE', `${path}/${id}`));
  expect([result.status, events.length, audit[0]?.action]).toEqual([204, 1, 'archive']);
  expect([await codes(), await codes('?is_active=true'), await codes('?archived=true')]).toEqual([
    ['b', 'c'],
    ['b'],
    ['b', 'c', 'a'],
  ]);
  expect((await owner.call('GET', `${path}/${id}`)).status).toBe(404);
  expect((await owner.call('DELETE', `${path}/${id}`)).status).toBe(404);
  const rows = await service.rows(sql`select code from enum_values where id = ${id}`);
  expect(rows).toEqual([{ code: 'a' }]);
});

it('does not record a PATCH without changes', async () => {
  const { body } = await add('a', { is_default: true, translations: { de: 'Erster' } });
  for (const patch of [{ label: 'a', is_default: true, translations: { de: 'Erster' } }, {}]) {
    const { result, ...left } = await recorded(() => owner.call('PATCH', `${path}/${body.id}`, patch));
    expect([result.status, result.body, left]).toEqual([200, body, nothing]);
  }
});

it('restores a value at the end, unless its code is taken', async () => {
  const [a, b] = [(await add('a')).body, (await add('b')).body];
  await owner.call('DELETE', `${path}/${a.id}`);
  expect((await hr.call('POST', `${path}/${a.id}/restore`)).status).toBe(403);
  const { result, events, audit } = await recorded(() => owner.call('POST', `${path}/${a.id}/restore`));
  expect(result).toMatchObject({ status: 200, body: { code: 'a', position: 1, deleted_at: null } });
  expect([events, audit[0]?.action]).toEqual([[`enum.value.restored ${a.enum_id}`], 'restore']);
  await owner.call('DELETE', `${path}/${b.id}`);
  await add('b');
  const { result: taken, ...left } = await recorded(() => owner.call('POST', `${path}/${b.id}/restore`));
  expect([statusAndFields(taken), left]).toEqual([[422, ['code']], nothing]);
});

it('rejects a change with an outdated If-Match', async () => {
  const { id } = (await add('a')).body;
  const read = await owner.call('GET', `${path}/${id}`);
  const version = { 'if-match': read.headers.get('etag') ?? '' };
  expect((await owner.call('PATCH', `${path}/${id}`, { label: 'x' }, version)).status).toBe(200);
  const { result, ...left } = await recorded(() =>
    owner.call('PATCH', `${path}/${id}`, { label: 'y' }, version),
  );
  expect([result.status, left]).toEqual([412, nothing]);
});
