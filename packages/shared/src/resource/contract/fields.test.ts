import type { Client } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startThings, type ThingService } from '../testing/things.ts';

let world: ThingService;
let owner: Client;
beforeAll(async () => {
  world = await startThings();
});
beforeEach(async () => {
  owner = await world.newOrganization();
});
afterAll(() => world.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(world.service, owner.user.org_id, work);
const create = (body: object, by = owner) => by.call('POST', '/things', body);
const createRow = async (body: object, by = owner) => {
  const response = await create({ name: 'One', ...body }, by);
  if (response.status !== 201) throw new Error(JSON.stringify(response.body));
  return response.body;
};
const fieldsIn = (response: { body: any }) => Object.keys(response.body.details.fieldErrors);
const whole = {
  name: 'One',
  note: 'Where',
  kind: 'small',
  rank: 3,
  is_on: true,
  starts_on: '2026-02-28',
  share: '0.125',
  tags: ['a', 'b "c", {d}'],
  extra: { deep: [1, { x: [] }], text: "it's" },
  code: 'C',
  category: 'bug',
};

describe('a row', () => {
  it('has the values sent, column defaults of every type, and no undeclared column', async () => {
    const { result, events, audit } = await recorded(() => create(whole));
    const stamps = { created_by: owner.user.id, updated_by: owner.user.id, deleted_at: null };
    expect(result.status).toBe(201);
    expect(result.body).toEqual({
      id: result.body.id,
      org_id: owner.user.org_id,
      ...whole,
      made: 7,
      team_id: null,
      user_id: null,
      ...stamps,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(events).toEqual([`thing.post_create ${result.body.id}`]);
    expect(audit).toMatchObject([{ action: 'create', resource: 'thing', after: { extra: whole.extra } }]);
    const read = await owner.call('GET', `/things/${result.body.id}`);
    expect(read.body).toEqual(result.body);
    expect((await owner.call('GET', '/things')).body).toEqual({
      data: [result.body],
      total: 1,
      total_is_exact: true,
      next: null,
    });
    const bare = await createRow({ name: 'Two' });
    expect(bare).toMatchObject({ note: null, kind: 'big', rank: null, is_on: false, starts_on: null });
    expect(bare).toMatchObject({ share: null, tags: [], extra: {}, code: null });
  });

  it('is updated field by field, also to null and empty values', async () => {
    const { id } = await createRow(whole);
    for (const change of [
      { note: null },
      { kind: 'big', is_on: false },
      { rank: null, starts_on: null },
      { tags: [] },
      { extra: {} },
      { share: '1.5' },
    ]) {
      const before = (await owner.call('GET', `/things/${id}`)).body;
      const { result, events } = await recorded(() => owner.call('PATCH', `/things/${id}`, change));
      const shown = 'share' in change ? { share: '1.500' } : change;
      expect(result.body).toEqual({ ...before, ...shown, updated_at: result.body.updated_at });
      expect(result.body.updated_at > before.updated_at).toBe(true);
      expect(events).toEqual([`thing.post_update ${id}`]);
    }
  });
});

describe('an invalid field is reported by name, and nothing is written', () => {
  it.each([
    [{}, 'name'],
    [{ name: 'x', made: 1 }, 'made'],
    [{ name: 'x', inside: 'y' }, 'inside'],
    [{ name: 'x', id: 1 }, 'id'],
    [{ name: 'x', org_id: 1 }, 'org_id'],
    [{ name: 'x', deleted_at: null }, 'deleted_at'],
    [{ name: 'x', created_by: 1 }, 'created_by'],
    [{ name: 'x', kind: 'huge' }, 'kind'],
    [{ name: 'x', rank: 1.5 }, 'rank'],
    [{ name: 'x', rank: 1_000 }, 'rank'],
    [{ name: 'x', starts_on: '2026-02-30' }, 'starts_on'],
    [{ name: 'x', is_on: null }, 'is_on'],
    [{ name: 'x', tags: [''] }, 'tags'],
    [{ name: 'x', extra: [] }, 'extra'],
    [{ name: 'x', team_id: 999_999 }, 'team_id'],
    [{ name: 'x', user_id: 999_999 }, 'user_id'],
  ])('POST %j: %s', async (body, field) => {
    const { result, ...records } = await recorded(() => create(body));
    expect([result.status, records]).toEqual([422, nothing]);
    expect(JSON.stringify(result.body.details)).toContain(field);
  });

  it.each([{ code: 'D' }, { made: 8 }, { name: null }, { team_id: 999_999 }])('PATCH %j', async (body) => {
    const { id } = await createRow(whole);
    const { result, ...records } = await recorded(() => owner.call('PATCH', `/things/${id}`, body));
    expect([result.status, records]).toEqual([422, nothing]);
    expect(JSON.stringify(result.body.details)).toContain(Object.keys(body)[0]);
  });
});

describe('a value of an extensible enum', () => {
  const path = '/enums/task_category/values';
  const add = async (code: string, by = owner): Promise<number> =>
    (await by.call('POST', path, { code, label: code })).body.id;

  it('must be defined by the service or the organization', async () => {
    await add('garden');
    await add('theirs', await world.newOrganization());
    expect((await createRow({ name: 'A bug', category: 'bug' })).category).toBe('bug');
    const { id, category } = await createRow({ name: 'A garden', category: 'garden' });
    expect(category).toBe('garden');
    for (const wrong of ['gardn', 'theirs', 'urgent']) {
      for (const work of [
        () => create({ name: 'Other', category: wrong }),
        () => owner.call('PATCH', `/things/${id}`, { category: wrong }),
      ]) {
        const { result, ...records } = await recorded(work);
        expect([result.status, fieldsIn(result), records]).toEqual([422, ['category'], nothing]);
      }
    }
  });

  it('that is retired can be sent back, but not set on another row', async () => {
    const value = await add('attic');
    const { id } = await createRow({ name: 'An attic', category: 'attic' });
    const other = await createRow({ name: 'No attic' });
    expect((await owner.call('DELETE', `${path}/${value}`)).status).toBe(204);
    const unchanged = await owner.call('PATCH', `/things/${id}`, { category: 'attic', note: 'Sent whole' });
    expect([unchanged.status, unchanged.body.category, unchanged.body.note]).toEqual([
      200,
      'attic',
      'Sent whole',
    ]);
    expect(fieldsIn(await owner.call('PATCH', `/things/${other.id}`, { category: 'attic' }))).toEqual([
      'category',
    ]);
  });
});

describe('a reference', () => {
  let teams = 0;
  const newTeam = async (by = owner) => {
    teams += 1;
    return (await by.call('POST', '/teams', { name: `Team ${teams}` })).body.id;
  };

  it('must be to a live row of the same organization', async () => {
    const [team_id, deleted] = [await newTeam(), await newTeam()];
    const theirs = await newTeam(await world.newOrganization());
    expect((await owner.call('DELETE', `/teams/${deleted}`)).status).toBe(204);
    const { id } = await createRow({ team_id });
    for (const wrong of [deleted, theirs]) {
      for (const work of [
        () => create({ name: 'Other', team_id: wrong }),
        () => owner.call('PATCH', `/things/${id}`, { team_id: wrong }),
      ]) {
        const { result, ...records } = await recorded(work);
        expect([result.status, fieldsIn(result), records]).toEqual([422, ['team_id'], nothing]);
      }
    }
  });

  it('to a deleted row can be sent back and removed', async () => {
    const team_id = await newTeam();
    const { id } = await createRow({ team_id });
    const deleted = await owner.call('DELETE', `/teams/${team_id}`);
    expect(deleted.status).toBe(204);
    const unchanged = await owner.call('PATCH', `/things/${id}`, { team_id, note: 'Sent whole' });
    expect([unchanged.status, unchanged.body.team_id, unchanged.body.note]).toEqual([
      200,
      team_id,
      'Sent whole',
    ]);
    expect((await owner.call('PATCH', `/things/${id}`, { team_id: null })).body.team_id).toBeNull();
    expect(fieldsIn(await owner.call('PATCH', `/things/${id}`, { team_id }))).toEqual(['team_id']);
  });

  it('waits for an uncommitted deletion, and is then rejected', async () => {
    const team_id = await newTeam();
    const database = new pg.Client({ connectionString: world.service.config.DATABASE_URL });
    await database.connect();
    try {
      await database.query('begin');
      await database.query('update teams set deleted_at = now() where id = $1', [team_id]);
      const response = create({ name: 'Late', team_id });
      await Promise.race([waitUntilBlocking(database), response]);
      await database.query('commit');
      expect(fieldsIn(await response)).toEqual(['team_id']);
    } finally {
      await database.end();
    }
  });

  it('is never to a row that is deleted concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const team_id = await newTeam();
      const [thing, team] = await Promise.all([
        create({ name: `Round ${round}`, team_id }),
        owner.call('DELETE', `/teams/${team_id}`),
      ]);
      expect(team.status).toBe(204);
      // Either the thing was created before the deletion, or it is rejected.
      if (thing.status !== 201) expect(fieldsIn(thing)).toEqual(['team_id']);
    }
  });
});

describe('unique names', () => {
  it('are unique among live rows, even with concurrent requests', async () => {
    const responses = await Promise.all(['Same', 'same', 'SAME'].map((name) => create({ name })));
    expect(responses.map((one) => one.status).sort()).toEqual([201, 422, 422]);
    const rejected = responses.filter((one) => one.status === 422);
    expect(rejected.map(fieldsIn)).toEqual([['name'], ['name']]);
    const id = responses.find((one) => one.status === 201)?.body.id;
    await owner.call('DELETE', `/things/${id}`);
    expect((await create({ name: 'same' })).status).toBe(201);
    expect((await create({ name: 'same' }, await world.newOrganization())).status).toBe(201);
  });
});
