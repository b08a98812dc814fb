import type { Caller } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
import { organizationsAs } from '../../organizations/index.ts';
import { maskedValue } from './custom-headers.policy.ts';

const { sql, raw } = Prisma;

/** Expression: the URL without its query, which may contain a token of the receiver. */
export const urlWithoutQuery = (alias: string) => sql`split_part(${raw(`${alias}.url`)}, '?', 1)`;

export const maskedHeaders = (
  alias: string,
) => sql`(select coalesce(jsonb_object_agg(h.name, ${maskedValue}::text), '{}')
  from unnest(${raw(`${alias}.header_names`)}) h(name))`;

/** Condition: an endpoint receives an event type, by its name, by `<aggregate>.*`, or because it receives all. */
export function listensTo(type: string, alias: string): Prisma.Sql {
  const types = raw(`${alias}.event_types`);
  const ofAggregate = `${type.split('.')[0]}.*`;
  return sql`(${types} = '{}' or ${types} && ${[type, ofAggregate]}::text[])`;
}

export interface EndpointCount {
  total: number;
  /** True if the organization is not verified yet. */
  is_unverified: boolean;
}

/** Counts the endpoints under a lock, so that concurrent writes cannot exceed the limit. */
export async function countWebhooks(tx: Transaction, caller: Caller): Promise<EndpointCount> {
  await lockOrganization(tx, caller, 'webhook_endpoint_count');
  const [row] = await tx.rows<EndpointCount>(
    sql`select o.status = 'unverified' as is_unverified,
        (select count(*)::int from webhook_endpoints w where w.org_id = o.id and w.deleted_at is null) as total
      from ${organizationsAs('o')} where o.id = ${caller.org_id} /* the org_id itself */`,
  );
  if (!row) throw new Error('Invariant: the caller has no organization');
  return row;
}

export interface ActiveRecipient {
  id: number;
  url: string;
  event_types: string[];
}

/** Returns the active endpoints, of which there are few. Their number and state cannot change under the lock. */
export async function findActiveRecipients(tx: Transaction, caller: Caller): Promise<ActiveRecipient[]> {
  await lockOrganization(tx, caller, 'webhook_endpoint_count');
  return tx.rows<ActiveRecipient>(
    sql`select w.id, w.url, w.event_types from webhook_endpoints w
      where w.org_id = ${caller.org_id} and w.is_active and w.deleted_at is null order by w.id`,
  );
}
