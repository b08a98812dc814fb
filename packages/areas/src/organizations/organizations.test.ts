import { metadataOf, Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeLane } from './purge/purge.lane.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const current = '/organizations/current';
const patch = (body: object, by = owner) => by.call('PATCH', current, body);

describe('PATCH /organizations/:id', () => {
  it("updates the caller's organization by id or as current, and no other", async () => {
    const { result, events, audit } = await recordedBy(service, owner.user.org_id, () =>
      patch({ legal_name: 'Walkers Ltd', currency: 'eur', time_zone: 'europe/vienna', locale: 'de-at' }),
    );
    expect(result.body).toMatchObject({ currency: 'EUR', time_zone: 'Europe/Vienna', locale: 'de-AT' });
    expect(events).toEqual([`organization.post_update ${owner.user.org_id}`]);
    expect(audit).toMatchObject([{ action: 'update', after: { legal_name: 'Walkers Ltd' } }]);
    const byId = await owner.call('GET', `/organizations/${owner.user.org_id}`);
    expect(byId.body).toEqual(result.body);
    const stranger = await service.newOrganization();
    expect((await owner.call('GET', `/organizations/${stranger.user.org_id}`)).status).toBe(404);
  });

  it.each([
    ['slug', 'UPPER'],
    ['slug', 'a--b'],
    ['slug', '-a-b'],
    ['slug', 'admin'],
    ['slug', 'аdmin-team'],
    ['name', 'Us\n\nYou won: https://evil.example'],
    ['name', 'Us \u202Etxet'],
    ['time_zone', 'Mars/Olympus'],
    ['currency', 'XXY'],
    ['locale', 'not a tag'],
    ['primary_domain', 'https://example.com'],
    ['status', 'active'],
    ['org_id', 1],
    ['plan_code', 'enterprise'],
  ])('rejects %s %j', async (field, value) => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => patch({ [field]: value }));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it('rejects the slug of a closed organization', async () => {
    const gone = await service.newOrganization();
    const { slug } = (await gone.call('GET', current)).body;
    await executeOperational(
      service.platform,
      sql`update organizations set status = 'closed', deleted_at = now() where id = ${gone.user.org_id} returning id`,
    );
    const { status, body } = await patch({ slug });
    expect([status, body.details.fieldErrors]).toEqual([422, { slug: ['Is already taken'] }]);
    expect((await service.call('GET', `/public/org-slugs/${slug}`)).body.available).toBe(false);
  });
});

describe('transfer of ownership', () => {
  const transfer = (by: Client, user_id: number, password = testPassword) =>
    by.call('POST', `${current}/transfer-ownership`, { user_id, password });

  it('requires the password, and makes the caller an administrator', async () => {
    const org = await service.newOrganization();
    const newOwner = await service.newUser(org, ['employee']);
    expect((await transfer(org, newOwner.user.id, 'wrong password')).status).toBe(422);
    expect((await transfer(org, org.user.id)).status).toBe(422);
    expect((await transfer(org, owner.user.id)).status).toBe(422);
    const { result, events } = await recordedBy(service, org.user.org_id, () =>
      transfer(org, newOwner.user.id),
    );
    expect([result.status, events.at(-1)]).toEqual([
      200,
      `organization.ownership_transferred ${org.user.org_id}`,
    ]);
    const roles = async (who: Client) => (await who.call('GET', '/users/me')).body.roles;
    expect([await roles(org), await roles(newOwner)]).toEqual([['admin'], ['employee', 'owner']]);
    expect((await transfer(org, newOwner.user.id)).status).toBe(403);
  });

  it('replaces grants that start later, end or have ended', async () => {
    const org = await service.newOrganization();
    const next = await service.newUser(org, ['employee']);
    const { data } = (await org.call('GET', '/roles?is_builtin=true&limit=100')).body;
    const idOf = (code: string) => data.find((role: { code: string }) => role.code === code).id;
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const grant = async (user: Client, code: string, period: object): Promise<number> => {
      const body = { user_id: user.user.id, role_id: idOf(code), ...period };
      return (await org.call('POST', '/grants', body)).body.id;
    };
    const later = await grant(org, 'admin', { starts_at: inAnHour });
    const soon = await grant(next, 'owner', { ends_at: inAnHour });
    const first = await recordedBy(service, org.user.org_id, () => transfer(org, next.user.id));
    expect(first.result.status).toBe(200);
    expect(first.events).toEqual(
      expect.arrayContaining([`grant.post_archive ${later}`, `grant.post_archive ${soon}`]),
    );
    const held = await service.rows(sql`select g.user_id, r.code, g.ends_at, g.starts_at from grants g
      join roles r on r.org_id = g.org_id and r.id = g.role_id
      where g.org_id = ${org.user.org_id} and g.deleted_at is null and r.code in ('admin', 'owner') order by r.code`);
    const always = { starts_at: null, ends_at: null };
    expect(held).toEqual([
      { user_id: org.user.id, code: 'admin', ...always },
      { user_id: next.user.id, code: 'owner', ...always },
    ]);
    expect(first.events.filter((one) => one.startsWith('grant.post_create'))).toHaveLength(2);

    const third = await service.newUser(next, ['employee']);
    const grantToThird = { user_id: third.user.id, role_id: idOf('owner'), ends_at: inAnHour };
    const over = (await next.call('POST', '/grants', grantToThird)).body.id;
    await executeOperational(
      service.platform,
      sql`update grants set ends_at = now() where org_id = ${org.user.org_id} and id = ${over} returning id`,
    );
    const second = await recordedBy(service, org.user.org_id, () => transfer(next, third.user.id));
    expect([second.result.status, second.events]).toEqual([
      200,
      expect.arrayContaining([`grant.expired ${over}`]),
    ]);
  });

  it('is rejected for administrators and API keys', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const { result, ...left } = await recordedBy(service, owner.user.org_id, async () => {
      const { key } = (await owner.call('POST', '/api-keys', { name: 'Mine' })).body;
      const byKey = { authorization: `Bearer ${key}` };
      const body = { user_id: admin.user.id, password: testPassword };
      return [
        (await transfer(admin, admin.user.id)).status,
        (await service.call('POST', `${current}/transfer-ownership`, body, byKey)).status,
      ];
    });
    expect([result, left.events.filter((event) => !event.startsWith('api_key'))]).toEqual([[403, 403], []]);
  });

  it('leaves at least one owner after concurrent transfers', async () => {
    const org = await service.newOrganization();
    const other = await service.newUser(org, ['owner']);
    await Promise.all([transfer(org, other.user.id), transfer(other, org.user.id)]);
    const owners = await service.rows(sql`select g.user_id from grants g
      join roles r on r.org_id = g.org_id and r.id = g.role_id and r.code = 'owner'
      where g.org_id = ${org.user.org_id} and g.deleted_at is null`);
    expect(owners.length).toBeGreaterThan(0);
  });
});

