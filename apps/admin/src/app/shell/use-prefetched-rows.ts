import { useRef } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { prefetchRows } from '../prefetch.ts';

/** A pointer that only crosses a link stays for less. */
const delayMs = 80;

/** Returns the handlers of a link to a list, which request its first rows while the link has the pointer or the focus. */
export function usePrefetchedRows() {
  const opened = useOrganization();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  return (code: string) => {
    const begin = () => {
      cancel();
      // The list itself reports errors.
      timer.current = setTimeout(() => void prefetchRows(opened, code).catch(() => undefined), delayMs);
    };
    return { onPointerEnter: begin, onFocus: begin, onPointerLeave: cancel, onBlur: cancel };
  };
}
