import type { PositionStatus } from './positions.contract.ts';

/** What each act makes of a position, from which states it does, and what it says. */
export const acts = {
  open: { to: 'open', from: ['draft', 'frozen', 'closed'], event: 'position.opened' },
  freeze: { to: 'frozen', from: ['open'], event: 'position.frozen' },
  close: { to: 'closed', from: ['draft', 'open', 'frozen'], event: 'position.closed' },
} as const satisfies Record<string, { to: PositionStatus; from: readonly PositionStatus[]; event: string }>;
export type Act = keyof typeof acts;

/** Why a position cannot be opened, frozen or closed, or null. */
export function actFault(act: Act, status: string, filled: number): string | null {
  const { to, from } = acts[act];
  if (status === to) return `Is ${to} already`;
  if (!from.some((one) => one === status)) return `A position that is ${status} cannot become ${to}`;
  if (act === 'close' && filled > 0) return heldFault(filled);
  return null;
}

/** Why a position that is held cannot go. */
export function heldFault(filled: number): string {
  return `Still has ${filled} holder${filled === 1 ? '' : 's'}, those to come included`;
}
