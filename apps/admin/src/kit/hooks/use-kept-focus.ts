import { useEffect } from 'react';

/** Time after which nothing else has moved the focus. */
const settledMs = 100;

/**
 * Keeps the focus near its element when this is removed, for example by a form that was saved: otherwise the document has the
 * focus, and users of a keyboard or a screen reader lose their place.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let focused: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      focused = ancestorsOf(target);
    };
    const keep = () => {
      const isLost = document.activeElement === document.body && focused[0]?.isConnected === false;
      const nearest = focused.find((one) => one.isConnected);
      if (isLost && nearest instanceof HTMLElement) moveTo(nearest);
    };
    const changed = () => {
      clearTimeout(timer);
      if (focused[0]?.isConnected === false) timer = setTimeout(keep, settledMs);
    };
    const observer = new MutationObserver(changed);
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      document.removeEventListener('focusin', remember);
    };
  }, []);
}

/** An element and those that contain it, without the document's own. */
function ancestorsOf(target: EventTarget | null): Element[] {
  const found: Element[] = [];
  for (let one = target; one instanceof Element && one !== document.body; one = one.parentElement)
    found.push(one);
  return found;
}

function moveTo(element: HTMLElement): void {
  if (!element.matches('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
