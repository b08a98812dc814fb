import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, systemCaller, userCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { insertInto, updateRows } from '../statements/statements.ts';
import { writeAuditNote } from './audit-note.ts';
import type { EventToWrite } from './events/event-rows.ts';
import { recordedTable } from './recorded/recorded-table.ts';
import { write } from './write.ts';

const { sql } = Prisma;
/** Roles stand in for a table with personal data. */
const table = recordedTable({
  name: 'roles',
  aggregate: 'role',
  columns: Prisma.RoleScalarFieldEnum,
  personal: sql`c.created_by`,
});
let service: TestService;
let owner: Client;
let system: Caller;
let user: Caller;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const origin = { request_id: 'note-1', ip: '192.0.2.7', user_agent: 'vitest' };
  const emits = ['role.post_create', 'role.post_update'];
  const { id: user_id, org_id } = owner.user;
  system = systemCaller(service.platform, org_id, origin, emits);
  user = userCaller(service.platform, { org_id, user_id, name: 'Olga Owner' }, origin, emits);
});
afterAll(() => service.stop());

const entries = () =>
  service.rows(sql`select a.*, a.id::float8 as id, a.record_id::float8 as record_id, p.subject_user_id, p.salt, p.before as was,
      p.after as became, audit_personal_digest(p.salt, p.before, p.after) = a.personal_digest as fits
    from audit_log a left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
    where a.org_id = ${owner.user.org_id} and a.request_id = 'note-1' order by a.id`);

describe('writeAuditNote', () => {
  it('inserts an entry and nothing else', async () => {
    const otherCounts = () =>
      service.rows(
        sql`select (select count(*) from events) as events, (select count(*) from outbox) as outbox`,
      );
    const before = await otherCounts();
    await writeAuditNote(user, {
      action: 'read',
      resource: 'audit_log',
      record_id: 2 ** 40,
      outcome: 'denied',
    });
    const details = { attempts: 3, from: null };
    await writeAuditNote(system, { action: 'sign_in', resource: 'session', outcome: 'failed', details });
    expect(await otherCounts()).toEqual(before);
    expect(await entries()).toMatchObject([
      {
        actor_type: 'user',
        actor_id: owner.user.id,
        actor_name: null,
        action: 'read',
        outcome: 'denied',
        resource: 'audit_log',
        record_id: 2 ** 40,
        event_id: null,
        ip: '192.0.2.7',
        user_agent: 'vitest',
        after: null,
      },
      {
        ...{ actor_type: 'system', actor_id: null, actor_name: 'system', outcome: 'failed', record_id: null },
        after: details,
      },
    ]);
  });

  it.each([
    ['api_key', { kind: 'api_key', id: 1, expires_at: null }],
    ['user', { kind: 'session', id: 1, expires_at: new Date(0) }],
    ['operator', { kind: 'system', by: 'operator' }],
  ] as const)('records an action by: %s', async (actor_type, credential) => {
    const by = credential.kind === 'system' ? system : user;
    const note = { action: 'read', resource: 'audit_log', outcome: 'success' } as const;
    await writeAuditNote({ ...by, credential }, note);
    expect((await entries()).at(-1)).toMatchObject({ actor_type, actor_id: by.user_id });
  });
});

describe('a table with personal data', () => {
  const made = (created_by: number | null, also: readonly EventToWrite[] = []) => {
    const code = `p${Math.random().toString(36).slice(2)}`;
    const statement = insertInto(user, table, { code, name: 'Ada', created_by });
    return write<{ id: number }>(user, { table, statement }, { event: 'role.post_create', also });
  };

  it('has one entry for a change with several events', async () => {
    const before = (await entries()).length;
    await made(null, [{ type: 'role.post_update' }]);
    expect((await entries()).slice(before)).toMatchObject([{ action: 'create', fits: true }]);
  });

  it('stores old and new values separately, with a digest in the log', async () => {
    const [row] = await made(owner.user.id);
    const statement = updateRows(user, table, { name: 'Grace' }, sql`id = ${row?.id}`);
    await write(user, { table, statement }, { event: 'role.post_update' });
    const [created, updated] = (await entries()).slice(-2);
    expect(created).toMatchObject({ before: null, after: null, was: null, fits: true });
    expect(created.became).toMatchObject({ id: row?.id, name: 'Ada' });
    expect(updated).toMatchObject({
      action: 'update',
      record_id: row?.id,
      before: null,
      after: null,
      was: { name: 'Ada' },
      became: { name: 'Grace' },
      subject_user_id: owner.user.id,
      fits: true,
    });
    expect(updated.event_id).not.toBeNull();
    expect(updated.salt).toHaveLength(16);
    expect(updated.personal_digest).toHaveLength(32);
  });

  it('gives every row its own salt, within one statement and for people who are not users too', async () => {
    const ids = [await made(null), await made(null)].map(([row]) => row?.id);
    const statement = updateRows(user, table, { name: 'Same' }, sql`id = any(${ids}::int[])`);
    await write(user, { table, statement }, { event: 'role.post_update' });
    const [one, two] = (await entries()).slice(-2);
    expect([one.fits, two.fits, one.subject_user_id]).toEqual([true, true, null]);
    expect(one.became).toEqual(two.became);
    expect(one.salt.equals(two.salt)).toBe(false);
    expect(one.personal_digest.equals(two.personal_digest)).toBe(false);
  });
});
