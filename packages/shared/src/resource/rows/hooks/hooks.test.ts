import type { Client } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '../../../caller.ts';
import { writeInTransaction } from '../../../db/index.ts';
import { hookCalls, hookedThings, startThings, type ThingService } from '../../testing/things.ts';

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

describe('hooks', () => {
  const path = '/hooked-things';
  const row = { name: 'One', share: '0.5', starts_on: '2026-01-02' };

  it('receive the row before and after, as in responses', async () => {
    const id = await createRow(row, path);
    await owner.call('PATCH', `${path}/${id}`, { name: 'Two' });
    await owner.call('DELETE', `${path}/${id}`);
    await owner.call('POST', `${path}/${id}/restore`);
    expect(hookCalls).toEqual([
      ...['beforeLock false', 'beforeWrite undefined One', 'afterWrite undefined One 0.500 2026-01-02'],
      ...['beforeLock false', 'beforeWrite One Two', 'afterWrite One Two 0.500 2026-01-02'],
      ...['beforeLock true', 'beforeArchive Two', 'afterArchive Two'],
      ...['beforeLock true', 'afterRestore Two'],
    ]);
  });

  it('override the values that were sent', async () => {
    const sent = { ...row, note: 'more', rank: 1 };
    const { body } = await owner.call('POST', path, sent);
    expect(body).toMatchObject({ rank: 99, tags: ['hooked'] });
    const changed = await owner.call('PATCH', `${path}/${body.id}`, { note: 'more', tags: ['sent'] });
    expect(changed.body.tags).toEqual(['hooked']);
  });

  it('validate values of requests and imports before anything is written', async () => {
    const { user } = owner;
    const origin = { request_id: 'test', ip: null, user_agent: null };
    const [definition] = hookedThings.imports;
    if (!definition) throw new Error('hooked things have no import');
    const caller = systemCaller(world.service.platform, user.org_id, origin, definition.emits);
    const importing = (row: object) =>
      writeInTransaction(caller, (tx) =>
        definition.write(tx, caller, definition.row.parse(row) as never, {}),
      );
    expect(await importing({ name: 'Imported' })).toBe('created');
    hookCalls.length = 0;
    const { result, ...records } = await recorded(async () => {
      const responses = [await owner.call('POST', path, { ...row, note: 'invalid' })];
      for (const name of ['Imported', 'New'])
        await expect(importing({ name, note: 'invalid' })).rejects.toThrow();
      return responses;
    });
    expect([result[0]?.status, result[0]?.body.details.fieldErrors, hookCalls, records]).toEqual([
      422,
      { note: ['Is not valid to create'] },
      [],
      nothing,
    ]);
    await expect(importing({ name: 'IMPORTED', note: 'invalid' })).rejects.toMatchObject({
      details: { fieldErrors: { note: ['Is not valid to update'] } },
    });
  });

  it('write other rows, recorded with the row', async () => {
    const other = await createRow({ name: 'Other' });
    const { result, events, audit } = await recorded(() =>
      owner.call('POST', path, { ...row, note: 'other', rank: other }),
    );
    expect(result.status).toBe(201);
    expect(events).toEqual([`hooked_thing.post_create ${result.body.id}`, `thing.post_update ${other}`]);
    expect(audit.map(({ action, resource }) => `${action} ${resource}`)).toEqual([
      'create hooked_thing',
      'update thing',
    ]);
    expect((await owner.call('GET', `/things/${other}`)).body.code).toBe('touched');
  });

  it.each(['reject before', 'reject after'])('that throw write nothing: %s', async (note) => {
    const create = await recorded(() => owner.call('POST', path, { ...row, note }));
    expect([create.result.status, fieldsIn(create.result)]).toEqual([422, ['note']]);
    expect(create).toMatchObject(nothing);
    const id = await createRow(row, path);
    const patch = await recorded(() => owner.call('PATCH', `${path}/${id}`, { note }));
    expect([patch.result.status, fieldsIn(patch.result)]).toEqual([422, ['note']]);
    expect(patch).toMatchObject(nothing);
    expect((await owner.call('GET', `${path}/${id}`)).body.note).toBeNull();
  });

  it('make announcements, which the endpoint declares as well', async () => {
    const other = await createRow({ name: 'Other' });
    const id = await createRow({ ...row, note: 'announce', rank: other }, path);
    const { result, events } = await recorded(() => owner.call('DELETE', `${path}/${id}`));
    expect(result.status).toBe(204);
    expect(events).toEqual([`hooked_thing.post_archive ${id}`, `thing.post_update ${other}`]);
    const announced = hookedThings.endpoints.map((one) => [
      one.method,
      (one.announces ?? []).map(({ name }) => name),
    ]);
    expect(announced.filter(([, names]) => names?.length)).toEqual([['delete', ['hooked_thing.moved']]]);
  });

  it('fail on an undeclared announcement, and write nothing', async () => {
    const id = await createRow({ ...row, note: 'announce', rank: await createRow({ name: 'Other' }) }, path);
    await owner.call('DELETE', `${path}/${id}`);
    const { result, ...records } = await recorded(() => owner.call('POST', `${path}/${id}/restore`));
    expect(result.status).toBe(500);
    expect(records).toMatchObject(nothing);
  });

  it.each(['keep', 'keep after'])('prevent archiving a row: %s', async (note) => {
    const id = await createRow({ ...row, note }, path);
    const { result, ...records } = await recorded(() => owner.call('DELETE', `${path}/${id}`));
    expect([result.status, fieldsIn(result), records]).toEqual([422, ['id'], nothing]);
    expect((await owner.call('GET', `${path}/${id}`)).status).toBe(200);
  });

  it('prevent restoring a row', async () => {
    const id = await createRow({ ...row, note: 'stay away' }, path);
    await owner.call('DELETE', `${path}/${id}`);
    const { result, ...records } = await recorded(() => owner.call('POST', `${path}/${id}/restore`));
    expect([result.status, fieldsIn(result), records]).toEqual([422, ['id'], nothing]);
    expect((await owner.call('GET', `${path}/${id}`)).status).toBe(404);
  });
});

it('each endpoint declares exactly the events of its hooks', async () => {
  const emits = Object.fromEntries(
    hookedThings.endpoints.map((one) => [`${one.method} ${one.path}`, one.emits ?? []]),
  );
  expect(emits).toEqual({
    'get /hooked-things': [],
    'get /hooked-things/:id': [],
    'post /hooked-things': ['hooked_thing.post_create', 'thing.post_update'],
    'patch /hooked-things/:id': ['hooked_thing.post_update'],
    'delete /hooked-things/:id': ['hooked_thing.post_archive'],
    'post /hooked-things/:id/restore': ['hooked_thing.post_restore'],
  });
});
