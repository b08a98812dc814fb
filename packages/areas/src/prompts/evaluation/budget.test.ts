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

const reserve = (tokens: number, limits = budget) => reserveTokens(service.platform, org_id, limits, tokens);
const reserveConcurrently = (count: number, tokens: number) =>
  Promise.all(Array.from({ length: count }, () => reserve(tokens)));
const reservations = (all: Awaited<ReturnType<typeof reserve>>[]) =>
  all.filter((one) => typeof one === 'object');
const settle = (reservation: BudgetReservation | undefined, tokens: number) =>
  reservation &&
  settleReservation(service.platform, org_id, reservation, { input_tokens: tokens, output_tokens: null });
const usage = async () =>
  (
    await service.rows<{ runs: number; tokens: number; held: number }>(
      sql`select runs, tokens::int as tokens, (select count(*)::int from jsonb_object_keys(held)) as held
        from prompt_usage where org_id = ${org_id}`,
    )
  )[0];

it('limits concurrent runs to the remaining tokens', async () => {
  const all = await reserveConcurrently(20, 4_000);
  expect(reservations(all)).toHaveLength(3);
  expect(all.filter((one) => one === 'reserved')).toHaveLength(17);
  expect(await usage()).toEqual({ runs: 3, tokens: 0, held: 3 });
});

it('makes unused reserved tokens available again', async () => {
  const [first, second, third] = reservations(await reserveConcurrently(3, 4_000));
  await Promise.all([settle(first, 100), settle(second, 5_000)]);
  expect(await usage()).toEqual({ runs: 3, tokens: 5_100, held: 1 });
  expect(reservations(await reserveConcurrently(5, 4_000))).toHaveLength(1);
  await settle(third, 6_000);
  expect(await reserve(4_000)).toBe('exhausted');
  expect(await usage()).toEqual({ runs: 4, tokens: 11_100, held: 1 });
});

it('drops the expired reservations of a worker that died', async () => {
  await reserveConcurrently(3, 4_000);
  await executeOperational(
    service.platform,
    sql`update prompt_usage set held = replace(held::text, to_char(now(), 'YYYY-'), '2020-')::jsonb
      where org_id = ${org_id} returning runs`,
  );
  expect(reservations([await reserve(4_000)])).toHaveLength(1);
  expect(await usage()).toEqual({ runs: 4, tokens: 0, held: 1 });
});

it('is exhausted by the number of runs', async () => {
  await reserveConcurrently(3, 10);
  expect(await reserve(10, { ...budget, runs_per_day: 3 })).toBe('exhausted');
  expect(reservations([await reserve(10, { ...budget, runs_per_day: 4 })])).toHaveLength(1);
  expect(await reserve(10, { ...budget, runs_per_day: 0 })).toBe('exhausted');
});
