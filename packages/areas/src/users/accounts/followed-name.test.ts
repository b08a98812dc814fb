import { type Client, startService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { nothing } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recording, statusAndErrors } from '../testing/people.ts';

let service: TestService;
let owner: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const name = { first_name: 'Ada', last_name: 'Lovelace' };
const hire = async (more: object = {}): Promise<number> =>
  (await owner.call('POST', '/employees', { ...name, hire_date: '2024-01-01', ...more })).body.id;
const patchMe = (by: Client, body: object) => by.call('PATCH', '/users/me', body);
const rename = (id: number, body: object, by = owner) => by.call('PATCH', `/employees/${id}`, body);
const nameOf = async (by: Client) => {
  const { first_name, last_name, display_name } = (await by.call('GET', '/users/me')).body;
  return [first_name, last_name, display_name];
};
async function employee(): Promise<{ client: Client; id: number; employee_id: number }> {
  const client = await service.newUser(owner, ['employee']);
  return { client, id: client.user.id, employee_id: await hire({ user_id: client.user.id }) };
}
const error = expect.stringMatching(/^Must be that of the employee/);

describe('PATCH /users/me with follow_employee_name', () => {
  it('is off by default, and gives the user the name of the employee when it is switched on', async () => {
    const { client, id } = await employee();
    const { body: me } = await client.call('GET', '/users/me');
    expect(me).toMatchObject({ follow_employee_name: false, first_name: 'Uma' });
    const { result, events, audit } = await recorded(() => patchMe(client, { follow_employee_name: true }));
    expect(result).toMatchObject({ status: 200, body: { ...name, follow_employee_name: true } });
    expect(events).toEqual([`user.post_update ${id}`]);
    expect(audit).toMatchObject([
      {
        before: { first_name: 'Uma', follow_employee_name: false },
        after: { ...name, follow_employee_name: true },
      },
    ]);
    const { events: again } = await recorded(() => patchMe(client, { follow_employee_name: true }));
    expect(again).toEqual([]);
  });

  it('follows a corrected name, not the preferred name, and leaves the display name', async () => {
    const { client, id, employee_id } = await employee();
    await patchMe(client, { follow_employee_name: true, display_name: 'Countess' });
    const { events, audit } = await recorded(() => rename(employee_id, { last_name: 'King' }));
    expect(events.slice(-2)).toEqual([`employee.post_update ${employee_id}`, `user.post_update ${id}`]);
    expect(audit.at(-1)).toMatchObject({
      ...{ resource: 'user', record_id: id },
      ...{ before: { last_name: 'Lovelace' }, after: { last_name: 'King' } },
    });
    const other = await recorded(() => rename(employee_id, { preferred_name: 'Al', phone: '1' }));
    expect(other.events).toEqual([`employee.post_update ${employee_id}`]);
    expect(await nameOf(client)).toEqual(['Ada', 'King', 'Countess']);
    await patchMe(client, { follow_employee_name: false });
    const { events: off } = await recorded(() => rename(employee_id, { last_name: 'Byron' }));
    expect(off).not.toContain(`user.post_update ${id}`);
    expect(await nameOf(client)).toEqual(['Ada', 'King', 'Countess']);
  });

  it('rejects another name while the user follows that of the employee', async () => {
    const { client, id, employee_id } = await employee();
    const both = await recorded(() => patchMe(client, { follow_employee_name: true, first_name: 'Uma' }));
    expect([statusAndErrors(both.result), both.events]).toEqual([[422, { first_name: [error] }], []]);
    await patchMe(client, { follow_employee_name: true });
    for (const by of [
      () => patchMe(client, { first_name: 'Uma', last_name: 'User' }),
      () => owner.call('PATCH', `/users/${id}`, { first_name: 'Uma', last_name: 'User' }),
    ]) {
      const { result, ...left } = await recorded(by);
      expect(statusAndErrors(result)).toEqual([422, { first_name: [error], last_name: [error] }]);
      expect(left).toEqual(nothing);
    }
    expect((await patchMe(client, { ...name, locale: 'de' })).status).toBe(200);
    expect((await patchMe(client, { follow_employee_name: false, first_name: 'Uma' })).status).toBe(200);
    expect(await nameOf(client)).toEqual(['Uma', 'Lovelace', null]);
    expect((await owner.call('GET', `/employees/${employee_id}`)).body).toMatchObject(name);
  });

  it('does not change the employee when users rename themselves', async () => {
    const { client, id, employee_id } = await employee();
    const { events } = await recorded(() => patchMe(client, { first_name: 'Augusta' }));
    expect(events).toEqual([`user.post_update ${id}`]);
    expect((await owner.call('GET', `/employees/${employee_id}`)).body).toMatchObject(name);
  });

  it('can only be set by the user', async () => {
    const { client, id } = await employee();
    for (const by of [owner, client, await service.newUser(owner, ['admin'])]) {
      const { result, events } = await recorded(() =>
        by.call('PATCH', `/users/${id}`, { follow_employee_name: true }),
      );
      expect([result.status, events]).toEqual([422, []]);
    }
    expect((await client.call('GET', '/users/me')).body.follow_employee_name).toBe(false);
    expect(statusAndErrors(await patchMe(client, { follow_employee_name: null }))[0]).toBe(422);
  });

  it('takes effect when the user is linked to an employee', async () => {
    const linked = await service.newUser(owner, ['employee']);
    const hired = await service.newUser(owner, ['employee']);
    for (const client of [linked, hired])
      expect((await patchMe(client, { follow_employee_name: true })).body.first_name).toBe('Uma');
    expect((await patchMe(linked, { first_name: 'Una' })).status).toBe(200);
    const id = await hire();
    const link = await recorded(() =>
      owner.call('POST', `/employees/${id}/link-user`, { user_id: linked.user.id }),
    );
    expect(link.events).toEqual([`employee.post_update ${id}`, `user.post_update ${linked.user.id}`]);
    const create = await recorded(() => hire({ user_id: hired.user.id }));
    expect(create.events).toContain(`user.post_update ${hired.user.id}`);
    for (const client of [linked, hired]) expect(await nameOf(client)).toEqual(['Ada', 'Lovelace', null]);
  });

  it('waits for a change of the name that is not committed yet', async () => {
    const { client, employee_id } = await employee();
    const renaming = new pg.Client(service.config.DATABASE_URL);
    await renaming.connect();
    try {
      await renaming.query('begin');
      await renaming.query(`update employees set last_name = 'King' where org_id = $1 and id = $2`, [
        owner.user.org_id,
        employee_id,
      ]);
      const answer = patchMe(client, { follow_employee_name: true });
      await waitUntilBlocking(renaming);
      await renaming.query('commit');
      expect((await answer).body.last_name).toBe('King');
    } finally {
      await renaming.end();
    }
  });
});
