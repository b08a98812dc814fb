import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '../../commands/registry.ts';

/** The address of the record that had the focus last, from which a user continues after returning to the list. */
let lastAddress: string | undefined;

interface SparseFocusOptions {
  length: number;
  /** Returns the places of the rows on screen. */
  onScreen: () => { first: number; last: number };
  reveal: (index: number) => void;
}

const rowAt = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>('tr[data-index]') ?? null;

const indexAt = (element: Element | null): number | undefined => {
  const index = rowAt(element)?.dataset.index;
  return index === undefined ? undefined : Number(index);
};

/**
 * Moves the focus between the records of a list of which only some rows are drawn. A row that has the focus, or is about to
 * get it, is drawn wherever it is.
 */
export function useSparseFocus({ length, onScreen, reveal }: SparseFocusOptions) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** The place of the row that gets the focus when it is loaded. */
  const [wanted, setWanted] = useState<number>();
  const [focusedKey, setFocusedKey] = useState<string>();
  const linkOf = (row: Element | null | undefined) => row?.querySelector<HTMLAnchorElement>('a[data-record]');
  useLayoutEffect(() => {
    if (wanted === undefined) return;
    // The list may end earlier than it seemed.
    if (wanted >= length) setWanted(Math.max(length - 1, 0));
    const link = linkOf(body.current?.querySelector(`tr[data-index="${wanted}"]`));
    if (!link) return;
    setWanted(undefined);
    link.focus();
  });
  const goTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), length - 1);
    setWanted(next);
    reveal(next);
  };
  const startOf = (by: 1 | -1): number => {
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a[data-record]') ?? [])];
    const last = indexAt(links.find(({ href }) => href === lastAddress) ?? null);
    if (last !== undefined) return last + by;
    return by === 1 ? onScreen().first : onScreen().last;
  };
  const step = (by: 1 | -1) => (key?: string) => {
    const focused = body.current?.contains(document.activeElement)
      ? indexAt(document.activeElement)
      : undefined;
    // Arrows scroll the page unless a record has the focus.
    if (focused === undefined && wanted === undefined && key?.startsWith('Arrow')) return false;
    const from = wanted ?? focused;
    goTo(from === undefined ? startOf(by) : from + by);
    return true;
  };
  useShortcut('next', step(1));
  useShortcut('previous', step(-1));
  return {
    body,
    wanted,
    focusedKey,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = rowAt(target);
      setFocusedKey(row?.dataset.key);
      lastAddress = linkOf(row)?.href ?? lastAddress;
    },
    // The focus stays when another window is used.
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (document.activeElement !== target) setFocusedKey(undefined);
    },
    /** Moves to the first or the last record. */
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if ((key !== 'Home' && key !== 'End') || ctrlKey || metaKey || altKey || shiftKey) return;
      event.preventDefault();
      goTo(key === 'Home' ? 0 : length - 1);
    },
  };
}
