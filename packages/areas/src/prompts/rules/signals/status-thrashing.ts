import { between, day, lengthOf } from '../moments.ts';
import type { Judge } from './signal.ts';
import { type StatusMove, statusMoves } from './status-moves.ts';

/** Three returns to where it had been within two weeks, or two within three days; what comes back from review counts half. */
const windows = [
  { length: 14 * day, least: 2.5 },
  { length: 3 * day, least: 2 },
] as const;

export const statusThrashing: Judge = ({ history, now }) => {
  const moves = statusMoves(history);
  for (const { length, least } of windows) {
    const recent = moves.filter(({ at }) => (between(at, now) ?? Number.POSITIVE_INFINITY) <= length);
    const found = returnsOf(recent);
    const weight = found.reduce((sum, move) => sum + (isOfReview(move) ? 0.5 : 1), 0);
    if (weight >= least) {
      return { kind: 'status_thrashing', detail: detailOf(recent, found.length, now), weight: 1 };
    }
  }
  return null;
};

/** Moves back to a status that the task had left before. */
function returnsOf(moves: readonly StatusMove[]): StatusMove[] {
  const left = new Set<string>();
  return moves.filter(({ from, to }) => {
    left.add(from);
    return left.has(to);
  });
}

const isOfReview = ({ from, to }: StatusMove) => from === 'reviewing' || to === 'reviewing';

const mostShown = 8;

function detailOf(moves: readonly StatusMove[], returns: number, now: string): string {
  const [first] = moves;
  const path = [first?.from, ...moves.map(({ to }) => to)];
  const shown = path.length > mostShown ? ['…', ...path.slice(-mostShown)] : path;
  const within = lengthOf(between(first?.at ?? now, now) ?? 0);
  return `Its status changed ${moves.length} times within ${within} and went back ${returns} times: ${shown.join(' → ')}`;
}
