import { Link } from '@tanstack/react-router';
import type { MenuEntry } from '../../api/queries.ts';
import { useOrganization } from '../../api/session/session-context.ts';
import { Icon } from '../../kit/icon.tsx';
import { isIconName } from '../../kit/icons.ts';
import { words } from '../words.ts';
import styles from './menu-groups.module.css';
import { usePrefetchedRows } from './use-prefetched-rows.ts';

interface MenuGroupsProps {
  entries: readonly MenuEntry[];
  headingLevel: 'h2' | 'h3';
}

/** The menu of the user: a list of links for each group. */
export function MenuGroups({ entries, headingLevel: Heading }: MenuGroupsProps) {
  const alone = entries.filter(({ children }) => children.length === 0);
  const groups = entries.filter(({ children }) => children.length > 0);
  return (
    <>
      {alone.length > 0 && <MenuList entries={alone} />}
      {groups.map((group) => (
        <section key={group.key} aria-label={group.label}>
          <Heading className={styles.heading}>{group.label}</Heading>
          <MenuList
            entries={group.target ? [{ ...group, children: [] }, ...group.children] : group.children}
          />
        </section>
      ))}
    </>
  );
}

function MenuList({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.key}>
          <MenuItem entry={entry} />
          {entry.children.length > 0 && <MenuList entries={entry.children} />}
        </li>
      ))}
    </ul>
  );
}

function MenuItem({ entry: { label, icon, target, target_kind, badge } }: { entry: MenuEntry }) {
  const { slug } = useOrganization();
  const prefetchHandlers = usePrefetchedRows();
  const content = (
    <>
      <Icon name={isIconName(icon) ? icon : 'circle'} />
      <span className={styles.label}>{label}</span>
      {badge && badge.count > 0 && (
        <span className={styles.badge}>{words.shell.count(badge.count, badge.is_exact)}</span>
      )}
    </>
  );
  if (target === null || target_kind === null) return <span className={styles.entry}>{content}</span>;
  if (target_kind === 'url') {
    return (
      <a className={styles.entry} href={target} rel="noreferrer" aria-label={words.shell.opensSite(label)}>
        {content}
        <Icon name="external-link" />
      </a>
    );
  }
  const to = target_kind === 'resource' ? `/${slug}/r/${target}` : `/${slug}${target}`;
  return (
    <Link to={to} className={styles.entry} {...(target_kind === 'resource' && prefetchHandlers(target))}>
      {content}
    </Link>
  );
}
