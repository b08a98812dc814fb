import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { type PendingChange, pending } from '../../live/pending.ts';
import styles from './pending-mark.module.css';
import { reasonOf } from './reason.ts';
import { words } from './words.ts';

interface PendingMarkProps {
  changes: readonly PendingChange[];
  /** Called before the failed changes are dropped or sent again, and with them the controls. */
  onLeave?: (control: HTMLElement) => void;
}

/** The state of changes of a record beside its title; nothing while they are likely to be saved soon. */
export function PendingMark({ changes, onLeave = focusRecord }: PendingMarkProps) {
  const failed = changes.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (first) return <FailedMark {...{ failed, first, onLeave }} />;
  const text = progressOf(changes);
  return text === undefined ? null : (
    <span role="status" className={styles.mark}>
      {text}
    </span>
  );
}

function progressOf(changes: readonly PendingChange[]): string | undefined {
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (kinds.has('delete')) return words.deleting;
  if (kinds.has('restore')) return words.restoring;
  return changes.some(({ state }) => state === 'slow') ? words.saving : undefined;
}

/** Moves the focus from a control to the record in whose row it is, or to the page. */
function focusRecord(control: HTMLElement): void {
  const row = control.closest('tr, li');
  (row?.querySelector<HTMLElement>('a[data-record]') ?? control.closest('main'))?.focus();
}

interface FailedMarkProps extends Required<Pick<PendingMarkProps, 'onLeave'>> {
  failed: readonly PendingChange[];
  first: PendingChange;
}

function FailedMark({ failed, first, onLeave }: FailedMarkProps) {
  const { title } = first;
  const ids = failed.map(({ id }) => id);
  return (
    <span className={`${styles.mark} ${styles.failed}`}>
      <Icon name="triangle-alert" size={14} />
      <span title={reasonOf(first)}>{words.failed(first.kind)}</span>
      <IconButton
        icon="rotate-ccw"
        label={words.retryOf(title)}
        onClick={({ currentTarget }) => {
          onLeave(currentTarget);
          void pending.retry(ids);
        }}
      />
      <IconButton
        icon="x"
        label={words.discardOf(title)}
        onClick={({ currentTarget }) => {
          onLeave(currentTarget);
          pending.discard(ids);
        }}
      />
    </span>
  );
}

/** The fields of failed changes. */
export const unsavedFields = (changes: readonly PendingChange[]): ReadonlySet<string> =>
  new Set(changes.filter(({ state }) => state === 'failed').flatMap(({ fields }) => Object.keys(fields)));

/** True while a record is being deleted or restored, and so about to leave the list. */
export const isLeaving = (changes: readonly PendingChange[]): boolean =>
  changes.some(({ kind, state }) => kind !== 'update' && state !== 'failed');
