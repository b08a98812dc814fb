import { useState } from 'react';

/** True from the first time that a value is true. */
export function useEver(value: boolean): boolean {
  const [isEver, setIsEver] = useState(value);
  if (value && !isEver) setIsEver(true);
  return value || isEver;
}
