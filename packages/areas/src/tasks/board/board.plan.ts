import {
  createRun,
  defaultSpacing,
  type Piece,
  placeRuns,
  type Run,
  type Spacing,
  splitPieces,
} from './board.runs.ts';

/** The tasks of a column: runs of neighbouring slots, in ascending order. */
export interface ColumnRuns {
  /** The first slot of each run. A column without tasks has one run, which is empty, at 0. */
  run_slots: number[];
  /** What to take from a slot of the run to have the task's position. */
  run_bases: number[];
  length: number;
}

/** Slots `low` to `high`, moved by `step`. */
export interface Shift {
  low: number;
  high: number;
  step: number;
}

export interface RearrangePlan extends ColumnRuns {
  /** One after the other, or all at once: no shift brings a task into the slots of a later one. */
  shifts: Shift[];
  /** The slots of those that come, in their order. */
  slots: number[];
}

/**
 * Takes the tasks at some positions out of a column and makes room for `coming` others in one piece at a position
 * of what remains (past the end: at the end). Only tasks of the runs where something leaves or comes are shifted, and
 * of those no more than half; now and then some neighbouring runs are spread anew where space has run out.
 *
 * @param leaving positions, in ascending order
 */
export function rearrange(
  column: ColumnRuns,
  leaving: readonly number[],
  coming: number,
  at: number,
  spacing: Spacing = defaultSpacing,
): RearrangePlan {
  const place = Math.min(at, column.length - leaving.length);
  const left = removePositions(toRuns(column), leaving);
  const filled = coming === 0 ? left : insertAt(left, coming, place, spacing.limit);
  return toPlan(placeRuns(mergeShortRuns(filled, spacing.limit), spacing));
}

function toRuns({ run_slots, run_bases, length }: ColumnRuns): Run[] {
  const positions = run_slots.map((slot, index) => slot - (run_bases[index] ?? 0));
  return run_slots.flatMap((slot, index) => {
    const size = (positions[index + 1] ?? length) - (positions[index] ?? 0);
    return size > 0 ? { slot, size, pieces: [{ from: slot, size }] } : [];
  });
}

/** The runs without those that leave; one that lost some, or all, has no slot any more until it is placed. */
function removePositions(runs: readonly Run[], leaving: readonly number[]): Run[] {
  const left: Run[] = [];
  let next = 0;
  let position = 0;
  for (const run of runs) {
    const pieces: Piece[] = [];
    let rest = run.pieces;
    let start = position;
    position += run.size;
    for (; next < leaving.length && (leaving[next] ?? 0) < position; next += 1) {
      const gone = leaving[next] ?? 0;
      const [before, behind] = splitPieces(rest, gone - start);
      pieces.push(...before);
      rest = splitPieces(behind, 1)[1];
      start = gone + 1;
    }
    if (rest === run.pieces) left.push(run);
    else if (pieces.length + rest.length > 0) left.push(createRun([...pieces, ...rest]));
  }
  return left;
}

function insertAt(runs: readonly Run[], coming: number, place: number, limit: number): Run[] {
  let index = 0;
  let inside = place;
  for (let run = runs[index]; run && inside >= run.size; run = runs[index]) {
    inside -= run.size;
    index += 1;
  }
  const run = runs[index];
  if (!run || inside === 0) return insertBetweenRuns(runs, index, coming, limit);
  const [before, behind] = splitPieces(run.pieces, inside);
  if (run.size + coming <= limit) {
    return runs.with(index, createRun([...before, { from: null, size: coming }, ...behind]));
  }
  return insertBetweenRuns(...splitRun(runs, index, { before, behind }, limit), coming, limit);
}

/** At the border of two runs, the shorter one that has room takes them; else they are runs of their own. */
function insertBetweenRuns(runs: readonly Run[], index: number, coming: number, limit: number): Run[] {
  const [least] = [index - 1, index]
    .flatMap((at) => ({ at, size: runs[at]?.size ?? limit }))
    .filter(({ size }) => size + coming <= limit)
    .sort((one, other) => one.size - other.size);
  if (least) {
    const pieces = runs[least.at]?.pieces ?? [];
    const those = { from: null, size: coming };
    return runs.with(least.at, createRun(least.at < index ? [...pieces, those] : [those, ...pieces]));
  }
  const own: Run[] = [];
  for (let rest = coming; rest > 0; rest -= limit)
    own.push(createRun([{ from: null, size: Math.min(rest, limit) }]));
  return runs.toSpliced(index, 0, ...own);
}

/**
 * Cuts a run that gets too long in two. The shorter side leaves its slots, for the next run if that has plenty of
 * room, else for the middle of the free space.
 *
 * @returns the runs, and the index of the one behind the cut
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

/** A changed run and a neighbour that are short together become one: there are never many runs for few tasks. */
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
  // Those to the right from the right, then those to the left from the left: each goes where nobody is any more.
  const right = shifts.filter(({ step }) => step > 0).reverse();
  const left = shifts.filter(({ step }) => step < 0);
  return {
    ...(length === 0 ? emptyColumn : { run_slots: runs.map((run) => run.slot), run_bases, length }),
    shifts: [...right, ...left],
    slots,
  };
}

const emptyColumn: ColumnRuns = { run_slots: [0], run_bases: [0], length: 0 };
