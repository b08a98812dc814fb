/**
 * Reads something at most once in a while, for figures that are read together and cost a question to somebody else.
 * What could not be read is asked again at once.
 */
export function cached<Value>(freshMs: number, read: () => Promise<Value>): () => Promise<Value> {
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Value> | null = null;
  return () => {
    const now = performance.now();
    if (reading && now - readAt < freshMs) return reading;
    readAt = now;
    const own = read();
    reading = own;
    own.catch(() => {
      if (reading === own) reading = null;
    });
    return own;
  };
}
