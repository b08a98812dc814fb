import { Prisma } from '@wfp/shared/db';
import { assertCatalogued } from './catalogued.ts';

const { sql } = Prisma;

interface Database {
  rows<Row>(statement: Prisma.Sql): Promise<Row[]>;
}

/** The records that a function wrote in an organization, in the order of writing. */
export interface Recorded<Result> {
  result: Result;
  /** Event types with the id of their aggregate: `team.post_create 7`. */
  events: string[];
  /** Audit entries, including values of personal data, which are stored separately. */
  audit: {
    action: string;
    resource: string;
    record_id: number;
    before: unknown;
    after: unknown;
    event_id: number;
  }[];
  /** Number of `events` that are in the outbox. */
  outbox: number;
}

/**
 * Runs a function and returns the events and audit entries that it wrote. Checks the events against their
 * declarations. No other code may write to the organization at the same time.
 */
export async function recordedBy<Result>(
  database: Database,
  org_id: number,
  work: () => Promise<Result>,
): Promise<Recorded<Result>> {
  const [mark] = await database.rows<{ event: number; entry: number }>(sql`select
    (select coalesce(max(id), 0)::float8 from events where org_id = ${org_id}) as event,
    (select coalesce(max(id), 0)::float8 from audit_log where org_id = ${org_id}) as entry`);
  const result = await work();
  const events = await database.rows<{
    id: number;
    event_type: string;
    aggregate_id: number;
    waits: boolean;
  }>(
    sql`select e.id::float8 as id, e.event_type, e.aggregate_id, o.event_id is not null as waits
      from events e left join outbox o on o.event_id = e.id
      where e.org_id = ${org_id} and e.id > ${mark?.event} order by e.id`,
  );
  await assertCatalogued(
    database,
    events.map((event) => event.id),
  );
  const audit = await database.rows<Recorded<Result>['audit'][number]>(
    sql`select a.action, a.resource, a.record_id::float8 as record_id, coalesce(p.before, a.before) as before,
        coalesce(p.after, a.after) as after, a.event_id::float8 as event_id
      from audit_log a left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
      where a.org_id = ${org_id} and a.id > ${mark?.entry} order by a.id`,
  );
  const outbox = events.filter((event) => event.waits).length;
  return {
    result,
    events: events.map((event) => `${event.event_type} ${event.aggregate_id}`),
    audit,
    outbox,
  };
}

/** No records. */
export const nothing = { events: [], audit: [], outbox: 0 };

/** Only the audit entry of a denied request: no event, no values. */
export function onlyDenial(action: string, resource: string, record_id: number | null = null) {
  return { ...nothing, audit: [{ action, resource, record_id, before: null, after: null, event_id: null }] };
}
