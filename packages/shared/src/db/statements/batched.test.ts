import { startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Prisma } from '../generated/client.ts';
import { batched } from './batched.ts';

const { sql } = Prisma;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** Squares of positive keys; `keysOf` are the keys of each statement. */
function squares() {
  const keysOf: number[][] = [];
  const find = batched<number, { square: number }>((keys) => {
    keysOf.push([...keys]);
    return sql`select asked.place::int, asked.key * asked.key as square
      from unnest(${[...keys]}::int[]) with ordinality asked(key, place)
      where asked.key > 0 and 1 / (asked.key - 13) is not null order by asked.key desc`;
  });
  return { keysOf, find: (key: number) => find(service.platform, key) };
}

it("returns each key's own row in any order of the result, and undefined if it has none", async () => {
  const { find } = squares();
  const keys = Array.from({ length: 300 }, (_, index) => (index * 7) % 50).filter((key) => key !== 13);
  const rows = await Promise.all(keys.map(find));
  expect(rows).toEqual(keys.map((key) => (key === 0 ? undefined : { square: key * key })));
});

it('sends one statement for concurrent keys, and caches nothing', async () => {
  const { find, keysOf } = squares();
  await Promise.all([find(1), find(2), find(2)]);
  await find(2);
  expect(keysOf).toEqual([[1, 2, 2], [2]]);
});

it('collects keys while statements are running', async () => {
  const { find, keysOf } = squares();
  const first = find(1);
  const more = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    const second = find(2);
    await new Promise<void>((resolve) => setImmediate(resolve));
    await Promise.all([second, find(3), find(4), find(5)]);
  });
  await Promise.all([first, more]);
  expect(keysOf.flat()).toEqual([1, 2, 3, 4, 5]);
  expect(keysOf.length).toBeLessThan(5);
});

it('fails all keys of a failed statement, and no later ones', async () => {
  const { find } = squares();
  const results = await Promise.allSettled([find(1), find(13), find(2)]);
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await find(3)).toEqual({ square: 9 });
});
