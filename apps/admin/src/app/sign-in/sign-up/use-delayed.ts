import { useEffect, useState } from 'react';

/** Returns the last value that did not change for a time. */
export function useDelayed<Value>(value: Value, delayMs: number): Value {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}
