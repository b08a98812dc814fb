import type { ReactNode } from 'react';
import styles from './gallery.module.css';

/** Examples of related components. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
