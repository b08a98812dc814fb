import { useMenu } from '../../api/queries.ts';
import { useResources } from '../../api/resources.ts';
import { useMe } from '../../api/start.ts';
import { ProblemMessage } from '../../generic/problem-message.tsx';
import { useTitle } from '../../kit/hooks/use-title.ts';
import { StatusMessage } from '../../kit/message.tsx';
import { MenuGroups } from '../shell/menu-groups.tsx';
import { words } from '../words.ts';
import styles from './home-page.module.css';

/** The first page of an organization: everything that the user may open. */
export function HomePage() {
  const me = useMe();
  const menu = useMenu();
  const resources = useResources();
  const error = menu.error ?? resources.error;
  useTitle(words.shell.home, me.data?.org_name ?? words.product);
  return (
    <div className={styles.page}>
      <h1>{me.data ? words.home.welcome(me.data.first_name) : words.shell.home}</h1>
      {error && <ProblemMessage error={error} />}
      {menu.isPending && !error && <StatusMessage>{words.shell.loading}</StatusMessage>}
      {menu.data?.length === 0 && <p>{words.home.empty}</p>}
      {menu.data && (
        <div className={styles.groups}>
          <MenuGroups entries={menu.data} headingLevel="h2" />
        </div>
      )}
    </div>
  );
}
