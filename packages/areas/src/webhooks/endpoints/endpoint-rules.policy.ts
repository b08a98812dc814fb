import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { readSettingsInTransaction } from '../../organizations/index.ts';
import { validateWebhookUrl } from '../sender/http/address-rule.ts';
import { countWebhooks } from './endpoint-rows.store.ts';
import { rejectUnknownTypes } from './event-types.policy.ts';

/** @throws AppError `invalid` for a URL that is not permitted, or an unknown event type */
export function rejectInvalidEndpoint(
  caller: Caller,
  { url, event_types }: { url?: string | undefined; event_types?: readonly string[] | undefined },
): void {
  const error =
    url === undefined ? null : validateWebhookUrl(url, caller.platform.config.WEBHOOK_ALLOW_PRIVATE_NETWORK);
  if (error) throw invalidField('url', error);
  rejectUnknownTypes(caller, event_types);
}

/** Enough to try webhooks, and too few to multiply requests. */
const maxUnverifiedEndpoints = 2;

/**
 * Enforces the organization's limit of endpoints. Other transactions cannot add endpoints until this one ends.
 *
 * @param added the number of endpoints that this transaction has yet to insert
 * @throws AppError `invalid`
 */
export async function rejectTooMany(tx: Transaction, caller: Caller, added: number): Promise<void> {
  const { total, is_unverified } = await countWebhooks(tx, caller);
  if (is_unverified && total + added > maxUnverifiedEndpoints) {
    const message = `An unverified organization can have at most ${maxUnverifiedEndpoints} webhooks; verify it first`;
    throw invalidField('url', message);
  }
  const { max_endpoints } = await readSettingsInTransaction(tx, caller, 'webhooks');
  if (total + added <= max_endpoints) return;
  throw invalidField('url', `An organization can have at most ${max_endpoints} webhooks; delete one first`);
}
