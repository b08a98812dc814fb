import { ProblemMessage } from '../../../generic/problem-message.tsx';
import { ConflictError } from '../../../generic/write/conflict-error.ts';
import { reasonOf } from '../../../generic/write/reason.ts';
import { useFailedChanges } from '../../../generic/write/use-failed-changes.ts';
import { words } from '../../../generic/write/words.ts';
import { Button } from '../../../kit/button.tsx';
import { pending } from '../../../live/pending.ts';
import styles from './banner.module.css';

const maxShown = 5;

/** The changes that have failed, wherever their records are, with the reasons. */
export function UnsavedBanner() {
  const failed = useFailedChanges();
  if (failed.length === 0) return null;
  const ids = failed.map(({ id }) => id);
  const hidden = failed.length - maxShown;
  return (
    <section aria-label={words.unsaved} className={`${styles.banner} ${styles.unsaved}`}>
      <p>{words.count(failed.length)}</p>
      <Button icon="rotate-ccw" onClick={() => void pending.retry(ids)}>
        {words.retryAll}
      </Button>
      <Button onClick={() => pending.discard(ids)}>{words.discardAll}</Button>
      <ul className={styles.reasons}>
        {failed.slice(0, maxShown).map((change) => (
          <li key={change.id}>
            {change.title}
            {change.error instanceof ConflictError ? (
              <p role="alert">{reasonOf(change)}</p>
            ) : (
              <ProblemMessage error={change.error} />
            )}
          </li>
        ))}
        {hidden > 0 && <li>{words.more(hidden)}</li>}
      </ul>
    </section>
  );
}
