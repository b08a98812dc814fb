/** The maximum length of a content line with one byte for each fold. */
export const maxLineBytes = 64 * 1024;

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32];

/**
 * Yields the content lines of an iCalendar file (RFC 5545, 3.1), without folds and line ends. They are bytes, because a
 * fold may divide a character. Yields null for a line that is longer than the maximum, and ends.
 */
export function* contentLines(bytes: Buffer): Generator<Buffer | null, void> {
  let start = 0;
  while (start < bytes.length) {
    const parts: Buffer[] = [];
    let length = 0;
    let isContinued = true;
    while (isContinued) {
      const next = bytes.indexOf(lineFeed, start);
      const end = next === -1 ? bytes.length : next;
      const part = bytes.subarray(start, bytes[end - 1] === carriageReturn ? Math.max(start, end - 1) : end);
      parts.push(part);
      length += part.length + 1;
      start = end + 1;
      const fold = bytes[start];
      isContinued = (fold === space || fold === tab) && length <= maxLineBytes;
      if (isContinued) start += 1;
    }
    if (length > maxLineBytes) {
      yield null;
      return;
    }
    yield parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  }
}
