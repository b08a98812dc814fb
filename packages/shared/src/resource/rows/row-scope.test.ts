import type { Client } from '@wfp/testing';
import { onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startThings, type ThingService } from '../testing/things.ts';

let world: ThingService;
let owner: Client;
let teams = 0;
beforeAll(async () => {
  world = await startThings();
});
beforeEach(async () => {
  owner = await world.newOrganization();
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const create = (body: object, by = owner, path = '/things') => by.call('POST', path, body);
const createRow = async (body: object, by = owner): Promise<number> => (await create(body, by)).body.id;
const newTeam = async (): Promise<number> => {
  teams += 1;
  return (await owner.call('POST', '/teams', { name: `Team ${teams}` })).body.id;
};
/** Creates a user with rights in a scope and a primary team. */
const member = async (
  scope: 'own' | 'team',
  rights: readonly string[],
  team_id: number,
  prefix = 'thing',
) => {
  const by = await world.newUser(owner, {
    ...Object.fromEntries(rights.map((right) => [`${prefix}:${right}`, [scope]])),
    'team:read': ['org'],
  });
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
  const hired = await owner.call('POST', '/employees', { ...person, user_id: by.user.id, team_id });
  if (hired.status !== 201) throw new Error(JSON.stringify(hired.body));
  return by;
};
const every = ['read', 'create', 'update', 'archive', 'manage'];

/** Returns the status of each method on a row. */
const verbs = async (by: Client, id: number) => {
  const responses: Record<string, number> = {};
  for (const [name, method, path, body] of [
    ['get', 'GET', ''],
    ['patch', 'PATCH', '', { note: 'Mine' }],
    ['delete', 'DELETE', ''],
    ['restore', 'POST', '/restore'],
  ] as const) {
    responses[name] = (await by.call(method, `/things/${id}${path}`, body)).status;
  }
  return responses;
};
const all = { get: 200, patch: 200, delete: 204, restore: 200 };
const none = { get: 404, patch: 404, delete: 404, restore: 404 };

describe('rows out of scope', () => {
  it.each(['own', 'team'] as const)('are not found: %s', async (scope) => {
    const team_id = await newTeam();
    const by = await member(scope, every, team_id);
    const own = await createRow({ name: 'Own', user_id: by.user.id, team_id });
    const others = await createRow({ name: 'Others', team_id: await newTeam() });
    const unowned = await createRow({ name: 'Unowned' });
    const { body } = await by.call('GET', '/things');
    expect([body.total, body.data.map((row: { id: number }) => row.id)]).toEqual([1, [own]]);
    expect(await verbs(by, own)).toEqual(all);
    expect(await verbs(by, others)).toEqual(none);
    expect(await verbs(by, unowned)).toEqual(none);
    expect(await verbs(owner, others)).toEqual(all);
  });

  it('of another organization are not found', async () => {
    const stranger = await world.newOrganization();
    const id = await createRow({ name: 'Theirs' }, stranger);
    expect(await verbs(owner, id)).toEqual(none);
  });
});

it('changes of read-only rows return 403 and write only the denied-call audit entry', async () => {
  const by = await world.newUser(owner, {
    'thing:read': ['org'],
    'thing:update': ['own'],
    'thing:archive': ['own'],
    'thing:manage': ['own'],
  });
  const id = await createRow({ name: 'Others' });
  for (const [action, method, path, body] of [
    ['update', 'PATCH', '', { note: 'Mine' }],
    ['update', 'PATCH', '', { note: 'Mine', team_id: await newTeam() }],
    ['archive', 'DELETE', ''],
  ] as const) {
    const { result, ...records } = await recorded(() => by.call(method, `/things/${id}${path}`, body));
    expect([result.status, records]).toEqual([403, onlyDenial(action, 'thing', id)]);
  }
  await owner.call('DELETE', `/things/${id}`);
  expect((await by.call('POST', `/things/${id}/restore`)).status).toBe(404);
  const own = await createRow({ name: 'Own', user_id: by.user.id });
  expect(await verbs(by, own)).toEqual(all);
});

describe('writes that leave the row scope', () => {
  it('rejects a POST outside the row scope', async () => {
    const team_id = await newTeam();
    const by = await member('team', ['read', 'create'], team_id);
    expect((await create({ name: 'Ours', team_id }, by)).status).toBe(201);
    for (const body of [{ name: 'Unowned' }, { name: 'Others', team_id: await newTeam() }]) {
      const { result, ...records } = await recorded(() => create(body, by));
      expect([result.status, records]).toEqual([403, onlyDenial('create', 'thing')]);
    }
    expect((await owner.call('GET', '/things')).body.total).toBe(1);
  });

  it('rejects a PATCH that moves a row out of the row scope', async () => {
    const team_id = await newTeam();
    const by = await member('team', ['read', 'update'], team_id);
    const id = await createRow({ name: 'Ours', team_id });
    for (const to of [null, await newTeam()]) {
      const patch = () => by.call('PATCH', `/things/${id}`, { team_id: to, note: 'Moved' });
      const { result, ...records } = await recorded(patch);
      expect([result.status, records]).toEqual([403, onlyDenial('update', 'thing', id)]);
    }
    expect((await owner.call('GET', `/things/${id}`)).body).toMatchObject({ team_id, note: null });
    expect((await by.call('PATCH', `/things/${id}`, { note: 'Stays' })).status).toBe(200);
  });

  it('checks the right of the operation, not read', async () => {
    const by = await world.newUser(owner, { 'thing:read': ['org'], 'thing:create': ['own'] });
    expect((await create({ name: 'Mine' }, by)).status).toBe(201);
  });
});

describe('rows hidden by visible', () => {
  const wide = (body: object) => create(body, owner, '/wide-things');

  it('cannot be listed, read, updated, deleted or created', async () => {
    const id = await createRow({ name: 'Hidden', note: 'hidden' });
    expect((await owner.call('GET', '/wide-things')).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
    for (const [method, path, body] of [
      ['GET', ''],
      ['PATCH', '', { rank: 1 }],
      ['DELETE', ''],
      ['POST', '/restore'],
    ] as const) {
      expect((await owner.call(method, `/wide-things/${id}${path}`, body)).status).toBe(404);
    }
    const { result, ...records } = await recorded(() => wide({ name: 'New', note: 'hidden' }));
    expect([result.status, records]).toEqual([403, onlyDenial('create', 'wide_thing')]);
    const seen = (await wide({ name: 'Seen' })).body.id;
    const hide = await recorded(() => owner.call('PATCH', `/wide-things/${seen}`, { note: 'hidden' }));
    expect([hide.result.status, hide.events]).toEqual([403, []]);
    expect((await owner.call('GET', `/wide-things/${seen}`)).body.note).toBeNull();
  });

  it('have conditional events', async () => {
    const [off, on] = [
      await recorded(() => wide({ name: 'Off' })),
      await recorded(() => wide({ name: 'On', is_on: true })),
    ];
    const { id } = off.result.body;
    expect(off.events).toEqual([`wide_thing.post_create ${id}`]);
    expect(on.events).toEqual([
      `wide_thing.post_create ${on.result.body.id}`,
      `wide_thing.is_on ${on.result.body.id}`,
    ]);
    expect(on.audit).toHaveLength(1);
    const patch = async (body: object) =>
      (await recorded(() => owner.call('PATCH', `/wide-things/${id}`, body))).events;
    expect(await patch({ rank: 1 })).toEqual([`wide_thing.post_update ${id}`]);
    expect(await patch({ is_on: true })).toEqual([`wide_thing.post_update ${id}`, `wide_thing.is_on ${id}`]);
    expect(await patch({ is_on: true, rank: 2 })).toEqual([`wide_thing.post_update ${id}`]);
    expect(await patch({ is_on: true })).toEqual([]);
  });
});
