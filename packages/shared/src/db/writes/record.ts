import type { Caller } from '../../caller.ts';
import { Prisma } from '../generated/client.ts';
import { stableMark } from '../statements/statement-names.ts';
import { type Authors, authorsByPlace, type CombinedAuthor, oneAuthor } from './authors.ts';
import { eventRows, fieldReaders, phaseOf, type Recording } from './events/event-rows.ts';
import { type RecordedFields, recordedFields } from './recorded/recorded-fields.ts';
import {
  cachedFragment,
  identifier,
  literal,
  type RecordedTable,
  wireColumns,
} from './recorded/recorded-table.ts';

const { sql, join, empty } = Prisma;

/**
 * SQL that changes rows of one recorded table: an INSERT, UPDATE or MERGE **without** RETURNING, which the recorded
 * write adds. The row type is that of `select`.
 */
export interface Change<Row> {
  table: RecordedTable;
  statement: Prisma.Sql;
  /** Common table expressions the statement needs, without WITH. */
  before?: Prisma.Sql;
  /** The returned row as a select list over `changed c`; default: the table's wire columns. */
  select?: Prisma.Sql;
  /** Joined to `changed c` for `select`: `join … on …`. */
  join?: Prisma.Sql;
  readonly row?: Row;
}

/** Audit actions of common events. */
const actionOfPhase: Record<string, string> = {
  post_create: 'create',
  post_update: 'update',
  post_archive: 'archive',
  post_export: 'export',
};

/**
 * Builds a recorded write: one statement that writes the changed rows, their events, audit entries and outbox rows, all
 * of them or none. `events.id` is taken after the row is locked, so ids ascend in the order in which a row changed.
 */
export function recordStatement(caller: Caller, change: Change<unknown>, recording: Recording): Prisma.Sql {
  return statementBy(oneAuthor(caller), change, recording, versionCheck(caller, change.table, 'old'));
}

/**
 * Builds a recorded write of rows of different callers. The change must join a relation `g` whose `_place` is the
 * position of the row's author from 1. `_place` is also a column of the result.
 */
export function recordCombinedStatement(
  authors: readonly CombinedAuthor[],
  change: Change<unknown>,
  recording: Recording,
): Prisma.Sql {
  return statementBy(authorsByPlace(authors), change, recording, sql`, g._place`);
}

function statementBy(
  authors: Authors,
  change: Change<unknown>,
  recording: Recording,
  returned: Prisma.Sql,
): Prisma.Sql {
  const {
    table,
    statement,
    before = empty,
    select = wireColumns(change.table, 'c'),
    join: joined = empty,
  } = change;
  const fields = recordedFields(table, statement, [select, joined, ...fieldReaders(recording)]);
  return sql`${Prisma.raw(stableMark)} with ${before === empty ? empty : sql`${before},`}
changed as (
  ${statement}
  returning new.*, ${fields.returned}${returned}
),
event_rows as (
  select ${recordKeys(table)}${authors.place}, c._before, c._after, e.ord as _ord, e.type as _type, e.action as _action,
         nextval('events_id_seq') as _event_id,
         date_trunc('milliseconds', clock_timestamp()) as _at, e.aggregate as _aggregate,
         e.aggregate_id as _aggregate_id, e.name as _name, e.employee as _employee, e.team as _team, e.users as _users,
         e.is_private as _private${table.personal ? sql`, ${table.personal} as _person` : empty}
  from changed c ${table.subject.join ?? empty} cross join lateral (${eventRows(table, recording)}) e
  where e.fires ${authors.order}
),
recorded as (
  insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at,
                      subject_employee_id, subject_team_id, subject_user_ids, is_private)
  select ${identifier(table.org_id)}, _event_id, _aggregate, _aggregate_id, _type,
         event_context(${identifier(table.org_id)}, ${authors.user_id}, _aggregate_id, _aggregate, _name, _action, _at),
         _at, _employee, _team, _users, _private
  from event_rows
),
queued as (
  ${outboxRows(table, authors)}
),
${table.personal ? personalEntry(table, authors, recording, fields) : plainEntry(table, authors, recording, fields)}
select ${select}${authors.place} from changed c ${joined}`;
}

