/** How the runs of a column lie. */
export interface Spacing {
  /** The most tasks of a run: a change shifts up to half of them. */
  limit: number;
  /** How far a new run is away from the one at the end of the column. */
  gap: number;
  /** A column that has wandered farther than this from 0 is brought back: slots are integers of 32 bits. */
  range: number;
}

export const defaultSpacing: Spacing = { limit: 256, gap: 2 ** 14, range: 2 ** 30 };

/** Tasks next to each other: from a slot on, or null for such as come. */
export interface Piece {
  from: number | null;
  size: number;
  /** They make way, and do not count when it is looked for where most can stay. */
  isDisplaced?: boolean;
}

export interface Run {
  /** Null while it is open where it comes to lie. */
  slot: number | null;
  size: number;
  pieces: Piece[];
}

type PlacedRun = Run & { slot: number };

export function createRun(pieces: Piece[]): Run {
  return { slot: null, size: pieces.reduce((sum, { size }) => sum + size, 0), pieces };
}

/** The first `count` tasks of some pieces, and the others. */
export function splitPieces(pieces: readonly Piece[], count: number): [before: Piece[], behind: Piece[]] {
  const before: Piece[] = [];
  const behind: Piece[] = [];
  let rest = count;
  for (const piece of pieces) {
    const { from, size } = piece;
    const taken = Math.min(Math.max(rest, 0), size);
    if (taken > 0) before.push({ ...piece, size: taken });
    if (taken < size) {
      behind.push({ ...piece, from: from === null ? null : from + taken, size: size - taken });
    }
    rest -= size;
  }
  return [before, behind];
}

/** Gives every run its slots: most of its tasks stay where they are if there is space for the others beside them. */
export function placeRuns(runs: readonly Run[], spacing: Spacing): PlacedRun[] {
  const placed = runs.map((run) => ({ ...run }));
  keepInPlace(placed);
  for (let index = 0; index < placed.length; index += 1) {
    if (placed[index]?.slot === null) spreadRuns(placed, index, spacing);
  }
  const [first, last] = [placed[0], placed.at(-1)];
  if (isPlaced(first) && isPlaced(last) && (first.slot < -spacing.range || endOf(last) > spacing.range)) {
    // Once in some millions of tasks that came at one end of the column and left at the other one.
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

/** Where a run may begin so that some of its tasks stay in their slots; the most tasks first. */
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
 * Spreads the runs without slots, from an index on, evenly over the free space around them. Where that is too
 * little, neighbours are spread with them until it is plenty: so it takes hundreds of tasks put to one and the same
 * place until it happens there again, and at the ends of a column there is always space.
 */
function spreadRuns(runs: Run[], index: number, { limit, gap }: Spacing): void {
  let [from, to] = [index, index + 1];
  for (let least = limit; ; least = gap / 8) {
    while (to < runs.length && !isPlaced(runs[to])) to += 1;
    const those = runs.slice(from, to);
    const [before, behind] = [runs[from - 1], runs[to]];
    const space = freeSpace(those, before, behind, gap);
    if (space.gap >= least || !isPlaced(before) || !isPlaced(behind)) {
      let slot = space.start;
      for (const run of those) {
        run.slot = slot;
        slot += run.size + space.gap;
      }
      return;
    }
    unplace([before, behind]);
    from -= 1;
  }
}

/** Where the first of some runs may begin, and how far apart they can be, between their neighbours or at an end. */
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
