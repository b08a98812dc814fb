import { Button } from '../../kit/button.tsx';
import { StatusMessage } from '../../kit/message.tsx';
import styles from './bulk.module.css';
import type { BulkResult } from './use-bulk.ts';
import { bulkWords } from './words.ts';

/** The result of a change, with the records that were refused and the reasons. */
export function BulkOutcome({
  result: {
    text,
    outcome: { refused, left },
  },
  onClose,
}: {
  result: BulkResult;
  onClose: () => void;
}) {
  return (
    <>
      <div className={styles.actions}>
        <StatusMessage>{text}</StatusMessage>
        <Button onClick={onClose}>{bulkWords.close}</Button>
      </div>
      {left.length > 0 && <p>{bulkWords.left(left.length)}</p>}
      {refused.length > 0 && (
        <div role="alert">
          <p>{bulkWords.refused(refused.length)}</p>
          <ul className={styles.refused}>
            {refused.map(({ item: { key, title }, reason }) => (
              <li key={key}>{`${title}: ${reason}`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
