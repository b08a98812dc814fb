import { type RefObject, useEffect, useRef } from 'react';

/** Finds the element that gets the focus in the rendered value. */
type FindTarget = (value: HTMLElement) => HTMLElement | null | undefined;

const controls = 'input, select, textarea';
const lastOf = (value: HTMLElement, name: 'fieldset' | 'button') =>
  [...value.querySelectorAll<HTMLElement>(`:scope > ${name}`)].at(-1);

export const firstInput: FindTarget = (value) =>
  value.querySelector<HTMLElement>(controls) ?? addButton(value);
export const inputOfLastItem: FindTarget = (value) =>
  lastOf(value, 'fieldset')?.querySelector<HTMLElement>(controls);
export const addButton: FindTarget = (value) => lastOf(value, 'button');

export interface MovesFocus {
  moveFocus: (find: FindTarget) => void;
}

/** Moves the focus after the next render, because the button that was used may have disappeared. */
export function useNextFocus(): MovesFocus & { value: RefObject<HTMLFieldSetElement | null> } {
  const value = useRef<HTMLFieldSetElement>(null);
  const next = useRef<FindTarget>(null);
  useEffect(() => {
    const find = next.current;
    next.current = null;
    if (find && value.current) find(value.current)?.focus();
  });
  const moveFocus = (find: FindTarget) => {
    next.current = find;
  };
  return { value, moveFocus };
}
