/** A row that is drawn, or the number of rows from a place on that are not. */
interface Place {
  index: number;
  rows?: number;
}

/**
 * The rows of a list that a table draws, and the space between them.
 *
 * @param drawn the first and the last row of those that are drawn
 * @param others rows that are drawn wherever they are
 */
export function drawnPlaces(
  drawn: { first: number; last: number },
  length: number,
  others: readonly (number | undefined)[],
): Place[] {
  const last = Math.min(drawn.last, length - 1);
  const first = Math.min(drawn.first, Math.max(last, 0));
  const indexes = new Set(others.filter((index) => index !== undefined && index < length) as number[]);
  for (let index = first; index <= last; index += 1) indexes.add(index);
  const places: Place[] = [];
  let next = 0;
  for (const index of [...indexes].sort((a, b) => a - b)) {
    if (index > next) places.push({ index: next, rows: index - next });
    places.push({ index });
    next = index + 1;
  }
  if (next < length) places.push({ index: next, rows: length - next });
  return places;
}
