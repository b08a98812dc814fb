import type { Caller } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
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

/** Counts the endpoints under a lock, so that concurrent writes cannot exceed the limit. */
export async function countWebhooks(tx: Transaction, caller: Caller): Promise<number> {
  await lockOrganization(tx, caller, 'webhook_endpoint_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from webhook_endpoints where org_id = ${caller.org_id} and deleted_at is null`,
  );
  return row?.total ?? 0;
}
