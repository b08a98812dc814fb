import {
  createRun,
  defaultSpacing,
  type Piece,
  placeRuns,
  type Run,
  type Spacing,
  splitPieces,
} from './board.runs.ts';

/** The slots of a column's tasks: runs of consecutive slots, ascending. */
export interface ColumnRuns {
  /** First slot of each run. An empty column has one empty run at 0. */
  run_slots: number[];
  /** Base of each run: the position of a task is its slot minus the base. */
  run_bases: number[];
  length: number;
}

/** `low` and `high` are inclusive. */
export interface Shift {
  low: number;
  high: number;
  step: number;
}

export interface RearrangePlan extends ColumnRuns {
  /** Can be applied in this order or all at once: no shift targets slots of a later one. */
  shifts: Shift[];
  /** Slots of the inserted tasks, in order. */
  slots: number[];
}

/**
 * Removes the tasks at some positions of a column and inserts `added` adjacent ones at a position of the remaining
 * column (past the end: at the end). Shifts only tasks of runs that change, at most half of each; occasionally,
 * neighbouring runs are redistributed because the space between them is used up.
 *
 * @param removed positions to remove, ascending
 * @param added number of tasks to insert
 */
export function rearrange(
  column: ColumnRuns,
  removed: readonly number[],
  added: number,
  at: number,
  spacing: Spacing = defaultSpacing,
): RearrangePlan {
  const place = Math.min(at, column.length - removed.length);
  const left = removePositions(toRuns(column), removed);
  const filled = added === 0 ? left : insertAt(left, added, place, spacing.limit);
  return toPlan(placeRuns(mergeShortRuns(filled, spacing.limit), spacing));
}

function toRuns({ run_slots, run_bases, length }: ColumnRuns): Run[] {
  const positions = run_slots.map((slot, index) => slot - (run_bases[index] ?? 0));
  return run_slots.flatMap((slot, index) => {
    const size = (positions[index + 1] ?? length) - (positions[index] ?? 0);
    return size > 0 ? { slot, size, pieces: [{ from: slot, size }] } : [];
  });
}

/** A run that lost tasks has no slot until it is placed again. */
function removePositions(runs: readonly Run[], removed: readonly number[]): Run[] {
  const left: Run[] = [];
  let next = 0;
  let position = 0;
  for (const run of runs) {
    const pieces: Piece[] = [];
    let rest = run.pieces;
    let start = position;
    position += run.size;
    for (; next < removed.length && (removed[next] ?? 0) < position; next += 1) {
      const removedAt = removed[next] ?? 0;
      const [before, behind] = splitPieces(rest, removedAt - start);
      pieces.push(...before);
      rest = splitPieces(behind, 1)[1];
      start = removedAt + 1;
    }
    if (rest === run.pieces) left.push(run);
    else if (pieces.length + rest.length > 0) left.push(createRun([...pieces, ...rest]));
  }
  return left;
}

function insertAt(runs: readonly Run[], added: number, place: number, limit: number): Run[] {
  let index = 0;
  let inside = place;
  for (let run = runs[index]; run && inside >= run.size; run = runs[index]) {
    inside -= run.size;
    index += 1;
  }
  const run = runs[index];
  if (!run || inside === 0) return insertBetweenRuns(runs, index, added, limit);
  const [before, behind] = splitPieces(run.pieces, inside);
  if (run.size + added <= limit) {
    return runs.with(index, createRun([...before, { from: null, size: added }, ...behind]));
  }
  return insertBetweenRuns(...splitRun(runs, index, { before, behind }, limit), added, limit);
}

/** Inserts at the border of two runs: into the shorter one with room, otherwise as new runs. */
function insertBetweenRuns(runs: readonly Run[], index: number, added: number, limit: number): Run[] {
  const [shortest] = [index - 1, index]
    .flatMap((at) => ({ at, size: runs[at]?.size ?? limit }))
    .filter(({ size }) => size + added <= limit)
    .sort((one, other) => one.size - other.size);
  if (shortest) {
    const pieces = runs[shortest.at]?.pieces ?? [];
    const inserted = { from: null, size: added };
    return runs.with(
      shortest.at,
      createRun(shortest.at < index ? [...pieces, inserted] : [inserted, ...pieces]),
    );
  }
  const own: Run[] = [];
  for (let rest = added; rest > 0; rest -= limit)
    own.push(createRun([{ from: null, size: Math.min(rest, limit) }]));
  return runs.toSpliced(index, 0, ...own);
}

/**
 * Splits a run that would exceed `limit`. The shorter side moves: into the next run if that has plenty of room, else
 * to the middle of the free space.
 *
 * @returns the runs, and the index of the run after the split
 */
function splitRun(
  runs: readonly Run[],
  index: number,
  { before, behind }: { before: Piece[]; behind: Piece[] },
  limit: number,
): [runs: Run[], index: number] {
  const [left, right] = [createRun(before), createRun(behind)];
  const isLeft = left.size < right.size;
  const adrift = (isLeft ? left : right).pieces.map((piece) => ({ ...piece, isDisplaced: true }));
  const neighbour = runs[isLeft ? index - 1 : index + 1];
  if (neighbour && neighbour.size + Math.min(left.size, right.size) <= (limit * 3) / 4) {
    return isLeft
      ? [runs.toSpliced(index - 1, 2, createRun([...neighbour.pieces, ...adrift]), right), index]
      : [runs.toSpliced(index, 2, left, createRun([...adrift, ...neighbour.pieces])), index + 1];
  }
  const two = isLeft ? [createRun(adrift), right] : [left, createRun(adrift)];
  return [runs.toSpliced(index, 1, ...two), index + 1];
}

/** Merges changed runs with short neighbours, so that few tasks never need many runs. */
function mergeShortRuns(runs: readonly Run[], limit: number): Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    const isChanged = last?.slot === null || run.slot === null;
    if (last && isChanged && last.size + run.size <= limit / 2) {
      joined[joined.length - 1] = createRun([...last.pieces, ...run.pieces]);
    } else joined.push(run);
  }
  return joined;
}

function toPlan(runs: readonly (Run & { slot: number })[]): RearrangePlan {
  const slots: number[] = [];
  const shifts: Shift[] = [];
  const run_bases: number[] = [];
  let length = 0;
  for (const run of runs) {
    run_bases.push(run.slot - length);
    let slot = run.slot;
    for (const { from, size } of run.pieces) {
      if (from === null) slots.push(...Array.from({ length: size }, (_, index) => slot + index));
      else if (slot !== from) shifts.push({ low: from, high: from + size - 1, step: slot - from });
      slot += size;
    }
    length += run.size;
  }
  // Right shifts from the right, then left shifts from the left: the target slots are free when a shift is applied.
  const right = shifts.filter(({ step }) => step > 0).reverse();
  const left = shifts.filter(({ step }) => step < 0);
  return {
    ...(length === 0 ? emptyColumn : { run_slots: runs.map((run) => run.slot), run_bases, length }),
    shifts: [...right, ...left],
    slots,
  };
}

const emptyColumn: ColumnRuns = { run_slots: [0], run_bases: [0], length: 0 };
