/** Why a position that is held cannot go. */
export function heldFault(filled: number): string {
  return `Still has ${filled} holder${filled === 1 ? '' : 's'}, those to come included`;
}
