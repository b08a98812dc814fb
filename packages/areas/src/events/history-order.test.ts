import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventPayload } from '@wfp/testing/payload.ts';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

/** Tests that a history has the order of the stream, whatever the order of the ids. */
let service: TestService;
let owner: Client;
let org_id: number;
let database: pg.Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  database = new pg.Client(service.config.DATABASE_URL);
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await service.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});

/** Inserts events of task 1, a second apart, and returns their ids. `months` is the age of each. */
async function insertEvents(ages: readonly number[]): Promise<number[]> {
  const { rows } = await database.query(
    `insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at)
     select $1, 'task', 1, 'task.post_update', $3::jsonb, now() - months * interval '1 month' + n * interval '1 second'
     from unnest($2::int[]) with ordinality age(months, n) order by n returning id::int`,
    [org_id, ages, eventPayload(org_id)],
  );
  return rows.map(({ id }) => id);
}

/** Gives events the next numbers, in this order. */
async function number(...ids: (number | undefined)[]): Promise<void> {
  for (const id of ids)
    await database.query(
      `insert into event_log (org_id, seq, event_id, occurred_at)
       select $1, (select coalesce(max(seq), 0) + 1 from event_log where org_id = $1), id, occurred_at
       from events where org_id = $1 and id = $2`,
      [org_id, id],
    );
}

const page = async (query: string, task = 1) => {
  const { status, body } = await owner.call('GET', `/events/task/${task}?${query}`);
  expect(status).toBe(200);
  return { ids: body.data.map(({ id }: { id: number }) => id) as number[], next: body.next as string | null };
};

/** All ids of a history, by cursors. */
async function readByCursor(limit: number, task = 1): Promise<number[]> {
  const found: number[] = [];
  for (let after = ''; ; ) {
    const { ids, next } = await page(`limit=${limit}${after}`, task);
    found.push(...ids);
    if (next === null) return found;
    after = `&after=${next}`;
  }
}

it('orders by number, and events without a number last, by id', async () => {
  const [a, b, c, d, e] = await insertEvents([0, 0, 0, 0, 0]);
  await number(d, b, a);
  const expected = [d, b, a, c, e];
  expect((await page('limit=100')).ids).toEqual(expected);
  for (const limit of [1, 2, 3, 5]) expect(await readByCursor(limit)).toEqual(expected);
  for (const [offset] of expected.entries())
    expect((await page(`limit=1&offset=${offset}`)).ids).toEqual([expected[offset]]);
});

it('orders across months', async () => {
  const [a, b, c, d] = await insertEvents([1, 1, 0, 0]);
  await number(a, c, b, d);
  for (const limit of [1, 2, 4]) expect(await readByCursor(limit)).toEqual([a, c, b, d]);
});

it('continues after an event that got its number between two pages', async () => {
  const [a, b, c, d] = await insertEvents([0, 0, 0, 0]);
  await number(a);
  const first = await page('limit=2');
  expect(first.ids).toEqual([a, b]);
  await number(b, d, c);
  expect((await page(`limit=100&after=${first.next}`)).ids).toEqual([d, c]);
  const second = await page(`limit=1&after=${first.next}`);
  expect([second.ids, (await page(`after=${second.next}`)).ids]).toEqual([[d], [c]]);
});

it('continues after an event without a number, also when earlier ones got theirs', async () => {
  const [a, b, c] = await insertEvents([0, 0, 0]);
  const { ids, next } = await page('limit=2');
  expect(ids).toEqual([a, b]);
  expect((await page(`after=${next}`)).ids).toEqual([c]);
  await number(a);
  expect((await page(`after=${next}`)).ids).toEqual([c]);
});

it('rejects a cursor of another list and one with an offset', async () => {
  await insertEvents([0, 0]);
  const { next } = await page('limit=1');
  const list = (await owner.call('GET', '/events?limit=1')).body.next;
  for (const query of [`after=${next}&offset=1`, `after=${list}`, 'after=abc']) {
    const { status, body } = await owner.call('GET', `/events/task/1?${query}`);
    expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['after']]);
  }
});

it('has the order of the stream after concurrent comments', async () => {
  const worker: RunningWorker = await startWorker({
    config: service.config,
    log: service.platform.log,
    only: 'relay',
    opsPort: 0,
  });
  try {
    const { id } = (await owner.call('POST', '/tasks', { title: 'Discussed' })).body;
    const people = await Promise.all(Array.from({ length: 4 }, () => service.newUser(owner, ['employee'])));
    await Promise.all(
      people.map(async (by) => {
        for (let n = 0; n < 25; n += 1) await by.call('POST', `/tasks/${id}/comments`, { body: `${n}` });
      }),
    );
    await waitUntilNumbered(service);
    const numbered = await service.rows<{ id: number }>(
      sql`select e.id::int from event_log l join events e on e.org_id = l.org_id and e.id = l.event_id
        where l.org_id = ${org_id} and e.aggregate_type = 'task' and e.aggregate_id = ${id} order by l.seq`,
    );
    expect(numbered).toHaveLength(101);
    const expected = numbered.map((event) => event.id);
    expect(await readByCursor(7, id)).toEqual(expected);
    expect((await page('limit=50&offset=51', id)).ids).toEqual(expected.slice(51));
  } finally {
    await worker.stop();
  }
});
