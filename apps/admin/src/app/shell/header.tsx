import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { useCommand } from '../../generic/commands/registry.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { Button } from '../../kit/button.tsx';
import { PaletteButton } from '../palette/palette-button.tsx';
import { words } from '../words.ts';
import styles from './header.module.css';
import { ThemeSelect } from './theme-select.tsx';

/** The links of the header, which narrow screens show in the menu. */
export function HeaderLinks({ className }: { className: string | undefined }) {
  const { slug } = useOrganization();
  return (
    <>
      <Link to="/$slug/profile" params={{ slug }} className={className}>
        {words.shell.profile}
      </Link>
      <a href="/api/docs" className={className}>
        {words.shell.reference}
      </a>
    </>
  );
}

/** The bar above the content. */
export function Header({ menu }: { menu: ReactNode }) {
  const { session } = useOrganization();
  const { mutate, isPending, error } = useMutation({ mutationFn: () => session.signOut() });
  const signOut = () => {
    if (!isPending) mutate();
  };
  useCommand('sign-out', words.shell.signOut, signOut);
  return (
    <header>
      <div className={styles.header}>
        <div className={styles.menu}>{menu}</div>
        <PaletteButton />
        <HeaderLinks className={styles.reference} />
        <ThemeSelect />
        <Button icon="log-out" aria-disabled={isPending} onClick={signOut}>
          {words.shell.signOut}
        </Button>
      </div>
      {error && <ProblemMessage error={error} />}
    </header>
  );
}
