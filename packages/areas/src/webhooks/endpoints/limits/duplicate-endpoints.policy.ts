import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { type ActiveRecipient, findActiveRecipients } from '../endpoint-rows.store.ts';
import { findMatchingTypes } from '../event-types.policy.ts';
import { identifyUrl } from './url-identity.ts';

/** The events of an endpoint and their receiver. */
type Receives = Pick<ActiveRecipient, 'url' | 'event_types'>;

/**
 * Rejects a change after which two active endpoints would send the same events to the same URL. A pair that exists
 * already can be changed, but not so that it shares more event types.
 *
 * @param id the endpoint that changes; null for a new one
 * @param before what it received so far; undefined if it is new or was inactive
 * @throws AppError `invalid`
 */
export async function rejectDuplicate(
  tx: Transaction,
  caller: Caller,
  { id, before, after }: { id: number | null; before: Receives | undefined; after: Receives },
): Promise<void> {
  const url = identifyUrl(after.url)?.url;
  const isSameUrl = before !== undefined && identifyUrl(before.url)?.url === url;
  const known = new Set(isSameUrl ? findMatchingTypes(caller, before.event_types) : []);
  const added = findMatchingTypes(caller, after.event_types).filter((type) => !known.has(type));
  if (added.length === 0) return;
  for (const other of await findActiveRecipients(tx, caller)) {
    if (other.id === id || identifyUrl(other.url)?.url !== url) continue;
    const [shared] = findMatchingTypes(caller, added, other.event_types);
    if (shared)
      throw invalidField('url', `The active webhook ${other.id} already sends ${shared} to this URL`);
  }
}
