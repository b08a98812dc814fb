import { useEffect } from 'react';

/** Time after which nothing else has moved the focus. */
const settledMs = 100;

/**
 * Keeps the focus near its element when this is removed, for example by a form that was saved: otherwise the document has the
 * focus, and users of a keyboard or a screen reader lose their place.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The element with the focus, and those that contain it. */
    let focused: readonly HTMLElement[] = [];
    const remember = (event: FocusEvent) => {
      focused = event.composedPath().filter((one) => one instanceof HTMLElement);
    };
    const keep = () => {
      const nearest = focused.find((one) => one.isConnected);
      if (document.activeElement !== document.body || !nearest || nearest === focused[0]) return;
      if (nearest.tabIndex < 0) nearest.tabIndex = -1;
      nearest.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (focused[0]?.isConnected === false) setTimeout(keep, settledMs);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
    };
  }, []);
}
