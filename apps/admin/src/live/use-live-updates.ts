import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { whenSessionEnds } from '../api/session/session.ts';
import { useOrganization } from '../api/session/session-context.ts';
import { LiveUpdates } from './live-updates.ts';
import { pending } from './pending.ts';
import { rowKey, rows } from './rows.ts';

whenSessionEnds((slug, reason) => {
  rows.clear(rowKey(slug, ''));
  // If the session has expired, the user finds the changes again after signing in.
  if (reason === 'signed-out')
    pending.remove(pending.all.filter((one) => one.slug === slug).map(({ id }) => id));
});

const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();

// Only while it is needed: browsers do not keep a page with this listener in memory when it is left.
pending.listen(undefined, () => {
  if (pending.all.length > 0) addEventListener('beforeunload', askBeforeClosing);
  else removeEventListener('beforeunload', askBeforeClosing);
});

/** Keeps lists and records current while the page is open. */
export function useLiveUpdates(): void {
  const { slug, session } = useOrganization();
  const queries = useQueryClient();
  useEffect(() => {
    const updates = new LiveUpdates(queries, slug, session.user.id, () => session.hub.wake());
    updates.setLive(session.hub.state === 'live');
    const stop = session.hub.listen((notice) => updates.receive(notice));
    // The session may be permitted to read events only now, after the setup of a second factor.
    if (session.hub.state === 'refused') session.hub.wake();
    return () => {
      stop();
      updates.stop();
    };
  }, [queries, slug, session]);
}
