import { useCallback, useSyncExternalStore } from 'react';
import { useOrganization } from '../api/session/session-context.ts';
import type { LiveState } from './hub/hub-messages.ts';

/** The state of the event stream. */
export function useLiveState(): LiveState {
  const { hub } = useOrganization().session;
  const listen = useCallback((changed: () => void) => hub.listen(changed), [hub]);
  return useSyncExternalStore(listen, () => hub.state);
}
