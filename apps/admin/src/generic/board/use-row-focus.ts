import { type RefObject, useRef } from 'react';
import { useShortcut } from '../commands/registry.ts';

/** The address of the record that had the focus last, from which a user continues after returning to the list. */
let lastAddress: string | undefined;

/** Moves the focus between the links to the records of a list. Enter then opens the record, as any link. */
export function useRowFocus<Container extends HTMLElement>(): RefObject<Container | null> {
  const list = useRef<Container>(null);
  const move = (step: 1 | -1) => (key?: string) => {
    const links = [...(list.current?.querySelectorAll<HTMLAnchorElement>('a[data-record]') ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    // Arrows scroll the page unless a record has the focus.
    if (focused === -1 && key?.startsWith('Arrow')) return false;
    const before = focused === -1 ? links.findIndex(({ href }) => href === lastAddress) : focused;
    const target = before === -1 ? (step === 1 ? 0 : links.length - 1) : before + step;
    const next = links[Math.min(Math.max(target, 0), links.length - 1)];
    next?.focus();
    lastAddress = next?.href ?? lastAddress;
    return true;
  };
  useShortcut('next', move(1));
  useShortcut('previous', move(-1));
  return list;
}
