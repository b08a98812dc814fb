import type { HistoryEntry } from '../../prompt.ts';

export interface StatusMove {
  from: string;
  to: string;
  at: string;
}

/** What the history says of the status, oldest first. One change may be several events: it counts once. */
export function statusMoves(history: readonly HistoryEntry[]): StatusMove[] {
  const moves = history.flatMap(({ changes, occurred_at }): StatusMove[] => {
    const [from, to] = changes['status'] ?? [];
    return typeof from === 'string' && typeof to === 'string' && from !== to
      ? [{ from, to, at: occurred_at }]
      : [];
  });
  return moves.filter((move, index) => {
    const before = moves[index - 1];
    return before?.at !== move.at || before.from !== move.from || before.to !== move.to;
  });
}
