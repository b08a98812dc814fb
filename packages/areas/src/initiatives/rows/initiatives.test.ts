import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let world: ReturnType<typeof createInitiativeFixtures>;
let lead: { id: number };
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  world = createInitiativeFixtures(owner);
  lead = await world.employee();
});
afterAll(() => service.stop());

const create = (body: object, by = owner) => by.call('POST', '/initiatives', body);

describe('POST /initiatives', () => {
  it('creates an initiative with defaults and a code from its name', async () => {
    const body = { name: 'Über uns hinaus!', owner_employee_id: lead.id };
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () => create(body));
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      ...body,
      org_id,
      code: 'uber-uns-hinaus',
      description: '',
      status: 'proposed',
      health: 'unknown',
      team_id: null,
      start_on: null,
      target_on: null,
      progress_mode: 'tasks',
      progress: 0,
      created_by: owner.user.id,
      deleted_at: null,
    });
    expect(events).toEqual([`initiative.post_create ${result.body.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([{ action: 'create', resource: 'initiative', record_id: result.body.id }]);
    expect(await world.read(result.body.id)).toEqual(result.body);
  });

  it('finds a free code with concurrent creates of the same name', async () => {
    const body = { name: 'Twins', owner_employee_id: lead.id };
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => create(body)));
    expect(answers.map((answer) => answer.body.code).sort()).toEqual([
      'twins',
      'twins-2',
      'twins-3',
      'twins-4',
      'twins-5',
    ]);
    expect((await create({ ...body, name: '改善' })).body.code).toBe('initiative');
  });

  it('returns dates without time', async () => {
    const dates = { start_on: '2026-03-01', target_on: '2026-03-01' };
    const { body } = await create({ name: 'Dated', owner_employee_id: lead.id, ...dates });
    expect(body).toMatchObject(dates);
    expect((await owner.call('PATCH', `/initiatives/${body.id}`, { target_on: null })).body).toMatchObject({
      start_on: '2026-03-01',
      target_on: null,
    });
  });

  it('rejects invalid fields by name and records nothing', async () => {
    const stranger = await service.newOrganization();
    const foreign = await createInitiativeFixtures(stranger).employee();
    await create({ name: 'Taken', code: 'Taken', owner_employee_id: lead.id });
    const good = { name: 'Bad', owner_employee_id: lead.id };
    const broken: [object, string][] = [
      [{ name: 'No owner' }, 'owner_employee_id'],
      [{ ...good, name: ' ' }, 'name'],
      [{ ...good, owner_employee_id: foreign.id }, 'owner_employee_id'],
      [{ ...good, owner_employee_id: 99_999 }, 'owner_employee_id'],
      [{ ...good, team_id: 99_999 }, 'team_id'],
      [{ ...good, code: 'tAKEN' }, 'code'],
      [{ ...good, code: 'a b' }, 'code'],
      [{ ...good, status: 'done' }, 'status'],
      [{ ...good, progress: 50 }, 'progress'],
      [{ ...good, start_on: '2026-02-30' }, 'start_on'],
      [{ ...good, start_on: '2026-03-02', target_on: '2026-03-01' }, 'target_on'],
    ];
    for (const [body, field] of broken) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => create(body));
      expect([result.status, Object.keys(result.body.details?.fieldErrors ?? {})]).toEqual([422, [field]]);
      expect(recorded).toEqual(nothing);
    }
  });
});

describe('PATCH /initiatives/:id', () => {
  it('updates fields; a change of health has its own event', async () => {
    const { id } = await world.initiative();
    const patch = { health: 'at_risk', description: 'Late' };
    const work = () => owner.call('PATCH', `/initiatives/${id}`, patch);
    const { result, events, audit } = await recordedBy(service, org_id, work);
    expect([result.status, result.body]).toMatchObject([200, patch]);
    expect(events).toEqual([`initiative.post_update ${id}`, `initiative.health_changed ${id}`]);
    expect(audit[0]).toMatchObject({
      action: 'update',
      before: { health: 'unknown', description: '' },
      after: patch,
    });
    const again = await recordedBy(service, org_id, work);
    expect(again).toMatchObject({ ...nothing, result: { status: 200, body: patch } });
  });

  it('rejects the status completed, which requires POST /complete', async () => {
    const { id } = await world.initiative();
    const work = () => owner.call('PATCH', `/initiatives/${id}`, { status: 'completed' });
    const { result, ...recorded } = await recordedBy(service, org_id, work);
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['status']]);
    expect(recorded).toEqual(nothing);
  });
});

describe('DELETE /initiatives/:id', () => {
  it('deletes an initiative without open tasks and frees its code', async () => {
    const { id, code } = await world.initiative();
    const task = await world.task({ initiative_id: id });
    const rejected = await recordedBy(service, org_id, () => owner.call('DELETE', `/initiatives/${id}`));
    expect(rejected.result.body.details.fieldErrors).toEqual({ id: ['Still has 1 open task'] });
    expect(rejected.events).toEqual([]);
    await owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' });
    const { result, events } = await recordedBy(service, org_id, () =>
      owner.call('DELETE', `/initiatives/${id}`),
    );
    expect([result.status, events]).toEqual([204, [`initiative.post_archive ${id}`]]);
    expect((await owner.call('GET', `/initiatives/${id}`)).status).toBe(404);
    expect((await owner.call('POST', '/tasks', { title: 'x', initiative_id: id })).status).toBe(422);
    expect((await world.initiative({ code })).code).toBe(code);
  });
});

describe('POST /initiatives/:id/restore', () => {
  it('restores an initiative unless its code is taken', async () => {
    const { id, code } = await world.initiative();
    await owner.call('DELETE', `/initiatives/${id}`);
    const other = await world.initiative({ code: code.toUpperCase() });
    const restore = () => owner.call('POST', `/initiatives/${id}/restore`);
    const rejected = await recordedBy(service, org_id, restore);
    expect(Object.keys(rejected.result.body.details.fieldErrors)).toEqual(['code']);
    expect(rejected).toMatchObject(nothing);
    await owner.call('DELETE', `/initiatives/${other.id}`);
    const { result, events } = await recordedBy(service, org_id, restore);
    expect([result.status, events]).toEqual([200, [`initiative.post_restore ${id}`]]);
    expect(await world.read(id)).toEqual(result.body);
  });
});

describe('GET /initiatives', () => {
  it('filters and sorts', async () => {
    const by = await service.newOrganization();
    const theirs = createInitiativeFixtures(by);
    const [one, two] = [await theirs.employee(), await theirs.employee()];
    const make = (name: string, owner_employee_id: number, fields: object) =>
      theirs.initiative({ name, owner_employee_id, ...fields });
    await make('beta', one.id, { status: 'active', target_on: '2026-05-01' });
    await make('Alpha', two.id, { health: 'at_risk', target_on: '2026-04-01', code: 'first' });
    await make('Gamma 100%', two.id, { status: 'paused' });
    const names = async (query: string) =>
      (await by.call('GET', `/initiatives?${query}`)).body.data?.map((row: { name: string }) => row.name);
    expect(await names('')).toEqual(['Alpha', 'beta', 'Gamma 100%']);
    expect(await names('sort=-target_on')).toEqual(['beta', 'Alpha', 'Gamma 100%']);
    expect(await names('sort=target_on')).toEqual(['Alpha', 'beta', 'Gamma 100%']);
    expect(await names('status=active')).toEqual(['beta']);
    expect(await names('health=at_risk')).toEqual(['Alpha']);
    expect(await names(`owner_employee_id=${two.id}&sort=-name`)).toEqual(['Gamma 100%', 'Alpha']);
    expect([await names('q=FIRST'), await names('q=100%25'), await names('q=_')]).toEqual([
      ['Alpha'],
      ['Gamma 100%'],
      [],
    ]);
    expect((await by.call('GET', '/initiatives?limit=1&offset=1')).body).toMatchObject({ total: 3 });
    for (const query of ['status=done', 'sort=health', 'color=red', 'team_id=x'])
      expect((await by.call('GET', `/initiatives?${query}`)).status).toBe(422);
  });
});

describe('permissions', () => {
  it('lets managers change initiatives of their teams, and employees their own', async () => {
    const manager = await service.newUser(owner, ['manager']);
    const boss = await world.employee({ user_id: manager.user.id });
    const team = (await owner.call('POST', '/teams', { name: 'Doers' })).body;
    await owner.call('POST', `/teams/${team.id}/members`, { employee_id: boss.id });
    const mine = { name: 'Mine', owner_employee_id: lead.id, team_id: team.id };
    const { body } = await create(mine, manager);
    expect(body.team_id).toBe(team.id);
    expect((await create({ name: 'Beyond', owner_employee_id: lead.id }, manager)).status).toBe(403);
    const other = await world.initiative();
    expect((await manager.call('PATCH', `/initiatives/${other.id}`, { name: 'x' })).status).toBe(403);
    expect((await manager.call('PATCH', `/initiatives/${body.id}`, { name: 'Ours' })).status).toBe(200);

    const user = await service.newUser(owner, ['employee']);
    const person = await world.employee({ user_id: user.user.id });
    const own = await world.initiative({ owner_employee_id: person.id });
    expect((await user.call('PATCH', `/initiatives/${own.id}`, { name: 'My own' })).status).toBe(200);
    expect((await user.call('PATCH', `/initiatives/${other.id}`, { name: 'x' })).status).toBe(403);
    expect((await user.call('DELETE', `/initiatives/${own.id}`)).status).toBe(403);
    const report = { health: 'on_track', body: 'Fine' };
    expect((await user.call('POST', `/initiatives/${own.id}/updates`, report)).status).toBe(201);
    expect((await user.call('POST', `/initiatives/${other.id}/updates`, report)).status).toBe(403);
    expect(
      (await user.call('POST', `/initiatives/${other.id}/members`, { employee_id: person.id })).status,
    ).toBe(403);
  });
});
