import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { executeOperational, readCrossTenant } from '../operational.ts';
import { readOne, readRows } from '../reads/read.ts';
import { byKey, plannedOnce } from '../statements/plans.ts';
import { insertInto, updateRows } from '../statements/statements.ts';
import { WriteConflict } from '../transactions/retry.ts';
import { recordedTable } from './recorded/recorded-table.ts';
import { write, writeInTransaction } from './write.ts';

const { sql } = Prisma;
const rolesTable = recordedTable({
  name: 'roles',
  aggregate: 'role',
  columns: Prisma.RoleScalarFieldEnum,
  record_name: sql`c.name`,
});
const usersTable = recordedTable({ name: 'users', aggregate: 'user', columns: Prisma.UserScalarFieldEnum });
let service: TestService;
let owner: Client;
let caller: Caller;
const emits = ['role.post_create', 'role.post_update', 'role.archived_too', 'user.post_update'];
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  caller = systemCaller(
    service.platform,
    owner.user.org_id,
    { request_id: 'test-1', ip: '192.0.2.1', user_agent: 'vitest' },
    emits,
  );
});

const role = (code: string) => ({
  table: rolesTable,
  statement: insertInto(caller, rolesTable, { code, name: code }),
});
const counts = async () => {
  const org = owner.user.org_id;
  const [row] = await service.rows(sql`select
    (select count(*)::int from roles where org_id = ${org}) as roles, (select count(*)::int from events where org_id = ${org}) as events,
    (select count(*)::int from audit_log where org_id = ${org}) as audit, (select count(*)::int from outbox where org_id = ${org}) as outbox`);
  return row;
};
/** Makes inserts into a table fail, like a full disk or a bug. */
async function withFailingInserts(table: string, work: () => Promise<void>): Promise<void> {
  const run = (text: string) => asOwner(text);
  await run(
    `create function break_${table}() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$`,
  );
  await run(
    `create trigger broken before insert on ${table} for each statement execute function break_${table}()`,
  );
  await work().finally(() => run(`drop function break_${table}() cascade`));
}

/** Runs SQL as the owner of the tables, because the role of the service lacks the privileges. */
async function asOwner(text: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(text).finally(() => client.end());
}

