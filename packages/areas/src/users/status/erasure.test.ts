import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startService, type TestService, testPassword } from '@wfp/testing';
import { nothing } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '../../audit-log/index.ts';
import { newApiKey, recording, signIn, statusAndErrors } from '../testing/people.ts';

const { sql, raw } = Prisma;

let service: TestService;
let owner: Client;
let recorded: ReturnType<typeof recording>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  recorded = recording(service, owner);
});
afterAll(() => service.stop());

const traces = [
  'Zebulon',
  'Quackenbush',
  'zebulon@quack.test',
  'zeb.new@quack.test',
  'DuckOS/7',
  'Loves ponds',
];

/**
 * Returns the tables that contain a text in any column, also as bytes. Of tables with organizations, reads only the rows of
 * this one: other tests have written much more.
 */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await service.rows<{ name: string; has_org: boolean }>(sql`
    select c.oid::regclass::text as name,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id') as has_org from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations' order by 1`);
  const patterns = texts
    .flatMap((text) => [text, Buffer.from(text).toString('hex')])
    .map((text) => `%${text}%`);
  const found: string[] = [];
  for (const { name, has_org } of tables) {
    const isOurs = has_org ? sql`t.org_id = ${owner.user.org_id}` : sql`true`;
    const rows = await service.rows(
      sql`select 1 from ${raw(name)} t where ${isOurs} and t::text ilike any(${patterns}::text[]) limit 1`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Creates a user with personal data in as many tables as possible. */
async function zebulon(): Promise<Client> {
  const role_ids = (await owner.call('GET', '/roles?limit=100')).body.data
    .filter((role: { code: string }) => role.code === 'employee')
    .map((role: { id: number }) => role.id);
  const body = {
    ...{ email: 'zebulon@quack.test', first_name: 'Zebulon', last_name: 'Quackenbush' },
    ...{ password: testPassword, role_ids },
  };
  await owner.call('POST', '/users', body, { 'idempotency-key': 'zebulon' });
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  const credentials = { email: body.email, password: testPassword, org_slug };
  const login = await service.call('POST', '/auth/login', credentials, { 'user-agent': 'DuckOS/7' });
  const user = createTestClient(service.url, login.body);
  await user.call('PATCH', '/users/me', { display_name: 'Zebulon Q.' });
  await user.call('PATCH', `/users/${user.user.id}/profile`, { bio: 'Loves ponds' });
  await user.call('POST', '/users/me/email', { email: 'zeb.new@quack.test', password: testPassword });
  await executeOperational(
    service.platform,
    sql`insert into user_identities (org_id, user_id, provider, provider_key, external_id)
      values (${owner.user.org_id}, ${user.user.id}, 'oidc', 'sso', 'zebulon@quack.test') returning id`,
  );
  return user;
}

/** Runs the lanes that chain the audit entries of an organization. */
async function chainEntries(org_id: number): Promise<void> {
  const origin = { request_id: 'test', ip: null, user_agent: null };
  const call = { platform: service.platform, origin, note: async () => undefined };
  for (const { emits = [], run } of auditLog.jobs ?? [])
    await run({ ...call, payload: { org_id }, emits } as never);
}

const erase = (by: Client, id: number, confirm: string) => by.call('POST', `/users/${id}/erase`, { confirm });

describe('erase', () => {
  it('deletes personal data from all tables, and keeps ids and the order of the audit log', async () => {
    const user = await zebulon();
    const { id } = user.user;
    const key = await newApiKey(service, user);
    const task = (await user.call('POST', '/tasks', { title: 'Feed the ducks' })).body;
    const comment = (await user.call('POST', `/tasks/${task.id}/comments`, { body: 'Done' })).body;
    expect((await tablesWith(traces)).length).toBeGreaterThan(5);
    const log = sql`select id::float8 as id, event_id::float8 as event_id, encode(personal_digest, 'hex') as digest
      from audit_log where org_id = ${owner.user.org_id} order by id`;
    await owner.call('POST', `/users/${id}/deactivate`, {});
    const before = await service.rows(log);

    const { result, events, audit, outbox } = await recorded(() => erase(owner, id, ' Zebulon@quack.test '));
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({
      ...{ id, email: `erased-${id}@invalid`, first_name: 'Erased', last_name: 'user' },
      ...{ display_name: null, status: 'deactivated', erased_at: expect.any(String) },
    });
    expect([events, outbox]).toEqual([[`user.erased ${id}`, `user.post_archive ${id}`], 2]);
    expect(audit).toEqual([
      expect.objectContaining({ action: 'erase', record_id: id, before: null, after: null }),
    ]);

    // The user agent of sign-ins stays in audit entries, which are immutable: the only remaining trace.
    expect(await tablesWith(traces)).toEqual(['audit_log']);
    const values = sql`select id from audit_log where concat(before, after) ~ 'DuckOS'`;
    expect(await service.rows(values)).toEqual([]);
    expect(await tablesWith(traces.filter((text) => text !== 'DuckOS/7'))).toEqual([]);
    expect((await service.rows(log)).slice(0, before.length)).toEqual(before);
    const comments = (await owner.call('GET', `/tasks/${task.id}/comments`)).body.data;
    expect(comments).toMatchObject([{ id: comment.id, author_user_id: id, body: 'Done' }]);
    for (const by of [user, key]) expect((await by.call('GET', '/users/me')).status).toBe(401);
    expect((await signIn(service, owner, 'zebulon@quack.test')).status).toBe(401);
  });

  it('includes audit entries of the employee from before the link; the chain stays valid', async () => {
    const name = { first_name: 'Wilhelmina', last_name: 'Ottoline' };
    const hired = { ...name, hire_date: '2026-01-01' };
    const employee = (await owner.call('POST', '/employees', hired)).body.id;
    const invited = { email: 'willa@quack.test', employee_id: employee };
    const { id, email } = (await owner.call('POST', '/users/invite', invited)).body;
    await owner.call('PATCH', `/employees/${employee}`, { preferred_name: 'Willa the Duck' });
    await owner.call('POST', `/users/${id}/deactivate`, {});
    expect((await erase(owner, id, email)).status).toBe(200);
    const values = sql`select a.resource from audit_log a left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
      where a.org_id = ${owner.user.org_id} and concat(a.before, a.after, p.before, p.after) ~ 'Wilhelmina|Willa'`;
    expect(await service.rows(values)).toEqual([]);
    await chainEntries(owner.user.org_id);
    const { body } = await owner.call('GET', '/audit-log/verify');
    expect(body).toMatchObject({ ok: true, unsealed: 0, reason: null });
  });

  it('deletes earlier, corrected and future names of the employee, and cancels pending changes of them', async () => {
    const hired = { first_name: 'Ottokar', last_name: 'Typpo', hire_date: '2024-01-01' };
    const id = (await owner.call('POST', '/employees', hired, { 'idempotency-key': 'ottokar' })).body.id;
    const change = (kind: string, effective_date: string, set: object, more: object = {}, by = owner) =>
      by.call(
        'POST',
        `/employees/${id}/changes`,
        { kind, effective_date, set, ...more },
        {
          'idempotency-key': effective_date,
        },
      );
    await owner.call('PATCH', `/employees/${id}`, { last_name: 'Maidenly' });
    await change(
      'name',
      '2025-01-01',
      { last_name: 'Wedlock' },
      { note: 'Maidenly married', reason_code: 'marriage' },
    );
    const manager = await service.newUser(owner, ['employee']);
    const boss = { ...hired, first_name: 'Bo', last_name: 'Boss', user_id: manager.user.id };
    const manager_id = (await owner.call('POST', '/employees', boss)).body.id;
    await change('manager', '2025-02-01', { manager_id });
    const scheduled = (await change('name', '2999-01-01', { first_name: 'Futurus', preferred_name: 'Fu2' }))
      .body;
    const proposed = (await change('name', '2999-02-01', { last_name: 'Futurus' }, {}, manager)).body;
    const hour = (await change('fte', '2999-03-01', { fte: '0.5' })).body;
    const invited = { email: 'otto@quack.test', employee_id: id };
    const user = (await owner.call('POST', '/users/invite', invited)).body;
    await owner.call('POST', `/users/${user.id}/deactivate`, {});
    const names = ['Typpo', 'Maidenly', 'Futurus', 'Fu2', 'marriage'];
    expect(await tablesWith(names)).toContain('employee_changes');

    const { result, events } = await recorded(() => erase(owner, user.id, user.email));
    expect([result.status, events]).toEqual([
      200,
      [
        `user.erased ${user.id}`,
        `user.post_archive ${user.id}`,
        `employee.change_cancelled ${id}`,
        `employee.change_cancelled ${id}`,
      ],
    ]);
    // Events are append-only: their record_name is the name that the employee had.
    expect(await tablesWith(names)).toEqual(['events']);
    const changes = (await owner.call('GET', `/employees/${id}/changes?limit=100`)).body.data;
    const pick = (one: number) => changes.find((change: { id: number }) => change.id === one);
    for (const one of [scheduled, proposed])
      expect(pick(one.id)).toMatchObject({
        state: 'cancelled',
        set: {},
        note: 'The personal data was erased',
      });
    expect(pick(hour.id)).toMatchObject({ state: 'scheduled', set: { fte: '0.5' } });
    for (const query of ['', '?as_of=2024-06-01', '?as_of=2999-06-01'])
      expect((await owner.call('GET', `/employees/${id}${query}`)).body).toMatchObject({
        ...{
          first_name: 'Ottokar',
          last_name: 'Wedlock',
          manager_id: query.includes('2024') ? null : manager_id,
        },
      });
  });

  it('cannot be undone, and frees the address', async () => {
    const user = await service.newUser(owner, ['employee']);
    const path = `/users/${user.user.id}`;
    await owner.call('POST', `${path}/deactivate`, {});
    await erase(owner, user.user.id, user.user.email);
    expect((await owner.call('GET', path)).status).toBe(404);
    expect((await erase(owner, user.user.id, `erased-${user.user.id}@invalid`)).status).toBe(404);
    expect((await owner.call('POST', `${path}/reactivate`)).status).toBe(404);
    expect(statusAndErrors(await owner.call('POST', `${path}/restore`))).toEqual([
      422,
      { id: ['Was erased and cannot be restored'] },
    ]);
    const successor = { email: user.user.email, first_name: 'New', last_name: 'One', password: testPassword };
    expect((await owner.call('POST', '/users', successor)).status).toBe(201);
  });

  it('erases deleted users', async () => {
    const user = await service.newUser(owner, ['employee']);
    await owner.call('DELETE', `/users/${user.user.id}`);
    const { result, events } = await recorded(() => erase(owner, user.user.id, user.user.email));
    expect([result.status, events]).toEqual([200, [`user.erased ${user.user.id}`]]);
  });

  it('requires an owner session, a deactivated user and their address as confirmation', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { id, email } = user.user;
    const active = await recorded(() => erase(owner, id, email));
    expect(statusAndErrors(active.result)).toEqual([422, { id: ['Must be deactivated first'] }]);
    await owner.call('POST', `/users/${id}/deactivate`, {});
    const { result, ...left } = await recorded(() => erase(owner, id, 'other@else.test'));
    expect(statusAndErrors(result)).toEqual([422, { confirm: ['Must be the email address of the user'] }]);
    expect(left).toEqual(nothing);
    const admin = await service.newUser(owner, ['admin']);
    for (const by of [admin, await newApiKey(service, owner)]) {
      const refused = await recorded(() => erase(by, id, email));
      expect([refused.result.status, refused.events]).toEqual([403, []]);
    }
    expect((await erase(await service.newOrganization(), id, email)).status).toBe(404);
    expect((await owner.call('GET', `/users/${id}`)).body.email).toBe(email);
  });
});
