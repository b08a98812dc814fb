import { Prisma } from '../../generated/client.ts';
import {
  cachedFragment,
  identifier,
  literal,
  type RecordedTable,
  type Subject,
} from '../recorded/recorded-table.ts';

const { sql, join, empty } = Prisma;

export interface EventToWrite {
  type: string;
  /**
   * A condition on fields of `c._before` and `c._after` (jsonb), each named by a constant: `c._after ->> 'status' =
   * 'active'`. Default: always.
   */
  when?: Prisma.Sql;
  /** The row that the event is about. Default: the changed row. */
  of?: OtherRow;
}

/**
 * A row to which the changed row refers. Events of it have its aggregate, name and subject. They are written even if
 * the row is deleted, but not if `id` is null.
 */
export interface OtherRow {
  table: RecordedTable;
  /** Its id, as SQL on fields of `c._before` and `c._after`. */
  id: Prisma.Sql;
}

/**
 * Events and audit action of a change. `event` is always emitted, each event of `also` only if its condition is true.
 * The events of a row have ids in this order.
 */
export interface Recording {
  event: string;
  also?: readonly EventToWrite[];
  /** The action in the audit log; derived from the event by default. */
  action?: string;
  /** The outcome in the audit log, if the event is about something that failed. */
  outcome?: 'failed';
}

/** The part of an event type after its aggregate: `post_create` of `task.post_create`. */
export function phaseOf(eventType: string): string {
  return eventType.slice(eventType.indexOf('.') + 1);
}

/** The SQL of a recording that reads fields of `_before` and `_after`. */
export const fieldReaders = ({ also = [] }: Recording): Prisma.Sql[] =>
  also.flatMap(({ when, of }) => [...(when ? [when] : []), ...(of ? [of.id] : [])]);

/**
 * SQL that selects the events of a changed row `c`, in order. A single one is a plain subquery, without a plan node.
 */
export function eventRows(table: RecordedTable, recording: Recording): Prisma.Sql {
  const events: EventToWrite[] = [{ type: recording.event }, ...(recording.also ?? [])];
  const rows = events.map(({ type, when = sql`true`, of }, index) => {
    const event = sql`${literal(String(index))}::int as ord, ${literal(type)} as type, ${literal(phaseOf(type))} as action`;
    return of
      ? sql`select ${event}, true as fires, ${recordColumns(of.table)} ${fromOther(table, of, when)}`
      : sql`select ${event}, ${when} as fires, ${recordColumns(table)}`;
  });
  return join(rows, ' union all ');
}

/**
 * The other row under the alias `c`, which the SQL of its table requires. The changed row, also `c`, is visible only in
 * the first subquery. If the condition is false, the id is null and the row is not looked up.
 */
const fromOther = (table: RecordedTable, { table: other, id }: OtherRow, when: Prisma.Sql) =>
  sql`from (select c.${identifier(table.org_id)} as _org, case when ${when} then ${id} end as _id) o
    join ${identifier(other.name)} c on c.${identifier(other.org_id)} = o._org and c.id = o._id
    ${other.subject.join ?? empty}`;

/** The aggregate, name and subject of events about a row `c`. */
function recordColumns(table: RecordedTable): Prisma.Sql {
  const { subject } = table;
  return cachedFragment(
    table,
    'record of events',
    () => sql`${literal(table.aggregate)} as aggregate, c.${identifier(table.aggregate_id)} as aggregate_id,
    ${table.record_name ?? sql`null::text`} as name, ${subject.employee ?? sql`null::int`} as employee,
    ${subject.team ?? sql`null::int`} as team, ${subjectUserIds(subject)} as users,
    ${subject.is_private ?? sql`false`} as is_private`,
  );
}

function subjectUserIds({ users = [], userIds = [] }: Subject): Prisma.Sql {
  const parts = [
    ...(users.length === 0 ? [] : [sql`array_remove(array[${join(users)}]::int[], null)`]),
    ...userIds.map((query) => sql`array(${query})::int[]`),
  ];
  return parts.length === 0 ? sql`'{}'::int[]` : join(parts, ' || ');
}
