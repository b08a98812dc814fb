import { type KeyboardEvent, useRef, useState } from 'react';
import type { Row } from '../../../api/call-path.ts';
import { useBindings } from '../../commands/bindings.ts';
import { useShortcut } from '../../commands/registry.ts';
import { type Listed, type Selection, toggled, toggledPage } from './selection.ts';

/** The chosen records of a list, wherever they are in it, and the ways to choose them. */
export interface RowSelection {
  chosen: Selection<Row>;
  /** True if all records on screen are chosen; undefined if only some are. */
  isPageChosen: boolean | undefined;
  /** @param isRange true to choose or drop the records since the last choice too */
  toggle: (key: string, isRange?: boolean) => void;
  togglePage: () => void;
  choose: (some: Selection<Row>) => void;
  clear: () => void;
  /** Handles the keys with Shift. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The key of the record that contains an element. */
const keyAt = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('[data-key]')?.dataset.key;

const none: Selection<Row> = new Map();

/**
 * @param loaded the loaded records in their order
 * @param page those that are chosen together: all of a short list, those on screen of a long one
 * @param list identifies the list with its filters: in another one, nothing is chosen
 */
export function useSelection(
  loaded: readonly Listed<Row>[],
  page: readonly Listed<Row>[],
  list: string,
): RowSelection {
  const [state, setState] = useState({ list, chosen: none });
  const chosen = state.list === list ? state.chosen : none;
  const setChosen = (next: Selection<Row>) => setState({ list, chosen: next });
  const anchor = useRef<string>(undefined);
  const { select } = useBindings();
  const toggle = (key: string, isRange = false) => {
    setChosen(toggled(chosen, loaded, key, isRange ? anchor.current : undefined));
    anchor.current = key;
  };
  const clear = () => setChosen(none);
  const toggleFocused = (isRange: boolean) => {
    const key = keyAt(document.activeElement);
    if (key !== undefined) toggle(key, isRange);
    return key !== undefined;
  };
  useShortcut('select', () => toggleFocused(false));
  useShortcut('selectAll', () => {
    if (keyAt(document.activeElement) === undefined) return false;
    setChosen(page.reduce((all, { key, item }) => new Map(all).set(key, item), chosen));
    return true;
  });
  useShortcut('back', chosen.size > 0 ? clear : undefined);
  const count = page.filter(({ key }) => chosen.has(key)).length;
  return {
    chosen,
    isPageChosen: count === 0 ? false : count === page.length ? true : undefined,
    toggle,
    togglePage: () => setChosen(toggledPage(chosen, page)),
    choose: setChosen,
    clear,
    onKeyDown: (event) => {
      if (!event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
      if (select.includes(event.key.toLowerCase()) && toggleFocused(true)) event.preventDefault();
    },
  };
}
