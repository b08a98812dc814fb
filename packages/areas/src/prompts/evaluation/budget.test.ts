import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BudgetReservation, reserveTokens, settleReservation } from './budget.lane.store.ts';

const { sql } = Prisma;
const budget = { runs_per_day: 100, tokens_per_day: 10_000 };

let service: TestService;
let org_id: number;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  org_id = (await service.newOrganization()).user.org_id;
});

const take = (tokens: number, limits = budget) => reserveTokens(service.platform, org_id, limits, tokens);
const takeAtOnce = (count: number, tokens: number) =>
  Promise.all(Array.from({ length: count }, () => take(tokens)));
const places = (all: Awaited<ReturnType<typeof take>>[]) => all.filter((one) => typeof one === 'object');
const spend = (taken: BudgetReservation | undefined, tokens: number) =>
  taken && settleReservation(service.platform, org_id, taken, { input_tokens: tokens, output_tokens: null });
const usage = async () =>
  (
    await service.rows<{ runs: number; tokens: number; held: number }>(
      sql`select runs, tokens::int as tokens, (select count(*)::int from jsonb_object_keys(held)) as held
        from prompt_usage where org_id = ${org_id}`,
    )
  )[0];

it('of many that begin at once only so many may as leave the rest of the budget alone', async () => {
  const all = await takeAtOnce(20, 4_000);
  expect(places(all)).toHaveLength(3);
  expect(all.filter((one) => one === 'held')).toHaveLength(17);
  expect(await usage()).toEqual({ runs: 3, tokens: 0, held: 3 });
});

it('what was held and not spent is there for others', async () => {
  const [first, second, third] = places(await takeAtOnce(3, 4_000));
  await Promise.all([spend(first, 100), spend(second, 5_000)]);
  expect(await usage()).toEqual({ runs: 3, tokens: 5_100, held: 1 });
  expect(places(await takeAtOnce(5, 4_000))).toHaveLength(1);
  await spend(third, 6_000);
  expect(await take(4_000)).toBe('used up');
  expect(await usage()).toEqual({ runs: 4, tokens: 11_100, held: 1 });
});

it('what a worker held that died is free again, and forgotten', async () => {
  await takeAtOnce(3, 4_000);
  await executeOperational(
    service.platform,
    sql`update prompt_usage set held = replace(held::text, to_char(now(), 'YYYY-'), '2020-')::jsonb
      where org_id = ${org_id} returning runs`,
  );
  expect(places([await take(4_000)])).toHaveLength(1);
  expect(await usage()).toEqual({ runs: 4, tokens: 0, held: 1 });
});

it('who needs no tokens waits for nobody, and is counted', async () => {
  await takeAtOnce(3, 4_000);
  expect(places(await takeAtOnce(5, 0))).toHaveLength(5);
  expect(await usage()).toMatchObject({ runs: 8, held: 3 });
  expect(await take(0, { ...budget, runs_per_day: 8 })).toBe('used up');
});
