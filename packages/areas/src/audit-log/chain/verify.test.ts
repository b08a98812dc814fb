import { systemCaller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chainEntries, publishHead } from './audit-chain.lane.ts';

const { sql } = Prisma;
let service: TestService;
let owner: Client;
let org_id: number;
let database: pg.Client;

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
  for (const title of ['a', 'b', 'c', 'd']) await owner.call('POST', '/tasks', { title });
  await chainEntries(service.platform, org_id);
});

const verify = async (query = '') => (await owner.call('GET', `/audit-log/verify${query}`)).body;

/** Changes an append-only table, which only its owner can do. */
async function tamper(table: string, statement: string, values: unknown[] = []): Promise<void> {
  await database.query(`alter table ${table} disable trigger append_only`);
  const { rowCount } = await database.query(statement, values);
  await database.query(`alter table ${table} enable trigger append_only`);
  expect(rowCount).toBe(1);
}

/** Returns the chain position of the entry about a task. */
async function findPosition(title: string): Promise<number> {
  const [row] = await service.rows<{ seq: number }>(sql`select c.seq::int as seq from audit_chain c
    join audit_log a on a.org_id = c.org_id and a.id = c.audit_id
    where a.org_id = ${org_id} and a.resource = 'task' and a.after ->> 'title' = ${title}`);
  return row?.seq ?? 0;
}
const isAtPosition = 'org_id = $1 and id = (select audit_id from audit_chain where org_id = $1 and seq = $2)';

