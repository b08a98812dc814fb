import { useCallback, useSyncExternalStore } from 'react';
import { useOrganization } from '../../api/session/session-context.ts';
import { type PendingChange, pending, pendingKey } from '../../live/pending.ts';

/** The changes of the user that have failed, in the order in which they were sent. */
export function useFailedChanges(): PendingChange[] {
  const { slug, session } = useOrganization();
  const listen = useCallback((changed: () => void) => pending.listen(undefined, changed), []);
  const own = pendingKey(slug, session.user.id, '');
  return useSyncExternalStore(listen, () => pending.all).filter(
    ({ key, state }) => state === 'failed' && key.startsWith(own),
  );
}
