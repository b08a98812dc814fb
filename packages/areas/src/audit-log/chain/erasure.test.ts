import { type Caller, userCaller, writeAuditNote } from '@wfp/shared';
import { insertInto, Prisma, recordedTable, updateRows, write } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainEntries } from './audit-chain.lane.ts';

const { sql } = Prisma;
/** The table of roles, with values that count as personal in this test. */
const table = recordedTable({
  name: 'roles',
  aggregate: 'role',
  columns: Prisma.RoleScalarFieldEnum,
  subject: { users: [sql`c.created_by`] },
  personal: sql`c.created_by`,
});
let service: TestService;
let owner: Client;
let org_id: number;
let database: pg.Client;
let updateId: number;
let caller: Caller;

beforeAll(async () => {
  service = await startOwnService();
  database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});

beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  caller = userCaller(
    service.platform,
    { org_id, user_id: owner.user.id, name: 'Olga Owner' },
    { request_id: 'personal', ip: null, user_agent: null },
    ['role.post_create', 'role.post_update'],
  );
  const fields = { code: 'about', name: 'Ada', created_by: owner.user.id };
  const [row] = await write<{ id: number }>(
    caller,
    { table, statement: insertInto(caller, table, fields) },
    { event: 'role.post_create' },
  );
  const statement = updateRows(caller, table, { name: 'Grace' }, sql`id = ${row?.id}`);
  await write(caller, { table, statement }, { event: 'role.post_update' });
  await chainEntries(service.platform, org_id);
  updateId = (await owner.call('GET', '/audit-log?request_id=personal&action=update')).body.data[0].id;
});

const entry = async () => (await owner.call('GET', `/audit-log/${updateId}`)).body;
const verify = async () => (await owner.call('GET', '/audit-log/verify')).body;
const erase = async () => {
  await database.query('delete from audit_personal where org_id = $1 and subject_user_id = $2', [
    org_id,
    owner.user.id,
  ]);
  const record_id = owner.user.id;
  await writeAuditNote(caller, { action: 'erase', resource: 'user', record_id, outcome: 'success' });
};
const findUpdatePosition = async () => {
  const [row] = await service.rows<{ seq: number }>(
    sql`select seq::int as seq from audit_chain where org_id = ${org_id} and audit_id = ${updateId}::int8`,
  );
  return row?.seq ?? 0;
};

describe('audit values about a person', () => {
  it('are shown like any other', async () => {
    expect(await entry()).toMatchObject({
      changes: [{ field: 'name', from: 'Ada', to: 'Grace' }],
      erased: false,
    });
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('are removed when the person is erased, and the chain stays valid', async () => {
    await erase();
    expect(await entry()).toMatchObject({ changes: [], erased: true, actor_name: 'Olga Owner' });
    expect(await verify()).toMatchObject({ ok: true });
    await database.query('update users set erased_at = now() where org_id = $1', [org_id]);
    expect(await entry()).toMatchObject({ actor_name: 'Erased user', actor_id: owner.user.id });
    expect((await owner.call('GET', '/audit-log?q=Olga')).body.total).toBe(0);
  });

  it('are reported as missing if the person was not erased', async () => {
    await database.query('delete from audit_personal where org_id = $1 and audit_id = $2', [
      org_id,
      updateId,
    ]);
    const first_broken_seq = await findUpdatePosition();
    const found = { ok: false, first_broken_seq, reason: 'personal_values_missing' };
    expect(await verify()).toMatchObject(found);
    const denied = {
      action: 'erase',
      resource: 'user',
      record_id: owner.user.id,
      outcome: 'denied',
    } as const;
    await writeAuditNote(caller, denied);
    expect(await verify()).toMatchObject(found);
    await erase();
    expect(await verify()).toMatchObject({ ok: true });
  });

  it('cannot be changed or added to an entry unnoticed', async () => {
    await database.query('alter table audit_personal disable trigger append_only');
    await database.query(
      `update audit_personal set after = '{"name": "Mallory"}' where org_id = $1 and audit_id = $2`,
      [org_id, updateId],
    );
    await database.query('alter table audit_personal enable trigger append_only');
    const reason = 'personal_values_changed';
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: await findUpdatePosition(), reason });
    await erase();
    expect(await verify()).toMatchObject({ ok: true });
    await database.query(
      `insert into audit_personal (org_id, audit_id, salt, after)
       select org_id, audit_id, '\\x00', '{"name": "Mallory"}' from audit_chain where org_id = $1 and seq = 2`,
      [org_id],
    );
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: 2, reason });
  });
});

describe('the database', () => {
  const asService = async (statement: string) => {
    await database.query('set role wfp_app');
    try {
      await database.query(statement);
    } finally {
      await database.query('reset role');
    }
  };
  const appendOnly = ['audit_log', 'audit_chain', 'audit_checkpoints', 'events', 'event_log'];

  it.each(appendOnly)('prevents the service from changing %s', async (name) => {
    for (const statement of [`update ${name} set org_id = 1`, `delete from ${name}`, `truncate ${name}`])
      await expect(asService(statement)).rejects.toThrow(/permission denied/);
  });

  it.each(appendOnly)('prevents the owner of the tables from changing %s', async (name) => {
    for (const statement of [`update ${name} set org_id = 1`, `delete from ${name}`, `truncate ${name}`])
      await expect(database.query(statement)).rejects.toThrow(/append-only/);
  });

  it('prevents the service from deleting chain heads', async () => {
    await expect(asService('delete from audit_heads')).rejects.toThrow(/permission denied/);
  });

  it('permits deleting values about a person, but not changing them', async () => {
    await expect(asService('update audit_personal set after = null')).rejects.toThrow(/permission denied/);
    await expect(database.query('update audit_personal set after = null')).rejects.toThrow(/append-only/);
    await asService(`delete from audit_personal where org_id = ${org_id}`);
  });
});