describe('GET /audit-log/verify', () => {
  it('rejects a verification with 429 while another one of the organization runs', async () => {
    const other = await service.newOrganization();
    const request = () => owner.call('GET', '/audit-log/verify');
    await database.query('begin; lock table audit_heads in access exclusive mode');
    const first = request();
    await waitUntilBlocking(database);
    const rejected = await request();
    const ofOther = other.call('GET', '/audit-log/verify');
    await database.query('rollback');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '10']);
    expect([(await first).status, (await ofOther).status]).toEqual([200, 200]);
    expect((await request()).status).toBe(200);
    const notes = await service.rows(
      sql`select id from audit_log where org_id = ${org_id} and resource = 'audit_log' and action = 'verify'`,
    );
    expect(notes).toHaveLength(2);
  });

  it('reports an unchanged log as valid, with its head', async () => {
    const [{ seq, hash }] = await service.rows<any>(
      sql`select seq::int as seq, encode(hash, 'hex') as hash from audit_heads where org_id = ${org_id}`,
    );
    expect(await verify()).toEqual({
      ok: true,
      checked: seq,
      first_broken_seq: null,
      reason: null,
      archived_seq: 0,
      head_seq: seq,
      head_hash: hash,
      unsealed: 0,
    });
    expect(await verify('?from_seq=2&to_seq=3')).toMatchObject({ ok: true, checked: 2 });
    expect(await verify(`?from_seq=${seq + 1}`)).toMatchObject({ ok: true, checked: 0 });
  });

  it('records each finished verification with its range and result', async () => {
    const position = await findPosition('b');
    const { events, audit, outbox } = await recordedBy(service, org_id, () => verify('?from_seq=2'));
    const [{ id }] = await service.rows(
      sql`select max(id) as id from audit_verifications where org_id = ${org_id}`,
    );
    expect([events, outbox]).toEqual([[`audit_log.verified ${id}`], 1]);
    const entry = { action: 'verify', resource: 'audit_log', record_id: id, before: null };
    expect(audit).toMatchObject([{ ...entry, after: { from_seq: 2, is_valid: true } }]);
    await tamper('audit_log', `update audit_log set action = 'read' where ${isAtPosition}`, [
      org_id,
      position,
    ]);
    const broken = await recordedBy(service, org_id, () => verify());
    expect(broken.audit).toMatchObject([
      { after: { is_valid: false, first_broken_seq: position, reason: 'entry_changed' } },
    ]);
    const outcomes = await service.rows(
      sql`select outcome from audit_log where org_id = ${org_id} and action = 'verify' order by id`,
    );
    expect(outcomes).toEqual([{ outcome: 'success' }, { outcome: 'failed' }]);
  });

  it.each([
    ['an action', `update audit_log set action = 'read' where ${isAtPosition}`],
    ['an actor', `update audit_log set actor_id = null where ${isAtPosition}`],
    ['a value', `update audit_log set after = after || '{"title": "z"}' where ${isAtPosition}`],
    ['a time', `update audit_log set occurred_at = occurred_at - interval '1 day' where ${isAtPosition}`],
    ['an address', `update audit_log set ip = '203.0.113.1' where ${isAtPosition}`],
    ['the impersonated user', `update audit_log set on_behalf_of = 3 where ${isAtPosition}`],
  ])('reports the first entry with a change of %s', async (_, statement) => {
    const position = await findPosition('b');
    await tamper('audit_log', statement, [org_id, position]);
    const found = { ok: false, checked: position - 1, first_broken_seq: position, reason: 'entry_changed' };
    expect(await verify()).toMatchObject(found);
    expect(await verify(`?from_seq=${position}&to_seq=${position}`)).toMatchObject({ ...found, checked: 0 });
    expect(await verify(`?from_seq=${position + 1}`)).toMatchObject({ ok: true });
  });

  it('covers every column of an entry', async () => {
    const columns = Object.values(Prisma.AuditEntryScalarFieldEnum);
    const { rows } = await database.query(`select prosrc from pg_proc where proname = 'audit_entry_digest'`);
    expect(columns.filter((name) => !rows[0].prosrc.includes(`entry.${name}`))).toEqual([]);
  });

  it('reports a deleted entry', async () => {
    const position = await findPosition('c');
    await tamper('audit_log', `delete from audit_log where ${isAtPosition}`, [org_id, position]);
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: position, reason: 'entry_missing' });
  });

  it.each(['an id between existing ones', 'an id before all existing ones'])(
    'reports an entry inserted into the settled log with %s',
    async (which) => {
      const { rows } = await database.query(`select nextval('audit_log_id_seq') as id`);
      await owner.call('POST', '/tasks', { title: 'after the gap' });
      await chainEntries(service.platform, org_id);
      await database.query('update audit_heads set settled_id = sealed_id where org_id = $1', [org_id]);
      expect(await verify()).toMatchObject({ ok: true });
      const isBetween = which === 'an id between existing ones';
      await database.query(
        `insert into audit_log (org_id, id, occurred_at, actor_type, action, resource, request_id)
         values ($1, $2, now(), 'system', 'forged', 'task', 'x')`,
        [org_id, isBetween ? rows[0].id : -5],
      );
      const position = isBetween ? await findPosition('after the gap') : 1;
      expect(await verify()).toMatchObject({ ok: false, first_broken_seq: position, reason: 'entry_added' });
    },
  );

  it('reports links that were removed, changed or truncated', async () => {
    const last = (await verify()).head_seq;
    await tamper('audit_chain', 'delete from audit_chain where org_id = $1 and seq = $2', [org_id, last]);
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: last, reason: 'link_missing' });
    await tamper('audit_chain', `update audit_chain set hash = sha256('x') where org_id = $1 and seq = $2`, [
      org_id,
      3,
    ]);
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: 3, reason: 'entry_changed' });
    await tamper('audit_chain', 'delete from audit_chain where org_id = $1 and seq = $2', [org_id, 2]);
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: 2, reason: 'link_missing' });
    expect(await verify('?from_seq=3')).toMatchObject({ ok: false, first_broken_seq: 3 });
  });

  it('reports links without a head', async () => {
    await database.query('delete from audit_heads where org_id = $1', [org_id]);
    expect(await verify()).toMatchObject({ ok: false, first_broken_seq: 1, reason: 'chain_changed' });
  });

  it('reports a recomputed chain that does not match a published head', async () => {
    await database.query('update audit_heads set announced_on = announced_on - 1 where org_id = $1', [
      org_id,
    ]);
    const origin = { request_id: 'announcing', ip: null, user_agent: null };
    await publishHead(systemCaller(service.platform, org_id, origin, ['audit_log.sealed']));
    expect(await verify()).toMatchObject({ ok: true });
    const { head_seq } = await verify();
    const position = await findPosition('b');
    await tamper('audit_log', `update audit_log set action = 'read' where ${isAtPosition}`, [
      org_id,
      position,
    ]);
    await database.query('alter table audit_chain disable trigger append_only');
    await database.query('delete from audit_chain where org_id = $1', [org_id]);
    await database.query('alter table audit_chain enable trigger append_only');
    await database.query('delete from audit_heads where org_id = $1', [org_id]);
    await chainEntries(service.platform, org_id);
    expect(await verify()).toMatchObject({
      ok: false,
      first_broken_seq: head_seq,
      reason: 'differs_from_announced',
    });
  });

  it('writes an audit entry with its outcome', async () => {
    await verify();
    const position = await findPosition('a');
    await tamper('audit_log', `update audit_log set action = 'read' where ${isAtPosition}`, [
      org_id,
      position,
    ]);
    await verify();
    const { body } = await owner.call('GET', '/audit-log?resource=audit_log&action=verify');
    expect(body.data.map((entry: any) => entry.outcome)).toEqual(['failed', 'success']);
  });

  it.each(['?from_seq=0', '?to_seq=x', '?seq=1', '?from_seq=99999999999999999'])(
    'rejects %s',
    async (query) => {
      expect((await owner.call('GET', `/audit-log/verify${query}`)).status).toBe(422);
    },
  );
});
