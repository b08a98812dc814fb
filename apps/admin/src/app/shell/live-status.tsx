import { useLiveState } from '../../live/use-live-state.ts';
import { words } from '../words.ts';
import styles from './live-status.module.css';

const symbols = {
  connecting: '◌',
  live: '●',
  reconnecting: '◌',
  offline: '○',
  busy: '○',
  refused: '○',
} as const;

/** States whether the page shows changes of other users as they happen. */
export function LiveStatus() {
  const state = useLiveState();
  return (
    <div role="status" className={styles.status} data-state={state}>
      <span aria-hidden="true">{symbols[state]}</span> {words.shell.live[state]}
    </div>
  );
}
