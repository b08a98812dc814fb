import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, IconButton } from '../button.tsx';
import styles from './toast.module.css';

/** A short message at the edge of the page. */
interface Toast {
  text: string;
  /** A button that closes the message. */
  action?: { label: string; run: () => void };
}

const shownMs = 8_000;
const maxToasts = 3;

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Shows a message for some seconds. @returns a function that closes it */
export function showToast(toast: Toast): () => void {
  replace([...toasts, toast].slice(-maxToasts));
  return () => close(toast);
}

function close(toast: Toast): void {
  if (toasts.includes(toast)) replace(toasts.filter((one) => one !== toast));
}

/** Closes all messages. */
export function clearToasts(): void {
  replace([]);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages. Screen readers announce each when it appears. */
export function Toasts({ closeLabel }: { closeLabel: string }) {
  const shown = useSyncExternalStore(listen, () => toasts);
  const before = useRef<EventTarget>(null);
  const keepBefore = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
  };
  const returnFocus = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
  };
  return (
    <div role="status" className={styles.toasts} onFocus={keepBefore}>
      {shown.map((toast) => (
        <ToastMessage key={keyOf(toast)} {...{ toast, closeLabel, returnFocus }} />
      ))}
    </div>
  );
}

interface ToastMessageProps {
  toast: Toast;
  closeLabel: string;
  /** Moves the focus to where it was before the messages had it. */
  returnFocus: () => void;
}

function ToastMessage({ toast, closeLabel, returnFocus }: ToastMessageProps) {
  const [isHeld, setIsHeld] = useState(false);
  const closeByUser = () => {
    returnFocus();
    close(toast);
  };
  // While the pointer or the focus is on the message, it stays.
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => close(toast), shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only delay the end of the message.
    <div
      className={styles.toast}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <p>{toast.text}</p>
      {toast.action && (
        <Button
          onClick={() => {
            closeByUser();
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton icon="x" label={closeLabel} onClick={closeByUser} />
    </div>
  );
}

const keys = new WeakMap<Toast, number>();
let lastKey = 0;

function keyOf(toast: Toast): number {
  const known = keys.get(toast);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(toast, lastKey);
  return lastKey;
}
