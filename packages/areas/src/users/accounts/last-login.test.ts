import { authenticate } from '@wfp/areas';
import { readRows } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { userExport } from '../transfer/user-transfer.service.ts';

/** Tests that only the user and holders of user:manage or audit_log:read see the time of the last sign-in. */
let service: TestService;
let owner: Client;
let auditor: Client;
let employee: Client;
let reader: Client;
let users: Client[];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const permissions = ['read', 'update', 'export', 'archive'].map((right) => ({
    permission: `user:${right}`,
    scopes: ['org'],
  }));
  await owner.call('POST', '/roles', { code: 'user_reader', name: 'Reader', permissions });
  [auditor, employee, reader] = [
    await service.newUser(owner, ['auditor']),
    await service.newUser(owner, ['employee']),
    await service.newUser(owner, ['user_reader']),
  ];
  users = [owner, auditor, employee, reader];
});
afterAll(() => service.stop());

interface Shown {
  id: number;
  last_login_at: string | null;
}
const idOf = ({ user }: Client) => user.id;
/** The ids of the users whose last sign-in is shown. */
const shownIn = (rows: readonly Shown[]) =>
  rows.flatMap(({ id, last_login_at }) => (last_login_at ? [id] : [])).sort((a, b) => a - b);
const everyone = () => users.map(idOf).sort((a, b) => a - b);

it('is shown to user:manage and audit_log:read, and to others only of themselves', async () => {
  for (const [by, expected] of [
    [owner, everyone()],
    [auditor, everyone()],
    [employee, [idOf(employee)]],
    [reader, [idOf(reader)]],
  ] as const) {
    expect(shownIn((await by.call('GET', '/users')).body.data)).toEqual(expected);
    const single = await Promise.all(users.map((one) => by.call('GET', `/users/${idOf(one)}`)));
    expect(shownIn(single.map(({ body }) => body))).toEqual(expected);
    expect((await by.call('GET', '/users/me')).body.last_login_at).toEqual(expect.any(String));
  }
});

it('is shown to all users if the organization sets privacy.show_sign_in_times', async () => {
  const show = (show_sign_in_times: boolean | null) =>
    owner.call('PATCH', '/organizations/current/settings', { privacy: { show_sign_in_times } });
  expect((await show(true)).status).toBe(200);
  const { data } = (await employee.call('GET', '/users?sort=-last_login_at')).body;
  expect(shownIn(data)).toEqual(everyone());
  await show(null);
  expect(shownIn((await employee.call('GET', '/users')).body.data)).toEqual([idOf(employee)]);
});

it('is not shown by the answers of writes', async () => {
  const target = await service.newUser(owner, ['viewer']);
  for (const [method, action, body] of [
    ['PATCH', '', { first_name: 'New' }],
    ['PATCH', '', { first_name: 'New' }],
    ['POST', '/deactivate', {}],
  ] as const) {
    const answer = await reader.call(method, `/users/${idOf(target)}${action}`, body);
    expect([answer.status, answer.body.last_login_at]).toEqual([200, null]);
  }
  expect((await owner.call('GET', `/users/${idOf(target)}`)).body.last_login_at).toEqual(expect.any(String));
  await owner.call('DELETE', `/users/${idOf(target)}`);
});

it('cannot be derived from the order of a list or from its cursors', async () => {
  const order = async (by: Client, sort: string) =>
    (await by.call('GET', `/users?sort=${sort}`)).body.data.map(({ id }: Shown) => id);
  const others = everyone().filter((id) => id !== idOf(employee));
  expect(await order(employee, 'last_login_at')).toEqual([...others, idOf(employee)]);
  expect(await order(employee, '-last_login_at')).toEqual([idOf(employee), ...others.toReversed()]);
  const pages: number[] = [];
  for (let after = ''; ; ) {
    const { body } = await employee.call('GET', `/users?sort=last_login_at&limit=1${after}`);
    pages.push(body.data[0].id);
    if (body.next === null) break;
    const cursor = Buffer.from(body.next, 'base64url').toString();
    expect(cursor).toContain('-infinity');
    after = `&after=${body.next}`;
  }
  expect(pages).toEqual([...others, idOf(employee)]);
});

it('is not exported to callers who may not see it', async () => {
  const exported = async (by: Client) => {
    const origin = { request_id: 'test', ip: null, user_agent: null };
    const caller = await authenticate(service.platform, by.token, origin, new Set());
    return shownIn(await readRows<Shown>(caller, await userExport.statement(caller, {})));
  };
  expect(await exported(owner)).toEqual(expect.arrayContaining(everyone()));
  expect(await exported(reader)).toEqual([idOf(reader)]);
});

it('is also the time at which the password was last used, with the same visibility', async () => {
  const used = async (by: Client, id: number) =>
    (await by.call('GET', `/users/${id}/identities`)).body.data.map(
      (one: { provider: string; last_used_at: string | null }) => [one.provider, one.last_used_at],
    );
  const { last_login_at } = (await owner.call('GET', `/users/${idOf(employee)}`)).body;
  expect(await used(owner, idOf(employee))).toEqual([['password', last_login_at]]);
  expect(await used(employee, idOf(employee))).toEqual([['password', last_login_at]]);
  expect(await used(employee, idOf(auditor))).toEqual([['password', null]]);
});
