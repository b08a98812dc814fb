import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useShortcut } from '../commands/registry.ts';
import type { Direction, TreeRow } from './tree-nodes.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The record of each tree that had the focus last, from which a user continues after returning to the tree. */
const lastFocused = new Map<string, number>();

interface TreeKeysOptions {
  /** Identifies the tree. */
  tree: string;
  rows: readonly TreeRow[];
  expand: (id: number) => void;
  collapse: (id: number) => void;
  onMove: (row: TreeRow, direction: Direction) => void;
}

/** Moves the focus through a tree. One row at a time can be reached with the tabulator, the others with arrow keys. */
export function useTreeKeys<Body extends HTMLElement>(options: TreeKeysOptions) {
  const { tree, rows, expand, collapse, onMove } = options;
  const body = useRef<Body>(null);
  const [chosen, setChosen] = useState(lastFocused.get(tree));
  const hasFocus = useRef(false);
  const index = Math.max(
    rows.findIndex(({ node }) => node.id === chosen),
    0,
  );
  const focused = rows[index];
  const elementOf = (id: number | undefined) => body.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
  const focus = (row: TreeRow | undefined) => elementOf(row?.node.id)?.focus();
  // The row that had the focus may have been removed.
  useLayoutEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) elementOf(focused?.node.id)?.focus();
  });
  const step = (by: 1 | -1) => (key?: string) => {
    const isInside = body.current?.contains(document.activeElement);
    // Arrows scroll the page unless a row has the focus.
    if (!isInside && key?.startsWith('Arrow')) return false;
    focus(isInside || chosen !== undefined ? (rows[index + by] ?? focused) : focused);
    return true;
  };
  useShortcut('next', step(1));
  useShortcut('previous', step(-1));
  const moveFocus = (row: TreeRow, key: string): boolean => {
    const { node, parent, isOpen } = row;
    if (key === 'ArrowDown') focus(rows[index + 1]);
    else if (key === 'ArrowUp') focus(rows[index - 1]);
    else if (key === 'Home') focus(rows[0]);
    else if (key === 'End') focus(rows.at(-1));
    else if (key === 'ArrowRight' && isOpen) focus(rows[index + 1]?.parent === node ? rows[index + 1] : row);
    else if (key === 'ArrowRight' && node.has_children) expand(node.id);
    else if (key === 'ArrowLeft' && isOpen) collapse(node.id);
    else if (key === 'ArrowLeft') focus(rows.find((one) => one.node === parent));
    else if (key === 'Enter') elementOf(node.id)?.querySelector<HTMLElement>('a[data-record]')?.click();
    else return false;
    return true;
  };
  return {
    body: body as RefObject<Body | null>,
    focusedId: focused?.node.id,
    rowProps: (row: TreeRow) => ({
      'data-id': row.node.id,
      tabIndex: row === focused ? 0 : -1,
      onFocus: () => {
        hasFocus.current = true;
        setChosen(row.node.id);
        lastFocused.set(tree, row.node.id);
      },
      onBlur: () => {
        hasFocus.current = false;
      },
      onKeyDown: rowKeys(row, moveFocus, onMove),
    }),
  };
}

/** The keys of a row. With Alt, they move the record instead of the focus. */
const rowKeys =
  (
    row: TreeRow,
    moveFocus: (row: TreeRow, key: string) => boolean,
    onMove: (row: TreeRow, direction: Direction) => void,
  ) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, target, currentTarget } = event;
    if (ctrlKey || metaKey || shiftKey || event.defaultPrevented) return;
    const direction = altKey ? directions[key] : undefined;
    // A link or a button of the row keeps its own keys.
    const isOwnKey = key === 'Enter' && target !== currentTarget;
    if (direction) onMove(row, direction);
    else if (altKey || isOwnKey || !moveFocus(row, key)) return;
    event.preventDefault();
  };
