import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let world: ReturnType<typeof createInitiativeFixtures>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  world = createInitiativeFixtures(owner);
});
afterAll(() => service.stop());

const report = (id: number, body: object, by = owner) => by.call('POST', `/initiatives/${id}/updates`, body);

describe('POST /initiatives/:id/updates', () => {
  it('stores the update and changes the health of the initiative', async () => {
    const { id } = await world.initiative();
    const body = { health: 'at_risk', body: 'A supplier is late.' };
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () => report(id, body));
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      ...body,
      initiative_id: id,
      progress: null,
      created_by: owner.user.id,
    });
    expect(events).toEqual([
      `initiative.update.created ${id}`,
      `initiative.post_update ${id}`,
      `initiative.health_changed ${id}`,
    ]);
    expect(outbox).toBe(3);
    expect(audit).toMatchObject([
      { action: 'create', resource: 'initiative_update', record_id: result.body.id },
      {
        action: 'update',
        resource: 'initiative',
        before: { health: 'unknown' },
        after: { health: 'at_risk' },
      },
    ]);
    const same = await recordedBy(service, org_id, () => report(id, body));
    expect(same.events).toEqual([`initiative.update.created ${id}`]);
    const list = await owner.call('GET', `/initiatives/${id}/updates`);
    expect(list.body).toEqual({
      data: [same.result.body, result.body],
      total: 2,
      total_is_exact: true,
      next: null,
    });
    expect((await world.read(id)).health).toBe('at_risk');
  });

  it('sets the progress only if progress_mode is manual', async () => {
    const { id } = await world.initiative({ progress_mode: 'manual' });
    const work = () => report(id, { health: 'unknown', body: 'Half', progress: 50 });
    const { result, events, audit } = await recordedBy(service, org_id, work);
    expect(result.body.progress).toBe(50);
    expect(events).toEqual([`initiative.update.created ${id}`, `initiative.post_update ${id}`]);
    expect(audit[1]).toMatchObject({ before: { progress: 0 }, after: { progress: 50 } });
    expect((await world.read(id)).progress).toBe(50);
    const counted = await world.initiative();
    const rejected = await recordedBy(service, org_id, () =>
      report(counted.id, { health: 'on_track', body: 'x', progress: 50 }),
    );
    expect(Object.keys(rejected.result.body.details.fieldErrors)).toEqual(['progress']);
    expect(rejected).toMatchObject(nothing);
  });

  it('cannot be changed or deleted', async () => {
    const { id } = await world.initiative();
    const { body } = await report(id, { health: 'on_track', body: 'So' });
    for (const method of ['PATCH', 'DELETE']) {
      expect((await owner.call(method, `/initiatives/${id}/updates/${body.id}`, { body: 'x' })).status).toBe(
        404,
      );
      expect((await owner.call(method, `/initiatives/${id}/updates`, { body: 'x' })).status).toBe(405);
    }
  });

  it.each([
    [{ health: 'on_track' }, 'body'],
    [{ health: 'on_track', body: '  ' }, 'body'],
    [{ body: 'x' }, 'health'],
    [{ health: 'great', body: 'x' }, 'health'],
    [{ health: 'on_track', body: 'x', progress: 101 }, 'progress'],
    [{ health: 'on_track', body: 'x', progress: 1.5 }, 'progress'],
  ])('rejects %j with an error on %s', async (body, field) => {
    const { id } = await world.initiative({ progress_mode: 'manual' });
    const { result, ...recorded } = await recordedBy(service, org_id, () => report(id, body));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
    expect(recorded).toEqual(nothing);
  });
});

describe('members', () => {
  const add = (id: number, body: object, by = owner) => by.call('POST', `/initiatives/${id}/members`, body);

  it('are added once, changed and removed', async () => {
    const { id } = await world.initiative();
    const { id: employee_id } = await world.employee();
    const added = await recordedBy(service, org_id, () => add(id, { employee_id, role: 'lead' }));
    expect(added.result.body).toMatchObject({ initiative_id: id, employee_id, role: 'lead' });
    expect(added.events).toEqual([`initiative.member.created ${id}`]);
    const twice = await Promise.all([1, 2, 3].map(() => add(id, { employee_id })));
    expect(twice.map((answer) => Object.keys(answer.body.details.fieldErrors))).toEqual(
      Array(3).fill(['employee_id']),
    );
    const path = `/initiatives/${id}/members/${added.result.body.id}`;
    const changed = await recordedBy(service, org_id, () =>
      owner.call('PATCH', path, { role: 'stakeholder' }),
    );
    expect(changed.result.body.role).toBe('stakeholder');
    expect(changed.audit).toMatchObject([{ before: { role: 'lead' }, after: { role: 'stakeholder' } }]);
    expect((await owner.call('GET', `/initiatives/${id}/members?role=lead`)).body.total).toBe(0);
    const gone = await recordedBy(service, org_id, () => owner.call('DELETE', path));
    expect([gone.result.status, gone.events]).toEqual([204, [`initiative.member.deleted ${id}`]]);
    expect([await owner.call('GET', path), await owner.call('DELETE', path)]).toMatchObject([
      { status: 404 },
      { status: 404 },
    ]);
    expect((await add(id, { employee_id })).body.role).toBe('member');
  });

  it('must be employees of the organization and belong to the initiative in the path', async () => {
    const { id } = await world.initiative();
    const stranger = await service.newOrganization();
    const foreign = await createInitiativeFixtures(stranger).employee();
    for (const employee_id of [foreign.id, 99_999]) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => add(id, { employee_id }));
      expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['employee_id']]);
      expect(recorded).toEqual(nothing);
    }
    const { body } = await add(id, { employee_id: (await world.employee()).id });
    const other = await world.initiative();
    expect((await owner.call('GET', `/initiatives/${other.id}/members/${body.id}`)).status).toBe(404);
    expect((await stranger.call('GET', `/initiatives/${id}/members`)).status).toBe(404);
  });
});

it('supports search, a filter by health and sorting', async () => {
  const { id } = await world.initiative();
  const first = (await report(id, { health: 'at_risk', body: 'The supplier is late' })).body.id;
  const second = (await report(id, { health: 'on_track', body: 'Supplies have arrived' })).body.id;
  const third = (await report(id, { health: 'on_track', body: 'All done' })).body.id;
  const ids = async (query: string) =>
    (await owner.call('GET', `/initiatives/${id}/updates?${query}`)).body.data.map((one: any) => one.id);
  expect(await ids('q=suppli')).toEqual([second, first]);
  expect(await ids('health=on_track&sort=created_at')).toEqual([second, third]);
});

it('accepts concurrent updates, each of which changes the initiative', async () => {
  const { id } = await world.initiative({ progress_mode: 'manual' });
  const all = await Promise.all(
    [10, 20, 30, 40].map((progress) => report(id, { health: 'on_track', body: 'x', progress })),
  );
  expect(all.map((one) => one.status)).toEqual([201, 201, 201, 201]);
  expect([10, 20, 30, 40]).toContain((await world.read(id)).progress);
  expect((await owner.call('GET', `/initiatives/${id}/updates`)).body.total).toBe(4);
});
