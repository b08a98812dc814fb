import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemCaller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { ascending } from '../statements/order-by.ts';
import { readPage } from './read.ts';
import type { PageRequest } from './totals.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

/** Reads a page of a list of numbers. Counting past `maxReadable` fails. */
async function read(rows: number, page: PageRequest, maxReadable = rows) {
  const origin = { request_id: 'test', ip: null, user_agent: null };
  const { data, next, ...total } = await readPage<{ n: number }>(
    systemCaller(service.platform, owner.user.org_id, origin, []),
    page,
    {
      columns: sql`r.n`,
      from: sql`(select ${owner.user.org_id}::int as org_id, n from generate_series(1, ${rows}::int) n) r`,
      where: sql`1 / (${maxReadable}::int + 1 - r.n) >= 0`,
      // Constant, so that nothing is sorted: the numbers are generated in order.
      orderBy: ascending(sql`r.org_id`),
    },
  );
  expect(data.map((row) => row.n)).toEqual(
    Array.from({ length: data.length }, (_, index) => page.offset + index + 1),
  );
  return [data.length, total.total, total.total_is_exact];
}

it.each<[rows: number, page: PageRequest, total: [shown: number, total: number, isExact: boolean]]>([
  [0, { limit: 10, offset: 0 }, [0, 0, true]],
  [9, { limit: 10, offset: 0 }, [9, 9, true]],
  [10, { limit: 10, offset: 0 }, [10, 10, true]],
  [9_999, { limit: 10, offset: 0 }, [10, 9_999, true]],
  [10_000, { limit: 10, offset: 0 }, [10, 10_000, true]],
  [10_001, { limit: 10, offset: 0 }, [10, 10_001, false]],
  [20_000, { limit: 10, offset: 0 }, [10, 10_001, false]],
  [20_000, { limit: 10, offset: 0, total: 'exact' }, [10, 20_000, true]],
  [20_000, { limit: 10, offset: 9_990 }, [10, 10_001, false]],
  [20_000, { limit: 10, offset: 15_000 }, [10, 15_011, false]],
  [20_000, { limit: 10, offset: 19_990 }, [10, 20_000, true]],
  [20_000, { limit: 10, offset: 19_995 }, [5, 20_000, true]],
  [20_000, { limit: 10, offset: 25_000 }, [0, 20_000, true]],
])('counts %i rows for the page %o', async (rows, page, total) => {
  expect(await read(rows, page)).toEqual(total);
});

it('reads no more rows than are counted', async () => {
  expect(await read(20_000, { limit: 10, offset: 0 }, 10_001)).toEqual([10, 10_001, false]);
  await expect(read(20_000, { limit: 10, offset: 0, total: 'exact' }, 10_001)).rejects.toThrow(/zero/);
});
