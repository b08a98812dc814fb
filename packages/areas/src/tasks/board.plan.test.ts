import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rearrange } from './board.plan.ts';

const cases = fc
  .record({
    first_slot: fc.integer({ min: -20, max: 20 }),
    length: fc.nat(30),
    coming: fc.nat(6),
    at: fc.nat(40),
  })
  .chain((one) =>
    fc
      .subarray([...Array(one.length).keys()], { minLength: 0, maxLength: one.length })
      .map((leaving) => ({ ...one, leaving })),
  );

it('gives every task the place that it has in a list in memory', () => {
  fc.assert(
    fc.property(cases, ({ first_slot, length, coming, at, leaving }) => {
      const names = Array.from({ length }, (_, position) => `task ${position}`);
      const expected = names.filter((_, position) => !leaving.includes(position));
      const others = Array.from({ length: coming }, (_, index) => `new ${index}`);
      expected.splice(at, 0, ...others);
      const plan = rearrange({ first_slot, length }, leaving, coming, at);
      const slots = new Map(others.map((name, index) => [name, plan.slots[index]]));
      for (const [position, name] of names.entries()) {
        if (leaving.includes(position)) continue;
        const slot = first_slot + position;
        const shifts = plan.shifts.filter(({ low, high }) => low <= slot && slot <= high);
        expect(shifts.length).toBeLessThanOrEqual(1);
        slots.set(name, slot + (shifts[0]?.step ?? 0));
      }
      expect(plan.length).toBe(expected.length);
      expect(expected.map((name) => (slots.get(name) ?? Number.NaN) - plan.first_slot)).toEqual([
        ...expected.keys(),
      ]);
    }),
    { numRuns: 2_000 },
  );
});

const moved = (length: number, leaving: number[], coming: number, at: number) =>
  rearrange({ first_slot: 0, length }, leaving, coming, at).shifts.reduce(
    (sum, { low, high }) => sum + high - low + 1,
    0,
  );

it.each([
  ['from the end to the top', [99_999], 1, 0, 0],
  ['from the top to the end', [0], 1, 99_999, 0],
  ['one step', [500], 1, 501, 1],
  ['a new one at the end', [], 1, 100_000, 0],
  ['a new one at the top', [], 1, 0, 0],
  ['a new one third from the top', [], 1, 2, 2],
  ['out of the last third', [80_000], 0, 0, 19_999],
  ['the first two hundred to the end', [...Array(200).keys()], 200, 99_800, 0],
  ['two neighbours one step on', [500, 501], 2, 501, 1],
])('a move %s', (_, leaving, coming, at, shifted) => {
  expect(moved(100_000, leaving, coming, at)).toBe(shifted);
});
