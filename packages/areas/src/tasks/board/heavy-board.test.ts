import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskStatuses } from '../rows/tasks.contract.ts';

const { sql } = Prisma;
/** 60,000 bytes: eight of them are less than 512 KiB, nine are more. */
const description = '漢'.repeat(20_000);

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  for (const status of taskStatuses) {
    for (let n = 0; n < 12; n += 1)
      await owner.call('POST', '/tasks', { title: `${status} ${n}`, status, description, label: `${n % 2}` });
  }
});
afterAll(() => service.stop());

const readBoard = async (query: string, by = owner) =>
  (await by.call('GET', `/tasks/board?${query}`)).body.columns;
const titles = (rows: readonly any[]) => rows.map((task) => task.title);

/** Reads the rest of a column from the list. */
async function continueColumn({ status, next }: any, query = ''): Promise<string[]> {
  const rest: string[] = [];
  for (let after = next; after !== null; ) {
    const page = (await owner.call('GET', `/tasks?status=${status}&limit=3&after=${after}${query}`)).body;
    rest.push(...titles(page.data));
    after = page.next;
  }
  return rest;
}

describe('GET /tasks/board with long texts', () => {
  it.each(['', '&label=0', '&sort=-created_at', '&sort=priority,-title', '&sort=due_at&label=1'])(
    'ends columns early, and the list continues them: %s',
    async (query) => {
      const columns = await readBoard(`per_column=100${query}`);
      const matching = query.includes('label') ? 6 : 12;
      expect(Buffer.byteLength(JSON.stringify(columns))).toBeLessThan(4 * 1024 * 1024);
      for (const column of columns) {
        expect([column.total, column.data.length]).toEqual([matching, Math.min(matching, 8)]);
        const all = (await owner.call('GET', `/tasks?status=${column.status}&limit=100${query}`)).body.data;
        expect([...titles(column.data), ...(await continueColumn(column, query))]).toEqual(titles(all));
        expect(column.data).toEqual(all.slice(0, column.data.length));
      }
    },
  );

  it('continues a column that ends because of per_column', async () => {
    const [column] = await readBoard('per_column=2&status=todo');
    expect([column.data.length, (await continueColumn(column)).length]).toEqual([2, 10]);
    expect((await readBoard('per_column=0&status=todo'))[0]).toMatchObject({
      total: 12,
      next: null,
      data: [],
    });
  });

  it('counts titles and tags', async () => {
    const by = await service.newOrganization();
    const tags = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(50, '漢'));
    const title = '漢'.repeat(500);
    for (let n = 0; n < 80; n += 1) await by.call('POST', '/tasks', { title, tags });
    const [column] = await readBoard('per_column=100&status=todo', by);
    const bytes = Buffer.byteLength(title + tags.join(''));
    expect([column.total, column.data.length]).toEqual([80, Math.floor((512 * 1024) / bytes)]);
  });

  it('returns one task that is larger than a column', async () => {
    const by = await service.newOrganization();
    for (let n = 0; n < 2; n += 1) await by.call('POST', '/tasks', { title: `${n}` });
    await executeOperational(
      service.platform,
      sql`update tasks set description = ${'x'.repeat(600_000)} where org_id = ${by.user.org_id}`,
    );
    const [column] = await readBoard('status=todo', by);
    expect([column.total, titles(column.data)]).toEqual([2, ['0']]);
    const rest = await by.call('GET', `/tasks?status=todo&after=${column.next}`);
    expect(titles(rest.body.data)).toEqual(['1']);
  });
});
