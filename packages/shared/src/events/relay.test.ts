import { type Client, startService, type TestService } from '@wfp/api/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../db/generated/client.ts';
import { Relay } from './relay.ts';

const { sql } = Prisma;
let service: TestService;
let owner: Client;
const relays: Relay[] = [];
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()));
});
afterAll(() => service.stop());

function startRelay(options: Partial<ConstructorParameters<typeof Relay>[1]> = {}): Relay {
  const relay = new Relay(service.platform, { projections: [], ring: async () => undefined, ...options });
  relays.push(relay);
  relay.start();
  return relay;
}

async function drained(timeoutMs = 10_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const [row] = await service.rows(sql`select count(*)::int as waiting from outbox`);
    if (row.waiting === 0) return;
    if (performance.now() > deadline) throw new Error(`${row.waiting} events are still not numbered`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Every event is numbered once, and the numbers of each organization are 1..n. */
async function expectGapFree(): Promise<void> {
  const rows = await service.rows(sql`
    select e.org_id, count(*)::int as events, count(l.seq)::int as numbered, count(distinct l.seq)::int as numbers,
           coalesce(max(l.seq), 0)::int as head, (select h.seq::int from event_heads h where h.org_id = e.org_id) as kept
    from events e left join event_log l on l.org_id = e.org_id and l.event_id = e.id group by e.org_id`);
  for (const row of rows) {
    expect(row).toEqual({
      org_id: row.org_id,
      events: row.events,
      numbered: row.events,
      numbers: row.events,
      head: row.events,
      kept: row.events,
    });
  }
}

const insertEvent = `with e as (
    insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
    values ($1, 'task', 1, 'task.post_update', '{}', now()) returning id, org_id)
  insert into outbox (event_id, org_id) select id, org_id from e`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Transactions that take their ids early and commit late, in another order. */
async function writeOutOfOrder(orgs: readonly number[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 20 });
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const client = await pool.connect();
      await client.query('begin');
      await client.query(insertEvent, [orgs[index % orgs.length]]);
      await pause((index * 37) % 120);
      await client.query(insertEvent, [orgs[index % orgs.length]]);
      await client.query('commit');
      client.release();
    }),
  );
  await pool.end();
}

it('numbers late and out-of-order commits without gap or twin, with two relays running', async () => {
  const other = await service.newOrganization();
  startRelay();
  startRelay({ batchSize: 7 });
  await Promise.all([
    writeOutOfOrder([owner.user.org_id, other.user.org_id]),
    ...Array.from({ length: 20 }, () => owner.call('POST', '/tasks', { title: 'Meanwhile' })),
  ]);
  await drained();
  await expectGapFree();
});

it('keeps the order in which one record changed', async () => {
  startRelay();
  const { id } = (await owner.call('POST', '/tasks', { title: '0' })).body;
  await Promise.all(
    Array.from({ length: 25 }, (_, index) =>
      owner.call('PATCH', `/tasks/${id}`, { title: String(index + 1) }),
    ),
  );
  await drained();
  const rows = await service.rows(sql`
    select e.payload ->> 'record_name' as name, a.before ->> 'title' as was from event_log l
    join events e on e.org_id = l.org_id and e.id = l.event_id join audit_log a on a.org_id = e.org_id and a.event_id = e.id
    where e.org_id = ${owner.user.org_id} and e.aggregate_type = 'task' and e.aggregate_id = ${id} order by l.seq`);
  for (const [index, row] of rows.entries())
    if (index > 0) expect(row.was ?? row.name).toBe(rows[index - 1].name);
});

it('is not stopped by a writer held open, here or in another database of the server', async () => {
  const {
    default: { Client: Connection },
  } = await import('pg');
  const elsewhere = new URL(service.config.DATABASE_URL);
  elsewhere.pathname = '/postgres';
  const holders = [
    new Connection({ connectionString: service.config.DATABASE_URL }),
    new Connection({ connectionString: elsewhere.href }),
  ];
  for (const holder of holders) {
    await holder.connect();
    await holder.query('begin');
    await holder.query('create temporary table held (id int); insert into held values (1)');
  }
  startRelay();
  await owner.call('POST', '/tasks', { title: 'Not waiting for anybody' });
  await drained(3_000).finally(() => Promise.all(holders.map((holder) => holder.end())));
  await expectGapFree();
});

it('hands over to another relay when one stops, and takes up what was committed while there was none', async () => {
  await owner.call('POST', '/tasks', { title: 'Nobody is there' });
  const first = startRelay();
  await drained();
  await first.stop();
  startRelay();
  await owner.call('POST', '/tasks', { title: 'The next one' });
  await drained();
  await expectGapFree();
});

it('writes what follows from events in the same transaction: a projection that fails numbers nothing', async () => {
  let failures = 0;
  const relay = startRelay({
    projections: [
      {
        name: 'fails twice',
        project: async () => {
          failures += 1;
          if (failures <= 2) throw new Error('not yet');
          return [];
        },
      },
    ],
  });
  const { org_id } = owner.user;
  const [before] = await service.rows(sql`select seq::int from event_heads where org_id = ${org_id}`);
  await owner.call('POST', '/tasks', { title: 'Twice refused' });
  await drained();
  const [after] = await service.rows(sql`select seq::int from event_heads where org_id = ${org_id}`);
  expect(after.seq).toBe(before.seq + 1);
  expect(failures).toBeGreaterThanOrEqual(3);
  await relay.stop();
  await expectGapFree();
});
