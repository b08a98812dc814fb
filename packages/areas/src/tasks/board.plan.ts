/** Where a column's run of slots begins, and how long it is. */
export interface Run {
  first_slot: number;
  length: number;
}

/** Slots `low` to `high`, moved by `step`. */
export interface Shift {
  low: number;
  high: number;
  step: number;
}

export interface Rearranged extends Run {
  shifts: Shift[];
  /** The slots of those that come, in their order. */
  slots: number[];
}

/** What stays of a column in one piece: old positions `low` to `high`, all to move by the same. */
interface Piece {
  low: number;
  high: number;
  by: number;
}

/**
 * Takes the tasks at some positions out of a column and makes room for `coming` others in one piece at a position
 * of what remains (past the end: at the end). Positions stay 0..n-1; what is shifted is as little as it can be:
 * the run begins wherever most of those that remain stay where they are, so that the usual moves cost the
 * same in a column of any length.
 *
 * @param leaving positions, in ascending order
 */
export function rearrange(run: Run, leaving: readonly number[], coming: number, at: number): Rearranged {
  const remaining = run.length - leaving.length;
  const place = Math.min(at, remaining);
  const pieces = piecesOf(run.length, leaving, coming, place);
  const begins = mostCommon(pieces);
  const first_slot = run.first_slot + begins;
  return {
    first_slot,
    length: remaining + coming,
    slots: Array.from({ length: coming }, (_, index) => first_slot + place + index),
    shifts: pieces
      .filter(({ by }) => by + begins !== 0)
      .map(({ low, high, by }) => ({
        low: run.first_slot + low,
        high: run.first_slot + high,
        step: by + begins,
      })),
  };
}

function piecesOf(length: number, leaving: readonly number[], coming: number, place: number): Piece[] {
  const pieces: Piece[] = [];
  let low = 0;
  for (const [gone, end] of [...leaving, length].entries()) {
    // Of what remains, `place` stand before those that come: there the piece is cut in two.
    const cut = Math.min(Math.max(place + gone, low), end);
    if (low < cut) pieces.push({ low, high: cut - 1, by: -gone });
    if (cut < end) pieces.push({ low: cut, high: end - 1, by: coming - gone });
    low = end + 1;
  }
  return pieces;
}

/** How far the run has to begin later, so that the most tasks stay in their slots. */
function mostCommon(pieces: readonly Piece[]): number {
  const weights = new Map<number, number>();
  let best = 0;
  for (const { low, high, by } of pieces) {
    const weight = (weights.get(by) ?? 0) + high - low + 1;
    weights.set(by, weight);
    if (weight > (weights.get(best) ?? 0)) best = by;
  }
  return best === 0 ? 0 : -best;
}
