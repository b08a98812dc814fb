import { useState } from 'react';

/** The names of fields whose text is not a value, from an attempt to send the form until the user changes them. */
export function useMalformed() {
  const [malformed, set] = useState<readonly string[]>([]);
  const [attempt, setAttempt] = useState<object | null>(null);
  return {
    malformed,
    /** Another object after each attempt that failed for that reason; null after one that did not. */
    attempt,
    setMalformed: (names: readonly string[]) => {
      set(names);
      setAttempt(names.length > 0 ? {} : null);
    },
    edited: (name: string) => {
      if (malformed.includes(name)) set(malformed.filter((one) => one !== name));
    },
  };
}
