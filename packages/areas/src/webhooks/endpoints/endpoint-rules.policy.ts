import { type Caller, invalidField } from '@wfp/shared';
import type { Transaction } from '@wfp/shared/db';
import { readSettingsInTransaction } from '../../organizations/index.ts';
import { validateWebhookUrl } from '../sender/http/address-rule.ts';
import { countWebhooks } from './endpoint-rows.store.ts';
import { rejectUnknownTypes } from './event-types.policy.ts';

/** @throws AppError `invalid` for an address that cannot be dialled, or an unknown event type */
export function rejectUnusable(
  caller: Caller,
  { url, event_types }: { url?: string | undefined; event_types?: readonly string[] | undefined },
): void {
  const fault =
    url === undefined ? null : validateWebhookUrl(url, caller.platform.config.WEBHOOK_ALLOW_PRIVATE_NETWORK);
  if (fault) throw invalidField('url', fault);
  rejectUnknownTypes(caller, event_types);
}

/**
 * Rejects endpoints beyond the number that the organization may have. No other is added until the transaction ends.
 *
 * @param added the endpoints that the transaction has yet to add
 * @throws AppError `invalid`
 */
export async function rejectTooMany(tx: Transaction, caller: Caller, added: number): Promise<void> {
  const total = await countWebhooks(tx, caller);
  const { max_endpoints } = await readSettingsInTransaction(tx, caller, 'webhooks');
  if (total + added <= max_endpoints) return;
  throw invalidField('url', `The organization has at most ${max_endpoints} webhooks; delete one first`);
}
