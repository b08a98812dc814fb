import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../../kit/hooks/use-title.ts';
import styles from '../main-page.module.css';
import { words } from '../words.ts';
import headingStyles from './sign-in-frame.module.css';

/** A page for users who are not signed in. When another one is shown, its heading receives the focus. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title, words.product);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another page, in which nothing has the focus
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  return (
    <main className={styles.narrow}>
      <p className={styles.product}>{words.product}</p>
      <h1 ref={heading} tabIndex={-1} className={headingStyles.heading}>
        {title}
      </h1>
      {children}
    </main>
  );
}
