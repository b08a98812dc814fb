import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './message.module.css';

/** An error, which screen readers announce at once. */
export function ErrorMessage({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.error}>
      <Icon name="triangle-alert" />
      <div>{children}</div>
    </div>
  );
}

/** The result of an action, or the state of a page; screen readers announce it after the current speech. */
export function StatusMessage({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.status}>
      {children}
    </p>
  );
}

/** The class of a detail of a message that few readers need. */
export const detailClass = styles.detail;
