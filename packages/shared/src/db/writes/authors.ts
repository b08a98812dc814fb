import type { Caller } from '../../caller.ts';
import { activeTraceparent, isTracing } from '../../trace/tracing.ts';
import { Prisma } from '../generated/client.ts';

const { sql, empty } = Prisma;

/** The callers and requests behind the rows of a recorded write, as SQL on a row of the statement. */
export interface Authors {
  user_id: Prisma.Sql;
  actor_type: Prisma.Sql;
  /** Null for users: their name is read from the user. */
  actor_name: Prisma.Sql;
  ip: Prisma.Sql;
  user_agent: Prisma.Sql;
  request_id: Prisma.Sql;
  /** Position in the trace; null if the process does not trace. */
  traceparent: Prisma.Sql | null;
  /** The column of `changed` that the SQL refers to, with a leading comma; empty if all rows have one author. */
  place: Prisma.Sql;
  /** ORDER BY that assigns ids of events in the order of the requests; empty if all rows have one author. */
  order: Prisma.Sql;
}

/** A request whose row is written together with those of other requests. */
export interface CombinedAuthor {
  caller: Caller;
  traceparent: string | null;
}

/** Returns the authors of a write whose rows are all changed by one caller. */
export function oneAuthor(caller: Caller): Authors {
  const { origin, user_id } = caller;
  return {
    user_id: sql`${user_id}::int`,
    actor_type: sql`${actorType(caller)}::audit_actor_type`,
    actor_name: sql`${actorName(caller)}`,
    ip: sql`${origin.ip}`,
    user_agent: sql`${origin.user_agent}`,
    request_id: sql`${origin.request_id}`,
    traceparent: isTracing() ? sql`${activeTraceparent()}::text` : null,
    place: empty,
    order: empty,
  };
}

/** Returns the authors of a write in which each row has its own, found by the `_place` of the row (from 1). */
export function authorsByPlace(authors: readonly CombinedAuthor[]): Authors {
  const each = (type: string, read: (author: CombinedAuthor) => unknown) =>
    sql`(${authors.map(read)}::${Prisma.raw(type)}[])[_place]`;
  return {
    user_id: each('int', ({ caller }) => caller.user_id),
    actor_type: each('audit_actor_type', ({ caller }) => actorType(caller)),
    actor_name: each('text', ({ caller }) => actorName(caller)),
    ip: each('text', ({ caller }) => caller.origin.ip),
    user_agent: each('text', ({ caller }) => caller.origin.user_agent),
    request_id: each('text', ({ caller }) => caller.origin.request_id),
    traceparent: isTracing() ? each('text', ({ traceparent }) => traceparent) : null,
    place: sql`, c._place`,
    order: sql`order by c._place, e.ord`,
  };
}

export function actorType({ credential, user_id }: Caller): 'user' | 'api_key' | 'system' | 'operator' {
  if (credential.kind === 'api_key') return 'api_key';
  if (credential.kind === 'system' && credential.by) return credential.by;
  return user_id === null ? 'system' : 'user';
}

/** Null for users: their name is read from the user. */
export function actorName(caller: Caller): string | null {
  return caller.user_id === null ? caller.name : null;
}
