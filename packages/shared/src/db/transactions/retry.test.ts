import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { insertInto } from '../statements/statements.ts';
import { recordedTable } from '../writes/recorded/recorded-table.ts';
import { writeInTransaction } from '../writes/write.ts';
import { writeInLongTransaction } from './long-transaction.ts';
import { WriteConflict } from './retry.ts';

const { sql, raw } = Prisma;
const rolesTable = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });
const recording = { event: 'role.post_create' };
const busy = { kind: 'unavailable', status: 503, headers: { 'Retry-After': '1' } };
let service: TestService;
let owner: Client;
let caller: Caller;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const origin = { request_id: 'test-1', ip: '192.0.2.1', user_agent: 'vitest' };
  caller = systemCaller(service.platform, owner.user.org_id, origin, [recording.event]);
});

const role = (code: string) => ({
  table: rolesTable,
  statement: insertInto(caller, rolesTable, { code, name: code }),
});
const failWith = (state: string) => sql`do ${raw(`$$ begin raise sqlstate '${state}'; end $$`)}`;
const recordCounts = async () =>
  (
    await service.rows(sql`select (select count(*)::int from roles where org_id = ${caller.org_id}) as roles,
      (select count(*)::int from events where org_id = ${caller.org_id}) as events,
      (select count(*)::int from audit_log where org_id = ${caller.org_id}) as audit`)
  )[0];

describe('a write that always collides', () => {
  it.each(['again', '40001', '40P01'])(
    'fails with 503 after ten attempts (%s), and writes nothing',
    async (why) => {
      const before = await recordCounts();
      let runs = 0;
      const colliding = writeInTransaction(caller, async (tx) => {
        runs += 1;
        await tx.write(role(`busy-${why}`), recording);
        if (why === 'again') throw new WriteConflict();
        await tx.rows(failWith(why));
      });
      await expect(colliding).rejects.toMatchObject(busy);
      expect(runs).toBe(10);
      expect(await recordCounts()).toEqual(before);
    },
  );

  it('does not multiply its attempts within another write', async () => {
    let [outer, inner] = [0, 0];
    const colliding = writeInLongTransaction(caller, async (tx) => {
      outer += 1;
      await tx.step(async () => {
        inner += 1;
        throw new WriteConflict();
      });
    });
    await expect(colliding).rejects.toMatchObject(busy);
    expect([outer, inner]).toEqual([1, 10]);
  });

  it('is recorded only by its last attempt', async () => {
    let runs = 0;
    const [made] = await writeInTransaction(caller, async (tx) => {
      runs += 1;
      if (runs < 10) throw new WriteConflict();
      return tx.write<{ code: string }>(role('at-last'), recording);
    });
    expect(made).toMatchObject({ code: 'at-last' });
  });
});

it('returns 503 with Retry-After, for changes of many rows too', async () => {
  const { body: task } = await owner.call('POST', '/tasks', { title: 'One' });
  const name = `collide_${owner.user.org_id}`;
  const asOwner = async (text: string) => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  await asOwner(`create function ${name}() returns trigger language plpgsql as $$ begin raise sqlstate '40P01'; end $$;
    create trigger ${name} before update on tasks for each row when (old.org_id = ${owner.user.org_id}) execute function ${name}()`);
  try {
    const before = await recordCounts();
    for (const response of [
      await owner.call('PATCH', `/tasks/${task.id}`, { title: 'Two' }),
      await owner.call('POST', '/tasks/bulk', { ids: [task.id], patch: { title: 'Two' } }),
    ]) {
      expect(response).toMatchObject({
        status: 503,
        body: { error: expect.stringContaining('retry shortly') },
      });
      expect(response.headers.get('retry-after')).toBe('1');
    }
    expect(await recordCounts()).toEqual(before);
  } finally {
    await asOwner(`drop function ${name}() cascade`);
  }
  expect((await owner.call('PATCH', `/tasks/${task.id}`, { title: 'Two' })).status).toBe(200);
});
