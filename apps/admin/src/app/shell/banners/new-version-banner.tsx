import { Button } from '../../../kit/button.tsx';
import { useNewVersion } from '../../../live/new-version.ts';
import { words } from '../../words.ts';
import styles from './banner.module.css';

/** Offers to reload the page when the service has another version of the application. */
export function NewVersionBanner() {
  const isNew = useNewVersion();
  return (
    <div role="status">
      {isNew && (
        <div className={styles.banner}>
          {words.shell.newVersion}
          <Button icon="rotate-ccw" onClick={() => location.reload()}>
            {words.shell.reload}
          </Button>
        </div>
      )}
    </div>
  );
}
