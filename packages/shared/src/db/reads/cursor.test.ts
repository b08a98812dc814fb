import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { executeOperational } from '../operational.ts';
import { orderBy, type SortKey } from '../statements/order-by.ts';
import { readPage } from './read.ts';
import type { PageRequest } from './totals.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const count = 60;

/** Creates an organization with tasks that have few values, so that many rows are equal, and nulls. */
async function seed(): Promise<void> {
  owner = await service.newOrganization();
  await insert(1, count);
}

const insert = (from: number, to: number) =>
  executeOperational(
    service.platform,
    sql`insert into tasks (org_id, title, slot, label, priority, due_at, created_by, updated_by)
      select ${owner.user.org_id}::int, (array['Ä', 'b', 'B', 'a''"\\', ''])[1 + n % 5] || n % 3, n, case when n % 4 > 0 then 'label ' || n % 3 end,
        (enum_range(null::task_priority))[1 + n % 4],
        case when n % 3 > 0 then timestamptz '2031-01-01 00:00:00.001Z' + n % 7 * interval '1 day' end, 1, 1
      from generate_series(${from}::int, ${to}::int) n`,
  );

const keys: Record<string, SortKey> = {
  title: [sql`lower(t.title)`, sql`t.title`],
  label: { nullable: sql`t.label` },
  priority: sql`t.priority`,
  due_at: { nullable: sql`t.due_at` },
  is_late: sql`t.due_at is not null`,
  created_at: sql`t.created_at`,
};
const sorts = [
  ...Object.keys(keys).flatMap((name) => [name, `-${name}`]),
  ...['label,-due_at', '-label,due_at', 'priority,-title', '-priority,label,-due_at', '-due_at,-label,title'],
  'is_late,-priority,title,-label',
];

async function read(sort: string, page: Partial<PageRequest>, filter = sql`true`) {
  const origin = { request_id: 'test', ip: null, user_agent: null };
  const caller = systemCaller(service.platform, owner.user.org_id, origin, []);
  return readPage<{ id: number }>(
    caller,
    { limit: 7, offset: 0, ...page },
    {
      columns: sql`t.id`,
      from: sql`tasks t`,
      where: sql`t.org_id = ${owner.user.org_id} and ${filter}`,
      orderBy: orderBy(sort, keys, sql`t.id`),
    },
  );
}

/** Reads all pages by cursor. */
async function readAll(sort: string, between: (seen: readonly number[]) => unknown = () => 0) {
  const seen: number[] = [];
  for (let after: string | undefined; ; ) {
    const { data, next } = await read(sort, { after });
    seen.push(...data.map((row) => row.id));
    expect(data.length).toBeGreaterThan(0);
    if (next === null) return seen;
    after = next;
    await between(seen);
  }
}

describe.each(sorts)('a list sorted by %s', (sort) => {
  it('has the same rows by cursor as by offset', async () => {
    await seed();
    const all = (await read(sort, { limit: count })).data.map((row) => row.id);
    expect(all).toHaveLength(count);
    expect(await readAll(sort)).toEqual(all);
  });

  it('neither skips nor repeats a row while others are inserted and removed', async () => {
    await seed();
    const original = (await read(sort, { limit: count })).data.map((row) => row.id);
    const removed = new Set<number>();
    let n = count;
    const seen = await readAll(sort, async (so_far) => {
      // The row of the cursor, one before it and one after it.
      const next = original.find((id) => !so_far.includes(id) && !removed.has(id));
      const gone = [so_far.at(-1), so_far.at(-3), n % 2 ? next : undefined].filter((id) => id !== undefined);
      for (const id of gone) removed.add(id);
      await executeOperational(
        service.platform,
        sql`delete from tasks where org_id = ${owner.user.org_id} and id = any(${gone}::int[])`,
      );
      if (n < count + 6) await insert(n + 1, n + 2);
      n += 2;
    });
    expect(new Set(seen).size).toBe(seen.length);
    const kept = original.filter((id) => !removed.has(id));
    expect(seen.filter((id) => kept.includes(id))).toEqual(kept);
  });
});

describe('the total of a page after a cursor', () => {
  const filter = (priority: string) => sql`t.priority = ${priority}::task_priority`;

  it('is that of the first page, unless the filter has changed', async () => {
    await seed();
    const first = await read('title', {}, filter('low'));
    expect([first.total, first.total_is_exact]).toEqual([15, true]);
    await insert(count + 1, count + 8);
    const after = first.next ?? '';
    expect((await read('title', { after }, filter('low'))).total).toBe(15);
    expect((await read('title', { after }, filter('high'))).total).toBe(17);
    expect((await read('title', {}, filter('low'))).total).toBe(17);
  });

  it('is counted if the first page has a lower bound and the exact total is requested', async () => {
    await seed();
    await insert(count + 1, 10_050);
    const first = await read('title', {});
    expect([first.total, first.total_is_exact]).toEqual([10_001, false]);
    const after = first.next ?? '';
    expect(await read('title', { after })).toMatchObject({ total: 10_001, total_is_exact: false });
    expect(await read('title', { after, total: 'exact' })).toMatchObject({
      total: 10_050,
      total_is_exact: true,
    });
  });
});

describe('a cursor', () => {
  const invalid = (message: RegExp) => ({
    kind: 'invalid',
    details: { fieldErrors: { after: [expect.stringMatching(message)] } },
  });
  const token = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

  it('belongs to one order', async () => {
    await seed();
    const { next } = await read('due_at', {});
    for (const sort of ['-due_at', 'label', 'due_at,label', 'due_at,due_at'])
      await expect(read(sort, { after: next ?? '' })).rejects.toMatchObject(invalid(/same order/));
  });

  it('cannot be combined with an offset', async () => {
    await seed();
    const { next } = await read('due_at', {});
    await expect(read('due_at', { after: next ?? '', offset: 1 })).rejects.toMatchObject(invalid(/offset/));
  });

  it('is null after the last row, even if the page is full', async () => {
    await seed();
    expect((await read('title', { limit: count })).next).toBeNull();
    expect((await read('title', { limit: count - 1 })).next).not.toBeNull();
    expect((await read('title', { offset: count })).next).toBeNull();
  });

  it('is rejected with 422 if it is made up', async () => {
    await seed();
    const { next } = await read('due_at', {});
    const [order] = JSON.parse(Buffer.from(next ?? '', 'base64url').toString());
    const contents = [
      [order, ['2031-01-01', 'x']],
      [order, ['never', '1']],
      [order, ['2031-01-01', null]],
      [order, ['2031-01-01', '99999999999']],
      [order, ['2031-01-01']],
      [order, ['2031-01-01', '1', '2']],
      [order, [2031, 1]],
      [order, ['\u0000', '1']],
      ['other', ['2031-01-01', '1']],
      [order, ['2031-01-01', '1'], ['digest', 'many', true]],
      ...[-5, 1.5, 1e300].map((total) => [order, ['2031-01-01', '1'], ['digest', total, true]]),
      ...[[], {}, null, 7, 'text'],
    ];
    for (const content of contents)
      await expect(read('due_at', { after: token(content) })).rejects.toMatchObject(invalid(/./));
    for (const after of ['x', '____', `${next?.slice(0, 20)}`])
      await expect(read('due_at', { after })).rejects.toMatchObject(invalid(/./));
  });
});
