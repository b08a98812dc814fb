import { CopyButton } from './copy-button.tsx';
import styles from './secret-once.module.css';
import { useKeptOpen } from './use-kept-open.ts';

interface SecretOnceProps {
  label: string;
  secret: string;
  copy: string;
  copied: string;
}

/** A secret that is shown once, with a button that copies it. */
export function SecretOnce({ label, secret, copy, copied }: SecretOnceProps) {
  useKeptOpen();
  return (
    <div className={styles.secret}>
      <p className={styles.label}>{label}</p>
      <code className={styles.text}>{secret}</code>
      <div className={styles.actions}>
        <CopyButton text={secret} label={copy} copied={copied} />
      </div>
    </div>
  );
}
