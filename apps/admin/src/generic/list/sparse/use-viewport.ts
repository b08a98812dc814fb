import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../../../kit/hooks/use-latest.ts';

/** Rows that are drawn beyond those on screen, on each side. */
const margin = 20;
/** The rows that are drawn change when fewer than this many are left on a side. */
const reserve = 8;
/** Rows are requested when scrolling has paused for this time. */
const pauseMs = 80;

interface Range {
  first: number;
  last: number;
}

interface ViewportOptions {
  /** Identifies the list with its order: another one begins at its start. */
  name: string;
  /** The number of rows. */
  length: number;
  /** The place of the row that is at the top first. */
  start: number;
  /** Called when scrolling has paused, with the first and the last row on screen. */
  onPause: (first: number, last: number) => void;
}

/** Finds the rows of a table that are on screen: all rows have the same height. */
export function useViewport({ name, length, start, onPause }: ViewportOptions) {
  const scroller = useRef<HTMLElement>(null);
  const height = useRowHeight(scroller);
  const [drawn, setDrawn] = useState<Range>({ first: start, last: start + 2 * margin });
  const top = useRef({ name, row: start });
  if (top.current.name !== name) top.current = { name, row: start };
  const onScreen = () => rangeOf(scroller.current, height, length);
  const update = useLatest(() => {
    const { first, last } = onScreen();
    const isCovered =
      (drawn.first === 0 || first - drawn.first >= reserve) &&
      (drawn.last >= length - 1 || drawn.last - last >= reserve);
    if (!isCovered) setDrawn({ first: Math.max(0, first - margin), last: last + margin });
  });
  const settle = useLatest(() => {
    // Hidden, while another page is opened.
    if (!scroller.current?.clientHeight) return;
    const { first, last } = onScreen();
    top.current = { name, row: first };
    onPause(first, last);
  });
  const startPause = usePause(() => settle.current());
  const onScroll = () => {
    update.current();
    startPause();
  };
  // Another height of the rows moves all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its start.
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = top.current.row * height;
  }, [height, name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of another length has other rows on screen.
  useEffect(() => {
    update.current();
    settle.current();
  }, [name, length, height]);
  useResize(scroller, onScroll);
  return {
    scroller,
    height,
    drawn,
    onScroll,
    onScreen,
    reveal: (index: number) => reveal(scroller.current, height, index),
  };
}

function rangeOf(scroller: HTMLElement | null, height: number, length: number): Range {
  const { scrollTop = 0, clientHeight = 0 } = scroller ?? {};
  const last = Math.max(Math.min(Math.ceil((scrollTop + clientHeight) / height), length) - 1, 0);
  // Browsers round the distance that was scrolled.
  return { first: Math.min(Math.floor(scrollTop / height + 0.05), last), last };
}

/** Scrolls a row into view, below the header. */
function reveal(scroller: HTMLElement | null, height: number, index: number): void {
  if (!scroller) return;
  const header = scroller.querySelector('thead')?.getBoundingClientRect().height ?? 0;
  const bottom = header + (index + 1) * height - scroller.clientHeight;
  if (scroller.scrollTop > index * height) scroller.scrollTop = index * height;
  else if (scroller.scrollTop < bottom) scroller.scrollTop = bottom;
}

/** The height of a row, which depends on the density and on the size of texts. */
function useRowHeight(scroller: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(33);
  useLayoutEffect(() => {
    const row = scroller.current?.querySelector('tr[data-index]');
    const measured = row?.getBoundingClientRect().height ?? 0;
    if (measured > 0 && Math.abs(measured - height) > 0.01) setHeight(measured);
  });
  return height;
}

/** Returns a function that must be called again and again; `onPause` is called when that has paused. */
function usePause(onPause: () => void): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(onPause, pauseMs);
  };
}

function useResize(element: RefObject<HTMLElement | null>, onResize: () => void): void {
  const latest = useLatest(onResize);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, latest]);
}
