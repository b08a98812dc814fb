import type { Caller } from '@wfp/shared';
import { lockOrganization, Prisma, type Transaction } from '@wfp/shared/db';
import { maskedValue } from './custom-headers.policy.ts';

const { sql, raw } = Prisma;

/** The address without its query, which may hold a token of the receiver. */
export const urlWithoutQuery = (alias: string) => sql`split_part(${raw(`${alias}.url`)}, '?', 1)`;

/** The names of the custom headers, each with a mask in place of its value. */
export const maskedHeaders = (
  alias: string,
) => sql`(select coalesce(jsonb_object_agg(h.name, ${maskedValue}::text), '{}')
  from unnest(${raw(`${alias}.header_names`)}) h(name))`;

/** Endpoints that an event of a type is delivered to: by its name, by `<aggregate>.*`, or with all events. */
export function listensTo(type: string, alias: string): Prisma.Sql {
  const types = raw(`${alias}.event_types`);
  const ofAggregate = `${type.split('.')[0]}.*`;
  return sql`(${types} = '{}' or ${types} && ${[type, ofAggregate]}::text[])`;
}

/** Locks and counts the live endpoints, so that two writes at once cannot both take the last place. */
export async function countWebhooks(tx: Transaction, caller: Caller): Promise<number> {
  await lockOrganization(tx, caller, 'webhook_endpoint_count');
  const [row] = await tx.rows<{ total: number }>(
    sql`select count(*)::int as total from webhook_endpoints where org_id = ${caller.org_id} and deleted_at is null`,
  );
  return row?.total ?? 0;
}
