import { useEffect, useState } from 'react';

/** True while something has been running for longer than a time. */
export function useSlow(isRunning: boolean, ms: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setIsSlow(true), ms);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning, ms]);
  return isSlow;
}
