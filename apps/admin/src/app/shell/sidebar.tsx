import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMenu } from '../../api/queries.ts';
import { useCan } from '../../api/resources.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { useMe, useStart } from '../../api/start.ts';
import { Icon } from '../../kit/icon.tsx';
import { words } from '../words.ts';
import { LiveStatus } from './live-status.tsx';
import groupStyles from './menu-groups.module.css';
import { MenuGroups } from './menu-groups.tsx';
import styles from './sidebar.module.css';

const Logo = lazy(async () => ({ default: (await import('./logo/logo.tsx')).Logo }));

/** The logo and the name of the organization, and the menu. `children` follow the first entry. */
export function Sidebar({ children }: { children?: ReactNode }) {
  const { slug, session } = useOrganization();
  const me = useMe();
  const menu = useMenu();
  const logo = useStart().data?.organization?.logo_file_id;
  const can = useCan();
  return (
    <div className={styles.sidebar}>
      <nav aria-label={words.shell.menu}>
        {logo && can('GET /files/{id}/content') && (
          <Suspense>
            <Logo fileId={logo} />
          </Suspense>
        )}
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
