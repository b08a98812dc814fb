import { useEffect } from 'react';

/** Sets the title of the tab while the component is shown. */
export function useTitle(...parts: readonly string[]): void {
  const title = parts.join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
