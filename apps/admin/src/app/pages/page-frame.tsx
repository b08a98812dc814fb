import { type ReactNode, useContext } from 'react';
import { SessionContext } from '../../api/session/session-context.ts';
import styles from '../main-page.module.css';
import { words } from '../words.ts';

/** A page of text: inside the shell if there is one, otherwise on its own. */
export function PageFrame({ title, children }: { title?: string; children: ReactNode }) {
  const isInShell = useContext(SessionContext) !== null;
  const content = (
    <>
      {title && <h1>{title}</h1>}
      {children}
    </>
  );
  if (isInShell) return <div className={styles.form}>{content}</div>;
  return (
    <main className={styles.narrow}>
      <p className={styles.product}>{words.product}</p>
      {content}
    </main>
  );
}