describe('closing', () => {
  const close = async (by: Client) => {
    const { slug } = (await by.call('GET', current)).body;
    return by.call('POST', `${current}/close`, { password: testPassword, confirm: slug });
  };

  it('makes the organization read-only until it is reopened', async () => {
    const org = await service.newOrganization();
    const wrong = await org.call('POST', `${current}/close`, { password: testPassword, confirm: 'yes' });
    expect(Object.keys(wrong.body.details.fieldErrors)).toEqual(['confirm']);
    expect((await close(await service.newUser(org, ['admin']))).status).toBe(403);
    const { result, events } = await recordedBy(service, org.user.org_id, () => close(org));
    expect([result.body.status, events]).toEqual(['closing', [`organization.closing ${org.user.org_id}`]]);
    const refused = await org.call('POST', '/tasks', { title: 'Too late' });
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('read-only')]);
    expect((await org.call('GET', '/tasks')).status).toBe(200);
    expect((await org.call('POST', `${current}/reopen`)).body.status).toBe('active');
    expect((await org.call('POST', '/tasks', { title: 'In time' })).status).toBe(201);
  });

  it('purges all but append-only tables after 30 days', async () => {
    const org = await service.newOrganization('Purged and gone');
    const staff = await service.newUser(org, ['employee']);
    const team = (await org.call('POST', '/teams', { name: 'Team' })).body.id;
    const employee = { first_name: 'Eva', last_name: 'Purge', hire_date: '2026-01-01', team_id: team };
    const lead = (await org.call('POST', '/employees', employee)).body.id;
    await org.call('POST', '/employees', { ...employee, manager_id: lead, user_id: staff.user.id });
    await org.call('PATCH', `/teams/${team}`, { lead_employee_id: lead });
    const parent = (await org.call('POST', '/tasks', { title: 'Epic' })).body.id;
    await org.call('POST', '/tasks', { title: 'Child', parent_task_id: parent });
    await close(org);
    const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
    try {
      const row = () =>
        service.rows(sql`select status, deleted_at from organizations where id = ${org.user.org_id}`);
      await executeOperational(
        service.platform,
        sql`update organizations set closing_at = now() - interval '31 days' where id = ${org.user.org_id} returning id`,
      );
      const [closed] = await eventually(row, ([one]) => one?.deleted_at !== null);
      expect(closed?.status).toBe('closed');
    } finally {
      await worker.stop();
    }
    expect((await org.call('GET', '/tasks')).status).toBe(401);
    const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await database.connect();
    const { rows: tables } = await database.query<{ table_name: string }>(
      `select c.table_name from information_schema.columns c where c.table_schema = 'public' and c.column_name = 'org_id'`,
    );
    for (const { table_name } of tables.filter((one) => !metadataOf(one.table_name).retained)) {
      const { rows } = await database.query(
        `select count(*)::int as left from ${table_name} where org_id = $1`,
        [org.user.org_id],
      );
      expect([table_name, rows[0].left]).toEqual([table_name, 0]);
    }
    const { rows: entries } = await database.query(
      'select count(*)::int as count from audit_log where org_id = $1',
      [org.user.org_id],
    );
    expect(entries[0].count).toBeGreaterThan(20);
    await database.end();
  });

  it.each([
    ['reopened', null],
    ['closing', 29],
  ])('is not purged by a late job if it is %s', async (_, days) => {
    const org = await service.newOrganization();
    await org.call('POST', '/tasks', { title: 'Still here' });
    await close(org);
    if (days === null) await org.call('POST', `${current}/reopen`);
    const { org_id } = org.user;
    const job = { payload: { org_id }, origin: { request_id: 'late', ip: null, user_agent: null } };
    const emits = purgeLane.emits ?? [];
    const call = { ...job, emits, platform: service.platform, note: async () => undefined };
    await purgeLane.run({ ...call, signal: AbortSignal.timeout(20_000) } as never);
    expect((await org.call('GET', '/tasks')).body).toMatchObject({ total: 1 });
  });
});
