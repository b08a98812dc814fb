import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { BeforeCloseContext } from './before-close.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** A modal dialog, open while it is rendered. Escape closes it, and the focus returns to the control that opened it. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const beforeClose = useRef<(() => boolean) | null>(null);
  const headingId = useId();
  // Closed before its element is removed: otherwise the browser does not return the focus.
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  // In development, React runs the effect twice, so the event of the first dialog occurs when the second is open.
  const onClosed = () => dialog.current?.open || onClose();
  const isKept = () => beforeClose.current?.() === true;
  /** Browsers close a dialog that was opened without a click together with the one below it. */
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const { key, target, currentTarget } = event;
    const isOwn = target instanceof Element && target.closest('dialog') === currentTarget;
    if (key !== 'Escape' || event.defaultPrevented || !isOwn) return;
    event.preventDefault();
    if (isKept()) return;
    // Returns the focus. Its event comes later: until then, the dialog could not be opened again.
    currentTarget.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={headingId}
      onKeyDown={onKeyDown}
      onCancel={(event) => isKept() && event.preventDefault()}
      onClose={onClosed}
    >
      <h2 id={headingId}>{title}</h2>
      <BeforeCloseContext value={beforeClose}>{children}</BeforeCloseContext>
    </dialog>
  );
}
