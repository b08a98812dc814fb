import { CopyButton } from './copy-button.tsx';
import styles from './secret-once.module.css';

interface SecretOnceProps {
  label: string;
  secret: string;
  copy: string;
  copied: string;
}

/** A secret that is shown once, with a button that copies it. */
export function SecretOnce({ label, secret, copy, copied }: SecretOnceProps) {
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
