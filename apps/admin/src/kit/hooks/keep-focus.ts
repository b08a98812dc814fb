// Keeps the focus near its element when this is removed, for example by a form that was saved: otherwise the document has the focus,
// and users of a keyboard or a screen reader lose their place. Imported by what removes elements that have it.

/** Time after which nothing else has moved the focus. */
const settledMs = 100;
/** The element with the focus, and those that contain it. */
let focused: readonly HTMLElement[] = [];

function keep(): void {
  const nearest = focused.find((one) => one.isConnected);
  if (document.activeElement !== document.body || !nearest || nearest === focused[0]) return;
  if (nearest.tabIndex < 0) nearest.tabIndex = -1;
  nearest.focus({ preventScroll: true });
}

const isContent = (one: EventTarget): one is HTMLElement =>
  one instanceof HTMLElement && one.matches('body *');
document.addEventListener('focusin', (event) => {
  focused = event.composedPath().filter(isContent);
});
new MutationObserver(() => {
  if (focused[0]?.isConnected === false) setTimeout(keep, settledMs);
}).observe(document.body, { childList: true, subtree: true });
