import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useShortcutHint } from '../../generic/commands/bindings.ts';
import { useShortcut } from '../../generic/commands/registry.ts';
import { IconButton } from '../../kit/button.tsx';
import { words } from '../words.ts';
import styles from './drawer.module.css';
import { HeaderLinks } from './header.tsx';
import groupStyles from './menu-groups.module.css';
import { Sidebar } from './sidebar.tsx';

/** The button that opens the menu on narrow screens, in a modal dialog. */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu.
  useEffect(() => dialog.current?.close(), [pathname]);
  useShortcut('menu', () => dialog.current?.showModal());
  return (
    <>
      <IconButton
        icon="menu"
        label={words.shell.openMenu}
        aria-haspopup="dialog"
        {...useShortcutHint('menu', words.shell.openMenu)}
        onClick={() => dialog.current?.showModal()}
      />
      <dialog ref={dialog} className={styles.drawer} aria-label={words.shell.menu}>
        <div className={styles.close}>
          <IconButton icon="x" label={words.shell.closeMenu} onClick={() => dialog.current?.close()} />
        </div>
        <Sidebar>
          <HeaderLinks className={groupStyles.entry} />
        </Sidebar>
      </dialog>
    </>
  );
}
