import { Button } from '../button.tsx';
import styles from './codes-once.module.css';
import { CopyButton } from './copy-button.tsx';
import { useKeptOpen } from './use-kept-open.ts';

interface CodesOnceProps {
  codes: readonly string[];
  labels: { list: string; copy: string; copied: string; print: string };
}

/** Codes that are shown once, to copy or print. */
export function CodesOnce({ codes, labels }: CodesOnceProps) {
  useKeptOpen();
  return (
    <div className={styles.codes}>
      <ul className={styles.list} aria-label={labels.list}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={() => print()}>{labels.print}</Button>
        <CopyButton text={codes.join('\n')} label={labels.copy} copied={labels.copied} />
      </div>
    </div>
  );
}
