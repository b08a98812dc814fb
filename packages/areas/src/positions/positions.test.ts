import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let counter = 0;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const create = (body: object, by = owner) => by.call('POST', '/positions', body);
const createPosition = async (fields: object = {}) => {
  counter += 1;
  return (await create({ title: `Seat ${counter}`, code: `S-${counter}`, ...fields })).body;
};
const createEmployee = async (fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields };
  return (await owner.call('POST', '/employees', person)).body;
};
/** Assigns a position, as an applied change does. */
const assign = (employee_id: number, position_id: number | null) =>
  executeOperational(
    service.platform,
    Prisma.sql`update employees set position_id = ${position_id}::int
    where org_id = ${org_id} and id = ${employee_id} returning id`,
  );
const scheduleChange = (employee_id: number, position_id: number, day = '2999-01-01') =>
  executeOperational(
    service.platform,
    Prisma.sql`insert into employee_changes
      (org_id, employee_id, effective_date, sequence, kind, set, state, applies_at)
    values (${org_id}, ${employee_id}, ${day}::date, 50, 'position',
      jsonb_build_object('position_id', ${position_id}::int), 'scheduled', ${day}::date) returning id`,
  );
const patch = (id: number, body: object, by = owner) => by.call('PATCH', `/positions/${id}`, body);
const transition = (id: number, name: string, by = owner) => by.call('POST', `/positions/${id}/${name}`);
const errorFields = (answer: { body: { details: { fieldErrors: object } } }) =>
  Object.keys(answer.body.details.fieldErrors);

