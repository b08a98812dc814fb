import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ColumnRuns, type RearrangePlan, rearrange } from './board.plan.ts';
import { defaultSpacing, type Spacing } from './board.runs.ts';

const change = fc.record({
  removed: fc.array(fc.nat(1_000), { maxLength: 4 }),
  removesRow: fc.nat(12),
  added: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(14) }),
  at: fc.oneof(fc.nat(200), fc.constantFrom(0, 3, 20, 1_000)),
});
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

/** A column in memory, with the task in each slot. */
interface Column extends ColumnRuns {
  slots: Map<number, number>;
}

const emptyColumn = (): Column => ({ run_slots: [0], run_bases: [0], length: 0, slots: new Map() });

/** Positions computed from slots, as in the database. */
function computePositions({ run_slots, run_bases, slots }: Column): [task: number, position: number][] {
  return [...slots]
    .map(([task, slot]): [number, number] => {
      const run = run_slots.findLastIndex((first) => first <= slot);
      return [task, slot - (run_bases[run] ?? Number.NaN)];
    })
    .sort(([, one], [, other]) => one - other);
}

function applyPlan(
  column: Column,
  plan: RearrangePlan,
  removed: readonly number[],
  added: readonly number[],
) {
  for (const task of removed) column.slots.delete(task);
  for (const { low, high, step } of plan.shifts) {
    for (const [task, slot] of column.slots) {
      if (low <= slot && slot <= high) column.slots.set(task, slot + step);
    }
  }
  for (const [index, task] of added.entries()) column.slots.set(task, plan.slots[index] ?? Number.NaN);
  expect(plan.slots).toHaveLength(added.length);
  Object.assign(column, { run_slots: plan.run_slots, run_bases: plan.run_bases, length: plan.length });
}

const sortAscending = (all: Iterable<number>) => [...new Set(all)].sort((one, other) => one - other);

/** Positions to remove: some anywhere, and some consecutive ones. */
const toRemovedPositions = ({ removed, removesRow }: Change, length: number) =>
  sortAscending(
    removed
      .flatMap((first, index) =>
        index === 0 ? [...Array(removesRow + 1)].map((_, n) => first + n) : [first],
      )
      .map((position) => position % Math.max(1, length)),
  ).filter((position) => position < length);

function expectValid(column: Column, { limit, gap, range }: Spacing): void {
  const { run_slots, run_bases, length } = column;
  const starts = run_slots.map((slot, index) => slot - (run_bases[index] ?? 0));
  const sizes = starts.map((start, index) => (starts[index + 1] ?? length) - start);
  if (length === 0) expect([run_slots, run_bases]).toEqual([[0], [0]]);
  else expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
  expect(run_slots.length).toBeLessThanOrEqual((4 * length) / limit + 3);
  const maxSlot = range + 20 * (limit + gap);
  expect([run_slots[0], run_slots.at(-1)].every((slot) => Math.abs(slot ?? 0) <= maxSlot)).toBe(true);
  expect(run_slots).toEqual(sortAscending(run_slots));
}

const tight: Spacing[] = [
  { limit: 4, gap: 12, range: 200 },
  { limit: 8, gap: 40, range: 1_000 },
  { limit: 8, gap: 20, range: 2 ** 30 },
  defaultSpacing,
];

describe.each(tight)('in runs of $limit, $gap apart', (space) => {
  it('gives every task the same position as a list in memory', () => {
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (changes) => {
        const column = emptyColumn();
        const list: number[] = [];
        let tasks = 0;
        for (const one of changes) {
          const removed = toRemovedPositions(one, list.length);
          const added = [...Array(one.added)].map(() => ++tasks);
          const plan = rearrange(column, removed, added.length, one.at, space);
          applyPlan(
            column,
            plan,
            removed.map((position) => list[position] ?? 0),
            added,
          );
          for (const position of removed.toReversed()) list.splice(position, 1);
          list.splice(one.at, 0, ...added);
          expect(computePositions(column)).toEqual(list.map((task, position) => [task, position]));
          expectValid(column, space);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('always finds space between the same two tasks, at the top and at the end', () => {
    const wide = { ...space, range: 2 ** 30 };
    for (const at of [0, 1, 5, 20, 1_000]) {
      const column = emptyColumn();
      const list: number[] = [];
      for (let task = 0; task < 400; task += 1) {
        applyPlan(column, rearrange(column, [], 1, at, wide), [], [task]);
        list.splice(at, 0, task);
        expectValid(column, wide);
      }
      expect(computePositions(column)).toEqual(list.map((task, position) => [task, position]));
    }
  });
});

/** A column as left by creates only, or by a migration. */
function fullColumn(length: number): ColumnRuns {
  const runs = Array.from({ length: Math.ceil(length / defaultSpacing.limit) }, (_, run) => run);
  const run_bases = runs.map((run) => run * defaultSpacing.gap);
  return {
    run_slots: runs.map((run) => run * (defaultSpacing.gap + defaultSpacing.limit)),
    run_bases,
    length,
  };
}

const countShifted = (plan: RearrangePlan) =>
  plan.shifts.reduce((sum, { low, high }) => sum + high - low + 1, 0);

/** Max shifted tasks of a split run. Merging it with a short neighbour shifts at most as many. */
const half = defaultSpacing.limit / 2;

it.each([
  ['from the end to the top', [99_999], 1, 0, 0],
  ['from the top to the end', [0], 1, 99_999, 0],
  ['one step', [500], 1, 501, 1],
  ['one step from a run to the next one', [511], 1, 512, 1],
  ['a new one at the end', [], 1, 100_000, 0],
  ['a new one at the top', [], 1, 0, 0],
  ['from the middle to the top', [50_000], 1, 0, half],
  ['from the middle to the end', [50_000], 1, 99_999, half],
  ['from the top to the middle', [0], 1, 50_000, half],
  ['from the middle to elsewhere in the middle', [30_000], 1, 60_000, 2 * half],
  ['out of the last third', [80_000], 0, 0, half],
  ['the first two hundred to the end', [...Array(200).keys()], 200, 99_800, half],
  ['two neighbours one step on', [500, 501], 2, 501, 1],
  ['two hundred to the middle', [], 200, 50_000, half],
  ['a thousand to the middle', [], 1_000, 50_000, half],
])('a move %s', (_, removed, added, at, maxShifted) => {
  expect(countShifted(rearrange(fullColumn(100_000), removed, added, at))).toBeLessThanOrEqual(maxShifted);
});

it('shifts more than two runs at most 10 times in 4,000 moves, however long the column', () => {
  const countLargeShifts = (length: number) => {
    let column = fullColumn(length);
    const counts: number[] = [];
    for (let n = 0; n < 4_000; n += 1) {
      const [from, to] = [(n * 7_919) % length, n % 3 === 0 ? length >> 1 : (n * 104_729) % length];
      const plan = rearrange(column, [from], 1, to);
      counts.push(countShifted(plan));
      column = plan;
    }
    return counts.filter((count) => count > 2 * defaultSpacing.limit).length;
  };
  expect([1_000, 20_000, 100_000].map(countLargeShifts).every((count) => count <= 10)).toBe(true);
});
