import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '../../../caller.ts';
import { lockCall, longWorkCall } from '../../advisory-locks.ts';
import { Prisma } from '../../generated/client.ts';
import { readRows } from '../../reads/read.ts';

const lock = 'employee_timelines';
const person = { first_name: 'Pia', last_name: 'Lund', hire_date: '2024-01-01' };
let service: TestService;
let attacker: Client;
let other: Client;
/** A superuser, whose transaction holds locks of the attacker's organization. */
let holder: pg.Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await service.stop();
});
beforeEach(async () => {
  [attacker, other] = [await service.newOrganization(), await service.newOrganization()];
  await holder.query('begin');
});
afterEach(() => holder.query('rollback'));

const hire = () => attacker.call('POST', '/employees', person);
const takeLock = () =>
  holder.query(`select ${lockCall('lockInTransaction', lock, String(attacker.user.org_id))}`);
const countWaiting = async () => {
  const { rows } = await holder.query(
    'select count(*)::int as waiting from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))',
  );
  return rows[0].waiting as number;
};
const createTasks = async (count: number) => {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1)
    statuses.push((await other.call('POST', '/tasks', { title: `Task ${n}` })).status);
  return statuses;
};

describe('an organization whose lock another session holds', () => {
  it('does not delay the writes of another one with 16 hires that wait', async () => {
    await takeLock();
    let ended = 0;
    const hires = Array.from({ length: 16 }, () =>
      hire().finally(() => {
        ended += 1;
      }),
    );
    await eventually(countWaiting, (waiting) => waiting > 1);
    expect(await createTasks(20)).toEqual(Array(20).fill(201));
    expect(ended).toBe(0);
    await holder.query('rollback');
    expect((await Promise.all(hires)).map(({ status }) => status)).toEqual(Array(16).fill(201));
  });

  it('holds no connection while its requests wait for long, and then gets 503', async () => {
    await takeLock();
    const { result, ...left } = await recordedBy(service, attacker.user.org_id, async () => {
      let isWaiting = true;
      const one = hire().finally(() => {
        isWaiting = false;
      });
      // The request waits for the lock, leaves its connection, and waits again.
      const seen: boolean[] = [];
      while (isWaiting) {
        const waits = (await countWaiting()) === 1;
        if (waits !== seen.at(-1)) seen.push(waits);
      }
      return { response: await one, rounds: seen.filter((waits) => waits).length };
    });
    expect(result.rounds).toBeGreaterThan(2);
    expect(result.response).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('retry shortly') },
    });
    expect(result.response.headers.get('retry-after')).toBe('1');
    expect(left).toMatchObject(nothing);
  });
});

it('answers requests at once while an import holds the lock, also in a loop of 16', async () => {
  const org_id = String(attacker.user.org_id);
  await holder.query(
    `select ${longWorkCall('lockInTransaction', lock, org_id)}, ${lockCall('lockInTransaction', lock, org_id)}`,
  );
  const { result, ...left } = await recordedBy(service, attacker.user.org_id, async () => {
    const statuses: number[] = [];
    let isRunning = true;
    const loop = async () => {
      while (isRunning) statuses.push((await hire()).status);
    };
    const loops = Array.from({ length: 16 }, loop);
    const tasks = await createTasks(20);
    isRunning = false;
    await Promise.all(loops);
    return { tasks, statuses, response: await hire(), waiting: await countWaiting() };
  });
  expect(result.tasks).toEqual(Array(20).fill(201));
  expect([result.waiting, result.statuses.length >= 16, new Set(result.statuses)]).toEqual([
    0,
    true,
    new Set([503]),
  ]);
  expect(result.response.body.error).toMatch(/^An import of the organization is running/);
  expect(result.response.headers.get('retry-after')).toBe('15');
  expect(left).toMatchObject(nothing);
});

it('does not delay the reads of another organization with slow ones', async () => {
  const origin = { request_id: 'test-1', ip: null, user_agent: null };
  const callerOf = (client: Client) => systemCaller(service.platform, client.user.org_id, origin, []);
  await takeLock();
  const call = lockCall('lockSharedInTransaction', lock, 'org_id');
  const slowRead = Prisma.sql`select ${Prisma.raw(call)}::text from (select ${attacker.user.org_id}::int as org_id) slow`;
  // More than there are connections for reading, so that some of them are not even sent.
  let ended = 0;
  const slow = Array.from({ length: 12 }, () =>
    readRows(callerOf(attacker), slowRead)
      .catch(() => undefined)
      .finally(() => {
        ended += 1;
      }),
  );
  await eventually(countWaiting, (waiting) => waiting > 1);
  for (let n = 0; n < 20; n += 1)
    expect(await readRows(callerOf(other), Prisma.sql`select ${n}::int as n, ${1}::int as org_id`)).toEqual([
      { n, org_id: 1 },
    ]);
  expect(ended).toBe(0);
  await holder.query('rollback');
  await Promise.all(slow);
});