describe('write', () => {
  it('records row, event, audit entry and outbox row together', async () => {
    const before = await counts();
    const [row] = await write<{ id: number }>(caller, role('one'), { event: 'role.post_create' });
    expect(await counts()).toEqual({
      roles: before.roles + 1,
      events: before.events + 1,
      audit: before.audit + 1,
      outbox: before.outbox + 1,
    });
    const [entry] =
      await service.rows(sql`select a.*, a.id::float8 as id, a.event_id = e.id as is_linked, a.record_id::float8 as record_id, e.event_type,
        e.id::float8 as event_id, e.payload, e.occurred_at = a.occurred_at as same_time
      from audit_log a join events e on e.org_id = a.org_id and e.id = a.event_id
      where a.org_id = ${owner.user.org_id} order by a.id desc limit 1`);
    expect(entry).toMatchObject({
      event_type: 'role.post_create',
      is_linked: true,
      same_time: true,
      action: 'create',
      resource: 'role',
      record_id: row?.id,
      actor_type: 'system',
      actor_id: null,
      request_id: 'test-1',
      ip: '192.0.2.1',
      user_agent: 'vitest',
      before: null,
      payload: {
        org_id: owner.user.org_id,
        actor_id: null,
        record_id: row?.id,
        record_type: 'role',
        record_name: 'one',
        action: 'post_create',
      },
    });
    expect(entry.payload.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it.each(['events', 'audit_log', 'outbox'])('writes nothing when %s cannot be written', async (table) => {
    const before = await counts();
    await withFailingInserts(table, async () => {
      await expect(write(caller, role('two'), { event: 'role.post_create' })).rejects.toThrow(
        'broken on purpose',
      );
      await expect(
        writeInTransaction(caller, (tx) => tx.write(role('two'), { event: 'role.post_create' })),
      ).rejects.toThrow('broken on purpose');
    });
    expect(await counts()).toEqual(before);
  });

  it('rejects an undeclared event before writing anything', async () => {
    const before = await counts();
    await expect(write(caller, role('three'), { event: 'role.post_archive' })).rejects.toThrow(
      'does not declare',
    );
    await expect(
      write(caller, role('three'), { event: 'role.post_create', also: [{ type: 'role.renamed' }] }),
    ).rejects.toThrow('does not declare');
    expect(await counts()).toEqual(before);
  });

  it('writes a second event only if its condition is true, after the first', async () => {
    const [made] = await write<{ id: number }>(caller, role('four'), { event: 'role.post_create' });
    const rename = (name: string) =>
      write(
        caller,
        { table: rolesTable, statement: updateRows(caller, rolesTable, { name }, sql`id = ${made?.id}`) },
        {
          event: 'role.post_update',
          also: [{ type: 'role.archived_too', when: sql`c._after ->> 'name' = 'gone'` }],
        },
      );
    await rename('here');
    await rename('gone');
    const types = await service.rows(sql`select event_type from events where org_id = ${owner.user.org_id}
      and aggregate_type = 'role' and aggregate_id = ${made?.id} order by id`);
    expect(types.map((row: any) => row.event_type)).toEqual([
      'role.post_create',
      'role.post_update',
      'role.post_update',
      'role.archived_too',
    ]);
  });

  it('keeps secrets out of the audit log', async () => {
    const hash = 'a secret hash';
    const statement = updateRows(
      caller,
      usersTable,
      { password_hash: hash, first_name: 'New' },
      sql`id = ${owner.user.id}`,
    );
    await write(caller, { table: usersTable, statement }, { event: 'user.post_update' });
    const [entry] = await service.rows(
      sql`select before, after from audit_log where org_id = ${owner.user.org_id} order by id desc limit 1`,
    );
    expect(entry).toEqual({ before: { first_name: 'Olga' }, after: { first_name: 'New' } });
  });

  it('names the field when the database rejects a value', async () => {
    await write(caller, role('five'), { event: 'role.post_create' });
    await expect(write(caller, role('five'), { event: 'role.post_create' })).rejects.toMatchObject({
      kind: 'invalid',
      details: { fieldErrors: { code: ['Is already taken'] } },
    });
  });
});

describe('writeInTransaction', () => {
  it('does not commit unrecorded changes', async () => {
    const changeUnrecorded = () =>
      writeInTransaction(caller, (tx) =>
        tx.executeUnrecorded(sql`update users set locale = 'xx' where org_id = ${caller.org_id}`),
      );
    await expect(changeUnrecorded()).rejects.toThrow('without a record');
    const [user] = await service.rows(sql`select locale from users where org_id = ${caller.org_id}`);
    expect(user.locale).toBe('en');
  });

  it('rolls back when a later step fails', async () => {
    const before = await counts();
    const failing = writeInTransaction(caller, async (tx) => {
      await tx.write(role('six'), { event: 'role.post_create' });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await counts()).toEqual(before);
  });

  it('retries after a conflict or a deadlock', async () => {
    let runs = 0;
    await writeInTransaction(caller, async (tx) => {
      runs += 1;
      if (runs < 3) throw new WriteConflict();
      await tx.write(role('seven'), { event: 'role.post_create' });
    });
    expect(runs).toBe(3);
    const [a, b] = [
      await write<any>(caller, role('eight'), { event: 'role.post_create' }),
      await write<any>(caller, role('nine'), { event: 'role.post_create' }),
    ];
    let started = 0;
    let release: () => void = () => undefined;
    const bothStarted = new Promise<void>((resolve) => {
      release = resolve;
    });
    const crossing = (first: number, second: number) =>
      writeInTransaction(caller, async (tx) => {
        const touch = (id: number) =>
          tx.write(
            {
              table: rolesTable,
              statement: updateRows(caller, rolesTable, { description: 'x' }, sql`id = ${id}`),
            },
            { event: 'role.post_update' },
          );
        await touch(first);
        started += 1;
        if (started === 2) release();
        await bothStarted;
        await touch(second);
      });
    await Promise.all([crossing(a[0].id, b[0].id), crossing(b[0].id, a[0].id)]);
    expect(started).toBeGreaterThanOrEqual(3);
  });
});

describe('reading', () => {
  it('cannot write: PostgreSQL rejects it', async () => {
    const update = sql`update users set locale = 'xx' where org_id = ${caller.org_id} returning id`;
    await expect(readRows(caller, update)).rejects.toThrow(/read-only/);
    await expect(readCrossTenant(service.platform, update)).rejects.toThrow(/read-only/);
  });

  it('rejects SQL that is not limited to an organization', async () => {
    await expect(readRows(caller, sql`select * from users`)).rejects.toThrow('limited to an organization');
  });

  it.each([readOne, readRows])('rejects %o for every kind of plan', async (read) => {
    for (const plan of [byKey, plannedOnce]) {
      const [mine, all] = [sql`select id, org_id from users where org_id = ${caller.org_id}`, sql`select 1`];
      expect([await read(caller, plan(mine))].flat()).toEqual([{ id: owner.user.id, org_id: caller.org_id }]);
      await expect(read(caller, plan(all))).rejects.toThrow('limited to an organization');
    }
  });
});

describe('the database', () => {
  it.each(['events', 'audit_log', 'event_log'])('prevents changes and deletions in %s', async (table) => {
    await owner.call('POST', '/tasks', { title: 'x' });
    for (const text of [`update ${table} set org_id = 1`, `delete from ${table}`]) {
      await expect(executeOperational(service.platform, Prisma.raw(text))).rejects.toThrow(
        /permission denied/,
      );
      await expect(asOwner(text)).rejects.toThrow(/append-only/);
    }
    await expect(asOwner(`truncate ${table}`)).rejects.toThrow(/append-only/);
  });

  it('rejects references across organizations', async () => {
    const otherOrganization = await service.newOrganization();
    const foreign = executeOperational(
      service.platform,
      sql`insert into grants (org_id, role_id, user_id)
      select ${caller.org_id}, id, ${owner.user.id} from roles where org_id = ${otherOrganization.user.org_id} limit 1 returning id`,
    );
    await expect(foreign).rejects.toMatchObject({ details: { fieldErrors: { role_id: expect.anything() } } });
  });

  it('has the organization in every reference between tenant tables', async () => {
    const rows = await service.rows(sql`
      select c.conname from pg_constraint c
      where c.contype = 'f' and c.confrelid <> 'organizations'::regclass and not exists (
        select from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k where a.attname = 'org_id')`);
    expect(rows).toEqual([]);
  });
});
