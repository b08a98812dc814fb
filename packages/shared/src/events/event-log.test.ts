import { startOwnService, type TestService } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLogAfter } from './event-log.ts';
import { insertEvent, RelayHarness } from './testing/relay-harness.ts';

let service: TestService;
let relaying: RelayHarness;
let database: pg.Pool;
beforeAll(async () => {
  service = await startOwnService();
  relaying = new RelayHarness(service);
  database = new pg.Pool({ connectionString: service.config.DATABASE_URL, max: 1 }).on(
    'error',
    ignoreDropped,
  );
});
afterAll(async () => {
  await relaying?.stopAll();
  await database?.end();
  await service?.stop();
});

it('ends a page early at large events, without losing any', async () => {
  const { org_id } = (await service.newOrganization()).user;
  const sizes = [400, 400, 400, 400, 2_000, 1, 1, 1];
  for (const [index, kilobytes] of sizes.entries())
    await database.query(
      insertEvent.replace(`'{}'`, `jsonb_build_object('filler', repeat('x', ${1_000 * kilobytes}))`),
      [org_id, index + 1],
    );
  relaying.start();
  await relaying.waitUntilNumbered();
  const pages: number[][] = [];
  for (let position = 0; ; ) {
    const page = await readLogAfter(service.platform, org_id, position, 200);
    if (page.length === 0) break;
    pages.push(page.map(({ record }) => Math.round(record.length / 1_000)).filter((size) => size > 0));
    const next = page.at(-1)?.seq ?? 0;
    expect(next).toBe(position + page.length);
    position = next;
  }
  const large = pages.map((page) => page.filter((size) => size >= 400));
  expect(large.filter((page) => page.length > 0)).toEqual([
    [400, 400, 400],
    [400, 2_000],
  ]);
  expect(await readLogAfter(service.platform, org_id, 0, 2)).toHaveLength(2);
});
