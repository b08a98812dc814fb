export interface Spacing {
  /** Max tasks of a run. A change shifts at most half of them. */
  limit: number;
  /** Free slots between the last run of a column and a new one. */
  gap: number;
  /** A column that extends beyond ±`range` is moved back to 0, because slots are 32-bit integers. */
  range: number;
}

export const defaultSpacing: Spacing = { limit: 256, gap: 2 ** 14, range: 2 ** 30 };

/** Consecutive tasks from slot `from` on; null for inserted tasks. */
export interface Piece {
  from: number | null;
  size: number;
  /** Moved out of a run that is split; ignored when choosing the slot that keeps most tasks in place. */
  isDisplaced?: boolean;
}

export interface Run {
  /** null until placed */
  slot: number | null;
  size: number;
  pieces: Piece[];
}

type PlacedRun = Run & { slot: number };

export function createRun(pieces: Piece[]): Run {
  return { slot: null, size: pieces.reduce((sum, { size }) => sum + size, 0), pieces };
}

export function splitPieces(pieces: readonly Piece[], count: number): [before: Piece[], behind: Piece[]] {
  const before: Piece[] = [];
  const behind: Piece[] = [];
  let rest = count;
  for (const piece of pieces) {
    const { from, size } = piece;
    const head = Math.min(Math.max(rest, 0), size);
    if (head > 0) before.push({ ...piece, size: head });
    if (head < size) {
      behind.push({ ...piece, from: from === null ? null : from + head, size: size - head });
    }
    rest -= size;
  }
  return [before, behind];
}

/** Assigns slots to all runs; most tasks stay in place if there is space for the others next to them. */
export function placeRuns(runs: readonly Run[], spacing: Spacing): PlacedRun[] {
  const placed = runs.map((run) => ({ ...run }));
  keepInPlace(placed);
  for (let index = 0; index < placed.length; index += 1) {
    if (placed[index]?.slot === null) spreadRuns(placed, index, spacing);
  }
  const [first, last] = [placed[0], placed.at(-1)];
  if (isPlaced(first) && isPlaced(last) && (first.slot < -spacing.range || endOf(last) > spacing.range)) {
    // Happens after millions of tasks were added at one end of the column and removed at the other.
    unplace(placed);
    spreadRuns(placed, 0, spacing);
  }
  return placed.filter(isPlaced);
}

const isPlaced = (run: Run | undefined): run is PlacedRun => run !== undefined && run.slot !== null;

const endOf = (run: PlacedRun) => run.slot + run.size;

function unplace(runs: readonly Run[]): void {
  for (const run of runs) run.slot = null;
}

function keepInPlace(runs: Run[]): void {
  let low = Number.NEGATIVE_INFINITY;
  for (const [index, run] of runs.entries()) {
    if (run.slot === null) {
      const next = runs.find((other, at) => at > index && isPlaced(other));
      const high = next?.slot ?? Number.POSITIVE_INFINITY;
      run.slot = listPreferredSlots(run).find((slot) => slot >= low && slot + run.size <= high) ?? null;
    }
    if (isPlaced(run)) low = endOf(run);
  }
}

/** Start slots that keep some tasks of the run in place, those that keep most tasks first. */
function listPreferredSlots({ pieces }: Run): number[] {
  const weights = new Map<number, number>();
  let offset = 0;
  for (const { from, size, isDisplaced } of pieces) {
    if (from !== null && !isDisplaced) weights.set(from - offset, (weights.get(from - offset) ?? 0) + size);
    offset += size;
  }
  return [...weights].sort(([, one], [, other]) => other - one).map(([slot]) => slot);
}

/**
 * Spreads the unplaced runs from an index on evenly over the free space around them. If that is too little,
 * neighbours are included until there is plenty, so it takes hundreds of insertions at the same place until the next
 * spread. The ends of a column always have space.
 */
function spreadRuns(runs: Run[], index: number, { limit, gap }: Spacing): void {
  let [from, to] = [index, index + 1];
  for (let minGap = limit; ; minGap = gap / 8) {
    while (to < runs.length && !isPlaced(runs[to])) to += 1;
    const unplaced = runs.slice(from, to);
    const [before, behind] = [runs[from - 1], runs[to]];
    const space = freeSpace(unplaced, before, behind, gap);
    if (space.gap >= minGap || !isPlaced(before) || !isPlaced(behind)) {
      let slot = space.start;
      for (const run of unplaced) {
        run.slot = slot;
        slot += run.size + space.gap;
      }
      return;
    }
    unplace([before, behind]);
    from -= 1;
  }
}

/** Start slot of the first run, and the gap between runs, given their neighbours. */
function freeSpace(runs: readonly Run[], before: Run | undefined, behind: Run | undefined, gap: number) {
  const size = runs.reduce((sum, run) => sum + run.size, 0);
  const span = size + gap * runs.length;
  if (isPlaced(before) && isPlaced(behind)) {
    const each = Math.floor((behind.slot - endOf(before) - size) / (runs.length + 1));
    return { start: endOf(before) + each, gap: each };
  }
  if (isPlaced(before)) return { start: endOf(before) + gap, gap };
  if (isPlaced(behind)) return { start: behind.slot - span, gap };
  return { start: 0 - Math.floor((span - gap - size / runs.length) / 2), gap };
}
