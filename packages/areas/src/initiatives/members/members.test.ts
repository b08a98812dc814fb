import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInitiativeFixtures } from '../testing/initiative-fixtures.ts';

let service: TestService;
let owner: Client;
let world: ReturnType<typeof createInitiativeFixtures>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  world = createInitiativeFixtures(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const path = (initiative: number, rest = '') => `/initiatives/${initiative}/members${rest}`;

it('records a new member, another role, a removal and a restore on the initiative', async () => {
  const { id } = await world.initiative();
  const employee = await world.employee();
  const added = await recorded(() => owner.call('POST', path(id), { employee_id: employee.id }));
  const member = added.result.body;
  expect(added.result.status).toBe(201);
  expect(member).toMatchObject({ initiative_id: id, employee_id: employee.id, role: 'member' });
  expect(added.events).toEqual([`initiative.member.created ${id}`]);
  expect(added.audit).toMatchObject([
    { action: 'create', resource: 'initiative_member', record_id: member.id },
  ]);
  const promoted = await recorded(() => owner.call('PATCH', path(id, `/${member.id}`), { role: 'lead' }));
  expect(promoted.events).toEqual([`initiative.member.updated ${id}`]);
  expect(promoted.audit).toMatchObject([{ before: { role: 'member' }, after: { role: 'lead' } }]);
  const removed = await recorded(() => owner.call('DELETE', path(id, `/${member.id}`)));
  expect([removed.result.status, removed.events]).toEqual([204, [`initiative.member.deleted ${id}`]]);
  expect((await owner.call('GET', path(id))).body.total).toBe(0);
  expect((await owner.call('GET', path(id, '?deleted=true'))).body.data).toMatchObject([{ id: member.id }]);
  const restored = await recorded(() => owner.call('POST', path(id, `/${member.id}/restore`)));
  expect(restored.result.body).toMatchObject({ id: member.id, role: 'lead', deleted_at: null });
  expect(restored.events).toEqual([`initiative.member.restored ${id}`]);
});

it('filters and sorts members by role', async () => {
  const { id } = await world.initiative();
  const add = async (role: string) => {
    const { id: employee_id } = await world.employee();
    return (await owner.call('POST', path(id), { employee_id, role })).body;
  };
  const [stakeholder, lead] = [await add('stakeholder'), await add('lead')];
  const ids = async (query: string) =>
    (await owner.call('GET', path(id, query))).body.data.map((one: any) => one.id);
  expect(await ids('')).toEqual([lead.id, stakeholder.id]);
  expect(await ids('?sort=-role')).toEqual([stakeholder.id, lead.id]);
  expect(await ids('?role=lead,member')).toEqual([lead.id]);
  expect(await ids(`?employee_id=${stakeholder.employee_id}`)).toEqual([stakeholder.id]);
});

it('rejects a second membership, an unknown employee and a deleted initiative', async () => {
  const { id } = await world.initiative();
  const { id: employee_id } = await world.employee();
  const first = (await owner.call('POST', path(id), { employee_id })).body;
  const again = await recorded(() => owner.call('POST', path(id), { employee_id }));
  expect(again.result.status).toBe(422);
  expect(again).toMatchObject(nothing);
  const unknown = await recorded(() => owner.call('POST', path(id), { employee_id: 2_000_000_000 }));
  expect(unknown.result.body.details.fieldErrors).toHaveProperty('employee_id');
  expect(unknown).toMatchObject(nothing);
  await owner.call('DELETE', path(id, `/${first.id}`));
  await owner.call('POST', path(id), { employee_id });
  const taken = await recorded(() => owner.call('POST', path(id, `/${first.id}/restore`)));
  expect(taken.result.status).toBe(422);
  expect(taken).toMatchObject(nothing);
  await owner.call('DELETE', `/initiatives/${id}`);
  expect((await owner.call('GET', path(id))).status).toBe(404);
  expect((await owner.call('POST', path(id), { employee_id })).status).toBe(404);
});

it('is changed by users who may change the initiative, and read by those who may read it', async () => {
  const { id } = await world.initiative();
  const { id: employee_id } = await world.employee();
  const { id: member } = (await owner.call('POST', path(id), { employee_id })).body;
  const viewer = await service.newUser(owner, ['viewer']);
  expect((await viewer.call('GET', path(id, `/${member}`))).status).toBe(200);
  expect((await viewer.call('DELETE', path(id, `/${member}`))).status).toBe(403);
  expect((await viewer.call('GET', path(id, '?deleted=true'))).status).toBe(403);
  const manager = await service.newUser(owner, ['manager']);
  expect((await manager.call('POST', path(id), { employee_id })).status).toBe(403);
});
