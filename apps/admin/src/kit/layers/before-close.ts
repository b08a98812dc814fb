import { createContext, type RefObject, useContext, useEffect } from 'react';

/** Returns true if the dialog stays open. */
type BeforeClose = () => boolean;

/** The function that the content of a dialog runs before Escape closes it. */
export const BeforeCloseContext = createContext<RefObject<BeforeClose | null> | null>(null);

/** Runs before Escape closes the dialog around the component, if there is one, and can keep it open. */
export function useBeforeClose(run: BeforeClose): void {
  const current = useContext(BeforeCloseContext);
  useEffect(() => {
    if (!current) return undefined;
    current.current = run;
    return () => {
      current.current = null;
    };
  }, [current, run]);
}
