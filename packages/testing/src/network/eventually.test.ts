import { expect, it } from 'vitest';
import { eventually } from './receiver.ts';

it('reads rows with ids, which are bigints, until there are enough', async () => {
  const rows: { id: bigint }[] = [];
  const read = () => [...rows];
  const found = eventually(read, ({ length }) => {
    rows.push({ id: BigInt(length) });
    return length === 2;
  });
  expect(await found).toEqual([{ id: 0n }, { id: 1n }]);
});

it('states the last value if nothing changes', async () => {
  await expect(
    eventually(
      () => [{ id: 7n }],
      () => false,
      1,
    ),
  ).rejects.toThrow('last value: [{"id":"7"}]');
});
