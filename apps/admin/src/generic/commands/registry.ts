import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { ShortcutId } from './catalogue.ts';
import { words } from './words.ts';

/** Something that the page on screen can do: by a shortcut, or from the command palette. */
export interface Command {
  /** That of a shortcut, or any other one without spaces that is unique on the page. */
  id: string;
  label: string;
  /** @returns false if there is nothing to do, so that the browser handles the key */
  run: (key?: string) => unknown;
}

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Command[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The command with an id: that of the part of the page that was shown last. */
export const findCommand = (id: string): Command | undefined => commands.findLast((one) => one.id === id);

/** The commands of the page on screen. */
export const useCommands = (): readonly Command[] => useSyncExternalStore(listen, () => commands);

/**
 * Adds a command while the component is shown.
 *
 * @param run undefined while the command is not possible; returns false if there is nothing to do
 */
export function useCommand(id: string, label: string, run: ((key?: string) => unknown) | undefined): void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  const isPossible = run !== undefined;
  useLayoutEffect(() => {
    if (!isPossible) return undefined;
    const command: Command = { id, label, run: (key) => latest.current?.(key) };
    replace([...commands, command]);
    return () => replace(commands.filter((one) => one !== command));
  }, [id, label, isPossible]);
}

/** Defines what a shortcut does while the component is shown. */
export function useShortcut(id: ShortcutId, run: ((key?: string) => unknown) | undefined): void {
  useCommand(id, words.shortcuts[id], run);
}
