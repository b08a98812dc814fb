import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMenu } from '../../api/queries.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useMe } from '../../api/start.ts';
import { Icon } from '../../kit/icon.tsx';
import { words } from '../words.ts';
import { LiveStatus } from './live-status.tsx';
import groupStyles from './menu-groups.module.css';
import { MenuGroups } from './menu-groups.tsx';
import styles from './sidebar.module.css';

/** The name of the organization and the menu. `children` follow the first entry. */
export function Sidebar({ children }: { children?: ReactNode }) {
  const { slug, session } = useOrganization();
  const me = useMe();
  const menu = useMenu();
  return (
    <div className={styles.sidebar}>
      <nav aria-label={words.shell.menu}>
        <p className={styles.organization}>{me.data?.org_name ?? slug}</p>
        <p className={styles.user}>{session.user.email}</p>
        <Link to="/$slug" params={{ slug }} activeOptions={{ exact: true }} className={groupStyles.entry}>
          <Icon name="house" />
          {words.shell.home}
        </Link>
        {children}
        {menu.data && <MenuGroups entries={menu.data} headingLevel="h2" />}
      </nav>
      <LiveStatus />
    </div>
  );
}
