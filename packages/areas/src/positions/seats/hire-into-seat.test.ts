import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
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

const createPosition = async (fields: object = {}) => {
  counter += 1;
  const body = { title: `Seat ${counter}`, code: `S-${counter}`, status: 'open', ...fields };
  return (await owner.call('POST', '/positions', body)).body;
};
const hire = (position_id: number, fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', position_id, ...fields };
  return owner.call('POST', '/employees', person);
};
const getSeats = async (id: number) => {
  const { filled, vacant } = (await owner.call('GET', `/positions/${id}`)).body;
  return { filled, vacant };
};
const transition = (id: number, name: string) => owner.call('POST', `/positions/${id}/${name}`);

describe('holders of a position', () => {
  it('fill a seat when the hire is scheduled and free it when they leave', async () => {
    const { id } = await createPosition({ headcount: 2 });
    const first = (await hire(id)).body;
    await hire(id, { hire_date: '2999-01-01' });
    expect(await getSeats(id)).toEqual({ filled: 2, vacant: 0 });
    const terminate = { end_date: '2024-06-01', reason_code: 'resigned' };
    const { result, events } = await recordedBy(service, org_id, () =>
      owner.call('POST', `/employees/${first.id}/terminate`, terminate),
    );
    expect(result.status).toBe(200);
    expect(events).toContain(`position.vacated ${id}`);
    expect(await getSeats(id)).toEqual({ filled: 1, vacant: 1 });
  });

  it('may exceed the headcount if two are hired for the last seat', async () => {
    const { id } = await createPosition();
    const answers = await Promise.all([hire(id), hire(id)]);
    expect(answers.map((answer) => answer.status)).toEqual([201, 201]);
    expect(await getSeats(id)).toEqual({ filled: 2, vacant: 0 });
    expect((await owner.call('PATCH', `/positions/${id}`, { title: 'Crowded' })).status).toBe(200);
  });

  it('cannot be hired into a frozen position, unless scheduled before', async () => {
    const [from, to] = [await createPosition(), await createPosition()];
    const employee = (await hire(from.id)).body;
    const change = { effective_date: '2999-01-01', kind: 'position', set: { position_id: to.id } };
    const changes = `/employees/${employee.id}/changes`;
    expect((await owner.call('POST', changes, change)).status).toBe(201);
    expect((await transition(to.id, 'freeze')).status).toBe(200);
    expect((await transition(to.id, 'close')).status).toBe(422);
    expect(await getSeats(to.id)).toEqual({ filled: 1, vacant: 0 });
    for (const work of [() => hire(to.id), () => owner.call('POST', changes, change)]) {
      const { result, ...recorded } = await recordedBy(service, org_id, work);
      expect(result.status).toBe(422);
      expect(recorded).toEqual(nothing);
    }
  });

  it('get the default role of the position', async () => {
    const roles = (await owner.call('GET', '/roles')).body.data;
    const default_role_id = roles.find((role: { code: string }) => role.code === 'auditor').id;
    const { id } = await createPosition({ default_role_id });
    const user = await service.newUser(owner, ['employee']);
    const employee = (await hire(id, { user_id: user.user.id })).body;
    const held = async () => (await user.call('GET', '/users/me')).body.roles.sort();
    expect(await held()).toEqual(['auditor', 'employee']);
    const today = new Date().toISOString().slice(0, 10);
    const leave = { effective_date: today, kind: 'position', set: { position_id: null } };
    expect((await owner.call('POST', `/employees/${employee.id}/changes`, leave)).status).toBe(201);
    expect(await held()).toEqual(['employee']);
  });
});

describe('a user linked to a holder', () => {
  const auditorSeat = async () => {
    const roles = (await owner.call('GET', '/roles?limit=100')).body.data;
    return createPosition({
      default_role_id: roles.find((role: { code: string }) => role.code === 'auditor').id,
    });
  };
  const rolesOf = async (user: { id: number }) =>
    (await owner.call('GET', `/grants?user_id=${user.id}`)).body.data.map((grant: any) => grant.role_id);

  it('gets the role when linked or invited and loses it with the position', async () => {
    const seat = await auditorSeat();
    const [linked, invited] = [(await hire(seat.id)).body, (await hire(seat.id)).body];
    const { user } = await service.newUser(owner, ['employee']);
    const before = await rolesOf(user);
    const link = () => owner.call('POST', `/employees/${linked.id}/link-user`, { user_id: user.id });
    const { result, events } = await recordedBy(service, org_id, link);
    expect(result.status).toBe(200);
    expect(events.map((event) => event.split(' ')[0])).toEqual(['employee.post_update', 'grant.post_create']);
    expect(await rolesOf(user)).toHaveLength(before.length + 1);
    const invite = { email: 'seated@demo.test', employee_id: invited.id, role_ids: [] };
    const guest = (await owner.call('POST', '/users/invite', invite)).body;
    expect(await rolesOf(guest)).toHaveLength(1);
    await owner.call('POST', `/employees/${linked.id}/terminate`, {
      end_date: '2024-06-01',
      reason_code: 'left',
    });
    expect(await rolesOf(user)).toEqual(before);
  });

  it('gets no role before the hire date', async () => {
    const seat = await auditorSeat();
    const { id } = (await hire(seat.id, { hire_date: '2999-01-01' })).body;
    const { user } = await service.newUser(owner, ['employee']);
    const before = await rolesOf(user);
    await owner.call('POST', `/employees/${id}/link-user`, { user_id: user.id });
    expect(await rolesOf(user)).toEqual(before);
  });
});
