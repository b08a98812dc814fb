import { Prisma } from '@wfp/shared/db';
import { maskedValue } from './custom-headers.policy.ts';

const { sql, raw } = Prisma;

/** The address without its query, which may hold a token of the receiver. */
export const addressName = (alias: string) => sql`split_part(${raw(`${alias}.url`)}, '?', 1)`;

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
