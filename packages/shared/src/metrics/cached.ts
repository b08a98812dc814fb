/** Caches a value for `freshMs`, for metrics that share one expensive read. Failures are not cached. */
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