describe('POST /positions', () => {
  it('returns the whole row; by default a draft with one free seat', async () => {
    const work = () => create({ title: ' Head of Bread ', code: 'HOB' });
    const { result, events, audit, outbox } = await recordedBy(service, org_id, work);
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      org_id,
      title: 'Head of Bread',
      code: 'HOB',
      family: null,
      level: null,
      team_id: null,
      description: '',
      headcount: 1,
      status: 'draft',
      default_role_id: null,
      filled: 0,
      vacant: 1,
      created_by: owner.user.id,
      deleted_at: null,
    });
    expect(events).toEqual([`position.post_create ${result.body.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([{ action: 'create', resource: 'position', record_id: result.body.id }]);
    expect((await owner.call('GET', `/positions/${result.body.id}`)).body).toEqual(result.body);
  });

  it.each([
    [{ title: 'X', code: 'hob' }, 'code'],
    [{ title: 'X' }, 'code'],
    [{ code: 'X' }, 'title'],
    [{ title: 'X', code: 'X', headcount: 0 }, 'headcount'],
    [{ title: 'X', code: 'X', headcount: 1.5 }, 'headcount'],
    [{ title: 'X', code: 'X', status: 'closed' }, 'status'],
    [{ title: 'X', code: 'X', team_id: 999_999 }, 'team_id'],
    [{ title: 'X', code: 'X', default_role_id: 999_999 }, 'default_role_id'],
    [{ title: 'X', code: 'X', filled: 1 }, 'filled'],
  ])('rejects %j with an error on %s and records nothing', async (body, field) => {
    const { result, ...recorded } = await recordedBy(service, org_id, () => create(body));
    expect(result.status).toBe(422);
    expect(errorFields(result)).toEqual([field]);
    expect(recorded).toEqual(nothing);
  });

  it('rejects teams and roles of another organization, and the owner role', async () => {
    const stranger = await service.newOrganization();
    const team = (await stranger.call('POST', '/teams', { name: 'Theirs' })).body;
    expect(errorFields(await create({ title: 'X', code: 'X', team_id: team.id }))).toEqual(['team_id']);
    const roleOf = async (by: Client, code: string) =>
      (await by.call('GET', '/roles')).body.data.find((role: { code: string }) => role.code === code).id;
    for (const default_role_id of [await roleOf(stranger, 'hr'), await roleOf(owner, 'owner')]) {
      expect(errorFields(await create({ title: 'X', code: 'X', default_role_id }))).toEqual([
        'default_role_id',
      ]);
    }
    const default_role_id = await roleOf(owner, 'hr');
    expect((await createPosition({ default_role_id })).default_role_id).toBe(default_role_id);
  });

  it('keeps codes unique with concurrent creates and frees them on deletion', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create({ title: 'Twin', code: 'Twin' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
    const first = answers.find((answer) => answer.status === 201)?.body;
    expect((await owner.call('DELETE', `/positions/${first.id}`)).status).toBe(204);
    expect((await create({ title: 'Twin', code: 'twin' })).status).toBe(201);
  });

  it('requires position:create for the team', async () => {
    const permissions = ['read', 'create', 'update'].map((right) => ({
      permission: `position:${right}`,
      scopes: ['team'],
    }));
    await owner.call('POST', '/roles', { code: 'seater', name: 'Seater', permissions });
    const seater = await service.newUser(owner, ['seater']);
    const own = (await owner.call('POST', '/teams', { name: 'Own seats' })).body;
    await createEmployee({ user_id: seater.user.id, team_id: own.id });
    const mine = await create({ title: 'Mine', code: 'mine', team_id: own.id }, seater);
    expect(mine.status).toBe(201);
    const work = () => create({ title: 'Free', code: 'free' }, seater);
    const { result, ...recorded } = await recordedBy(service, org_id, work);
    expect([result.status, recorded]).toEqual([403, onlyDenial('create', 'position')]);
    expect((await patch(mine.body.id, { team_id: null }, seater)).status).toBe(403);
    const other = await createPosition();
    expect((await seater.call('GET', `/positions/${other.id}`)).status).toBe(404);
    expect((await seater.call('GET', '/positions')).body).toMatchObject({ total: 1 });
  });
});

describe('number of filled seats', () => {
  it('counts current holders and scheduled ones, each once', async () => {
    const position = await createPosition({ headcount: 3, status: 'open' });
    const [holds, both, comes, left] = await Promise.all([1, 2, 3, 4].map(() => createEmployee()));
    await assign(holds.id, position.id);
    await assign(both.id, position.id);
    await scheduleChange(both.id, position.id);
    await scheduleChange(comes.id, position.id);
    await scheduleChange(comes.id, position.id, '2999-01-02');
    await assign(left.id, position.id);
    await executeOperational(
      service.platform,
      Prisma.sql`update employees set status = 'terminated', end_date = '2024-06-01'
      where id = ${left.id} returning id`,
    );
    const get = async () => (await owner.call('GET', `/positions/${position.id}`)).body;
    expect(await get()).toMatchObject({ filled: 3, vacant: 0 });
    expect(errorFields(await patch(position.id, { headcount: 2 }))).toEqual(['headcount']);
    expect((await patch(position.id, { headcount: 4 })).body).toMatchObject({ filled: 3, vacant: 1 });
    for (const answer of [
      await transition(position.id, 'close'),
      await owner.call('DELETE', `/positions/${position.id}`),
    ]) {
      expect(answer.status).toBe(422);
    }
    expect((await transition(position.id, 'freeze')).status).toBe(200);
    await assign(holds.id, null);
    await assign(holds.id, position.id);
    await scheduleChange(holds.id, (await createPosition()).id);
    expect(await get()).toMatchObject({ filled: 3, vacant: 1 });
  });
});

describe('transitions', () => {
  it('changes the status with an event each', async () => {
    const { id } = await createPosition();
    for (const [name, status, event] of [
      ['open', 'open', 'position.opened'],
      ['freeze', 'frozen', 'position.frozen'],
      ['open', 'open', 'position.opened'],
      ['close', 'closed', 'position.closed'],
    ] as const) {
      const { result, events, audit } = await recordedBy(service, org_id, () => transition(id, name));
      expect([result.status, result.body.status]).toEqual([200, status]);
      expect(events).toEqual([`position.post_update ${id}`, `${event} ${id}`]);
      expect(audit).toMatchObject([{ action: 'update', record_id: id, after: { status } }]);
    }
    for (const name of ['close', 'freeze']) {
      const { result, ...recorded } = await recordedBy(service, org_id, () => transition(id, name));
      expect([result.status, errorFields(result), recorded]).toEqual([422, ['status'], nothing]);
    }
    expect(errorFields(await patch(id, { status: 'open' }))).toEqual(['status']);
  });

  it('happens once with concurrent requests', async () => {
    const { id } = await createPosition();
    const answers = await Promise.all([1, 2, 3].map(() => transition(id, 'open')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422]);
  });

  it('requires more than position:read', async () => {
    const { id } = await createPosition();
    const manager = await service.newUser(owner, ['manager']);
    for (const name of ['open', 'freeze', 'close'])
      expect((await transition(id, name, manager)).status).toBe(403);
    expect((await transition(id, 'open', await service.newOrganization())).status).toBe(404);
  });
});
