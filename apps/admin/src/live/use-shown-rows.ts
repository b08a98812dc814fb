import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Row } from '../api/call-path.ts';
import { useOrganization } from '../api/session/session-context.ts';
import { pending, pendingKey, withChanges } from './pending.ts';
import { rowKey, rows } from './rows.ts';

interface Loaded {
  path: string;
  row: Row;
}

/** The newest known versions of records, with the changes of the user that are not confirmed, in their order. */
export function useShownRows(loaded: readonly Loaded[]): Row[] {
  const { slug, session } = useOrganization();
  const keyOf = (path: string) => pendingKey(slug, session.user.id, path);
  const version = useRef(0);
  const paths = loaded.map(({ path }) => path).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paths determine the keys.
  const listen = useCallback(
    (changed: () => void) => {
      const listener = () => {
        version.current += 1;
        changed();
      };
      const stops = loaded.flatMap(({ path }) => [
        rows.listen(rowKey(slug, path), listener),
        pending.listen(keyOf(path), listener),
      ]);
      return () => {
        for (const stop of stops) stop();
      };
    },
    [slug, session, paths],
  );
  useSyncExternalStore(listen, () => version.current);
  return loaded.map(({ path, row }) =>
    withChanges(rows.get(rowKey(slug, path))?.row ?? row, pending.of(keyOf(path))),
  );
}
