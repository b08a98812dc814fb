import { whenSessionEnds } from '../api/session/session.ts';
import { clearToasts, showToast } from '../kit/layers/toast.tsx';

/** A change that the user can undo. */
interface UndoableChange {
  slug: string;
  /** Undoes the change and returns a message, such as that another user has changed the record since then. */
  undo: () => Promise<string>;
  closeToast: () => void;
}

const maxChanges = 20;

/** Changes of this tab, latest last. */
let changes: readonly UndoableChange[] = [];

/** Reports a change, with a button that undoes it. The shortcut undoes it too, after the message has disappeared. */
export function offerUndo(slug: string, text: string, label: string, undo: () => Promise<string>): void {
  const change: UndoableChange = { slug, undo, closeToast: () => undefined };
  change.closeToast = showToast({ text, action: { label, run: () => void run(change) } });
  changes = [...changes, change].slice(-maxChanges);
}

/** Undoes the latest change of an organization. @returns false if there is none */
export function undoLatest(slug: string): boolean {
  const change = changes.findLast((one) => one.slug === slug);
  if (change) void run(change);
  return change !== undefined;
}

async function run(change: UndoableChange): Promise<void> {
  if (!changes.includes(change)) return;
  changes = changes.filter((one) => one !== change);
  change.closeToast();
  showToast({ text: await change.undo() });
}

whenSessionEnds((slug) => {
  clearToasts();
  changes = changes.filter((one) => one.slug !== slug);
});