/** Includes the position in the trace, if the process traces. */
function outboxRows(table: RecordedTable, { traceparent }: Authors): Prisma.Sql {
  const org_id = identifier(table.org_id);
  if (traceparent) {
    return sql`insert into outbox (org_id, event_id, occurred_at, traceparent)
  select ${org_id}, _event_id, _at, ${traceparent} from event_rows`;
  }
  return cachedFragment(
    table,
    'outbox',
    () =>
      sql`insert into outbox (org_id, event_id, occurred_at) select ${org_id}, _event_id, _at from event_rows`,
  );
}

/** The columns that identify a changed row in its audit entry. */
const recordKeys = (table: RecordedTable) => {
  const names = [...new Set([table.org_id, table.record_id])];
  return join(names.map((name) => sql`c.${identifier(name)}`));
};

function plainEntry(
  table: RecordedTable,
  authors: Authors,
  recording: Recording,
  fields: RecordedFields,
): Prisma.Sql {
  return sql`audited as (
  insert into audit_log (org_id, occurred_at, event_id, actor_type, actor_id, actor_name, action, resource,
                         record_id, before, after, ip, user_agent, request_id${outcomeColumn(recording)})
  select ${entryColumns(table, authors, recording)}, ${fields.before}, ${fields.after},
         ${authors.ip}, ${authors.user_agent}, ${authors.request_id}${outcomeValue(recording)}
  from event_rows where _ord = 0
)`;
}

/**
 * CTEs for the audit entry of a row with personal data: the log contains only a salted digest of the values. The values
 * are stored separately, each with its own salt (a UUID's 122 random bits), so that erasing them does not break the
 * log's hash chain and leaves nothing to guess them from.
 */
function personalEntry(
  table: RecordedTable,
  authors: Authors,
  recording: Recording,
  fields: RecordedFields,
): Prisma.Sql {
  return sql`personal_entries as (
  select c.*, nextval('audit_log_id_seq') as _audit_id,
         uuid_send(gen_random_uuid()) as _salt, ${fields.before} as _was, ${fields.after} as _is
  from event_rows c where _ord = 0
),
audited as (
  insert into audit_log (id, org_id, occurred_at, event_id, actor_type, actor_id, actor_name, action, resource,
                         record_id, personal_digest, ip, user_agent, request_id${outcomeColumn(recording)})
  select _audit_id, ${entryColumns(table, authors, recording)}, audit_personal_digest(_salt, _was, _is),
         ${authors.ip}, ${authors.user_agent}, ${authors.request_id}${outcomeValue(recording)}
  from personal_entries
),
personal_values as (
  insert into audit_personal (org_id, audit_id, subject_user_id, salt, before, after)
  select ${identifier(table.org_id)}, _audit_id, _person, _salt, _was, _is from personal_entries
)`;
}

/** Omitted for a success, which is the default of the column. */
const outcomeColumn = ({ outcome }: Recording) => (outcome ? sql`, outcome` : empty);
const outcomeValue = ({ outcome }: Recording) =>
  outcome ? sql`, ${literal(outcome)}::audit_outcome` : empty;

function entryColumns(table: RecordedTable, authors: Authors, recording: Recording): Prisma.Sql {
  return sql`${identifier(table.org_id)}, _at, _event_id, ${authors.actor_type}, ${authors.user_id},
         ${authors.actor_name}, ${literal(recording.action ?? actionOf(recording.event))}, ${literal(table.resource)}, ${identifier(table.record_id)}`;
}

function actionOf(eventType: string): string {
  const phase = phaseOf(eventType);
  return actionOfPhase[phase] ?? phase;
}

/**
 * SQL that fails the statement if the row's version does not match If-Match (RFC 9110, 13.1.1): an item of a select
 * list, with a leading comma. Empty without If-Match, or if it refers to another resource.
 */
export function versionCheck({ precondition }: Caller, table: RecordedTable, alias: string): Prisma.Sql {
  if (!precondition || precondition.resource !== table.resource) return empty;
  const { id, versions } = precondition;
  const row = identifier(alias);
  const isIt = id === null ? sql`${row}.id is not null` : sql`${row}.id = ${id}`;
  return sql`, case when ${isIt} then require_version(${row}.updated_at, ${versions}::timestamptz[]) end as _version`;
}
