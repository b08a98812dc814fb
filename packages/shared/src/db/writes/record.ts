import type { Caller } from '../../caller.ts';
import { activeTraceparent, isTracing } from '../../trace/tracing.ts';
import { Prisma } from '../generated/client.ts';
import { metadataOf } from '../schema/table-metadata.ts';
import { stableMark } from '../statements/statement-names.ts';
import { columnsSetBy } from '../statements/statements.ts';
import {
  cachedFragment,
  identifier,
  isUnrecorded,
  literal,
  publicFields,
  type RecordedTable,
  type Subject,
  wireColumns,
} from './recorded-table.ts';

const { sql, join, empty } = Prisma;

/**
 * SQL that changes rows of one recorded table: an INSERT or UPDATE **without** its RETURNING, which the
 * record step adds. The row type is what `select` yields.
 */
export interface Change<Row> {
  table: RecordedTable;
  statement: Prisma.Sql;
  /** Common table expressions the statement needs, without WITH. */
  before?: Prisma.Sql;
  /** The row to answer with, as a select list over `changed c`; the table's wire columns when left out. */
  select?: Prisma.Sql;
  /** What to select from besides, e.g. `join … on …`. */
  join?: Prisma.Sql;
  readonly row?: Row;
}

/** An event to write with a change. */
export interface EventToWrite {
  type: string;
  /** When it fires, as SQL on `c._before` and `c._after` (jsonb of the row); always when left out. */
  when?: Prisma.Sql;
}

/** How a change is recorded: the first event always fires and names the audit entry. */
export interface Recording {
  event: string;
  also?: readonly EventToWrite[];
  /** What the audit log calls the act; by default it follows from the event. */
  action?: string;
}

/** The kind of act behind an event: what the audit log calls it. */
const actionOfPhase: Record<string, string> = {
  post_create: 'create',
  post_update: 'update',
  post_archive: 'archive',
  post_export: 'export',
};

/** The part of an event type behind its aggregate: `post_create` of `task.post_create`. */
export function phaseOf(eventType: string): string {
  return eventType.slice(eventType.indexOf('.') + 1);
}

/**
 * THE RECORD STEP. Wraps SQL that changes rows so that the rows, their events, their audit entries and
 * their outbox rows are written by this one statement: all of them or none. `events.id` is taken after
 * the row's lock, so ids ascend in the order in which an entity changed.
 */
export function recordStatement(caller: Caller, change: Change<unknown>, recording: Recording): Prisma.Sql {
  const {
    table,
    statement,
    before = empty,
    select = wireColumns(change.table, 'c'),
    join: joined = empty,
  } = change;
  const fields = fieldsOf(table, statement, [select, joined, ...conditionsOf(recording)]);
  return sql`${Prisma.raw(stableMark)} with ${before === empty ? empty : sql`${before},`}
changed as (
  ${statement}
  returning new.*, ${fields.returned}${versionCheck(caller, table, 'old')}
),
facts as (
  select ${recordKeys(table)}, c._before, c._after, e.ord as _ord, e.type as _type, e.action as _action,
         nextval('events_id_seq') as _event_id,
         date_trunc('milliseconds', clock_timestamp()) as _at, ${table.record_name ?? sql`null::text`} as _name,
         ${subjectColumns(table)}${table.personal ? sql`, ${table.personal} as _person` : empty}
  from changed c cross join lateral (${eventRows(recording)}) e
  where e.fires
),
recorded as (
  insert into events (org_id, id, aggregate_type, aggregate_id, event_type, payload, occurred_at,
                      subject_employee_id, subject_team_id, subject_user_ids, is_private)
  select ${identifier(table.org_id)}, _event_id, ${literal(table.aggregate)}, ${identifier(table.aggregate_id)}, _type,
         event_context(${identifier(table.org_id)}, ${caller.user_id}::int, ${identifier(table.aggregate_id)},
                       ${literal(table.aggregate)}, _name, _action, _at),
         _at, _employee, _team, _users, _private
  from facts
),
queued as (
  ${outboxRows(table)}
),
${table.personal ? personalEntry(table, caller, recording, fields) : plainEntry(table, caller, recording, fields)}
select ${select} from changed c ${joined}`;
}

/** With where the write is in its trace, if somebody traces. */
function outboxRows(table: RecordedTable): Prisma.Sql {
  const org_id = identifier(table.org_id);
  if (isTracing()) {
    return sql`insert into outbox (org_id, event_id, occurred_at, traceparent)
  select ${org_id}, _event_id, _at, ${activeTraceparent()}::text from facts`;
  }
  return cachedFragment(
    table,
    'outbox',
    () => sql`insert into outbox (org_id, event_id, occurred_at) select ${org_id}, _event_id, _at from facts`,
  );
}

/** What a change was: what to return as `_before` and `_after`, and what the audit log has of them. */
interface RecordedFields {
  returned: Prisma.Sql;
  before: Prisma.Sql;
  after: Prisma.Sql;
  /** What finds it out, to join to `facts`. */
  found: Prisma.Sql;
}

/** @param conditions what may look at `_before` and `_after`, and then at any field of the row */
function fieldsOf(
  table: RecordedTable,
  statement: Prisma.Sql,
  conditions: readonly Prisma.Sql[],
): RecordedFields {
  if (isPlainInsert(statement)) return fieldsOfNewRow(table);
  const columns = columnsSetBy(statement)?.filter((name) => !isUnrecorded(name));
  const isWhole = conditions.some((one) => /\b_(before|after)\b/.test(one.sql));
  return columns && columns.length <= maxComparedColumns && !isWhole
    ? fieldsOfColumns(columns)
    : fieldsOfAnyRow(table);
}

const conditionsOf = ({ also = [] }: Recording): Prisma.Sql[] => also.flatMap(({ when }) => when ?? []);

/** Whether there is nothing that the rows were before: an INSERT that can meet no row makes new ones alone. */
const isPlainInsert = (statement: Prisma.Sql): boolean =>
  /^\s*insert\s(?!.*\bon\s+conflict\b)/is.test(statement.sql);

/** A new row: the fields that have a value. Nulls within a value are part of it. */
const nonNullFields = (table: RecordedTable) =>
  cachedFragment(table, 'filled fields', () => {
    const kept = metadataOf(table.name).json.map(literal);
    const whole = kept.map(
      (name) =>
        sql` || case when _after -> ${name} <> 'null' then jsonb_build_object(${name}, _after -> ${name}) else '{}' end`,
    );
    return sql`(jsonb_strip_nulls(_after)${kept.length === 0 ? empty : join(whole, '')})`;
  });

const fieldsOfNewRow = (table: RecordedTable): RecordedFields => ({
  returned: sql`null::jsonb as _before, ${publicFields(table, 'new')} as _after`,
  before: sql`_before`,
  after: nonNullFields(table),
  found: empty,
});

/** One look at each field for both sides. A row that was not there before has no fields to compare. */
const fieldsOfAnyRow = (table: RecordedTable): RecordedFields => ({
  returned: sql`${publicFields(table, 'old')} as _before, ${publicFields(table, 'new')} as _after`,
  before: sql`case when _before is not null then coalesce(d._was, '{}') end`,
  after: sql`case when _before is null then ${nonNullFields(table)} else coalesce(d._is, '{}') end`,
  found: sql`cross join lateral (
    select jsonb_object_agg(f.key, f.value) as _was, jsonb_object_agg(f.key, _after -> f.key) as _is
    from jsonb_each(_before) f
    where f.key not in ('updated_at', 'updated_by') and f.value is distinct from _after -> f.key
  ) d`,
});

/** Beyond so many columns, to look at all fields of the row costs no more. */
const maxComparedColumns = 8;

/** Only these can have changed: to look at each costs a fifth of looking at all fields of both rows. */
function fieldsOfColumns(columns: readonly string[]): RecordedFields {
  const changedIn = (row: 'old' | 'new') => {
    const parts = columns.map((name) => {
      const column = identifier(name);
      return sql`case when old.${column} is distinct from new.${column}
    then jsonb_build_object(${literal(name)}, ${Prisma.raw(row)}.${column}) else '{}' end`;
    });
    return join([sql`'{}'::jsonb`, ...parts], ' || ');
  };
  return {
    returned: sql`${changedIn('old')} as _before, ${changedIn('new')} as _after`,
    before: sql`_before`,
    after: sql`_after`,
    found: empty,
  };
}

/** The columns of a changed row by which its records name it. */
const recordKeys = (table: RecordedTable) => {
  const names = [...new Set([table.org_id, table.aggregate_id, 'id'])];
  return join(names.map((name) => sql`c.${identifier(name)}`));
};

function plainEntry(
  table: RecordedTable,
  caller: Caller,
  recording: Recording,
  fields: RecordedFields,
): Prisma.Sql {
  return sql`audited as (
  insert into audit_log (org_id, occurred_at, event_id, actor_type, actor_id, actor_name, action, resource,
                         record_id, before, after, ip, user_agent, request_id)
  select ${entryColumns(table, caller, recording)}, ${fields.before}, ${fields.after},
         ${caller.origin.ip}, ${caller.origin.user_agent}, ${caller.origin.request_id}
  from facts ${fields.found} where _ord = 0
)`;
}

/**
 * The entry of a row about a person: the log itself holds only a salted digest of the values. They lie
 * apart, each with a salt of its own (a UUID's 122 random bits), so that erasing them leaves nothing to
 * guess them by and the log as it was.
 */
function personalEntry(
  table: RecordedTable,
  caller: Caller,
  recording: Recording,
  fields: RecordedFields,
): Prisma.Sql {
  return sql`apart as (
  select c.*, nextval('audit_log_id_seq') as _audit_id,
         uuid_send(gen_random_uuid()) as _salt, ${fields.before} as _was, ${fields.after} as _is
  from facts c ${fields.found} where _ord = 0
),
audited as (
  insert into audit_log (id, org_id, occurred_at, event_id, actor_type, actor_id, actor_name, action, resource,
                         record_id, personal_digest, ip, user_agent, request_id)
  select _audit_id, ${entryColumns(table, caller, recording)}, audit_personal_digest(_salt, _was, _is),
         ${caller.origin.ip}, ${caller.origin.user_agent}, ${caller.origin.request_id}
  from apart
),
kept as (
  insert into audit_personal (org_id, audit_id, subject_user_id, salt, before, after)
  select ${identifier(table.org_id)}, _audit_id, _person, _salt, _was, _is from apart
)`;
}

function entryColumns(table: RecordedTable, caller: Caller, recording: Recording): Prisma.Sql {
  return sql`${identifier(table.org_id)}, _at, _event_id, ${actorType(caller)}::audit_actor_type, ${caller.user_id}::int,
         ${actorName(caller)}, ${literal(recording.action ?? actionOf(recording.event))}, ${literal(table.resource)}, id`;
}

function actionOf(eventType: string): string {
  const phase = phaseOf(eventType);
  return actionOfPhase[phase] ?? phase;
}

/**
 * Fails the statement when the row under an alias has not the version that the caller's If-Match names (RFC 9110,
 * 13.1.1): one more entry of a select list, with a comma before it; nothing where there is no If-Match.
 */
export function versionCheck({ precondition }: Caller, table: RecordedTable, alias: string): Prisma.Sql {
  if (!precondition || precondition.resource !== table.resource) return empty;
  const { id, versions } = precondition;
  const row = identifier(alias);
  const isIt = id === null ? sql`${row}.id is not null` : sql`${row}.id = ${id}`;
  return sql`, case when ${isIt} then require_version(${row}.updated_at, ${versions}::timestamptz[]) end as _version`;
}

/** The events of a changed row, in their order. A single one is a plain subquery, which costs no plan node. */
function eventRows(recording: Recording): Prisma.Sql {
  const events: EventToWrite[] = [{ type: recording.event }, ...(recording.also ?? [])];
  const rows = events.map(
    ({ type, when = sql`true` }, index) =>
      sql`select ${literal(String(index))}::int as ord, ${literal(type)} as type, ${literal(phaseOf(type))} as action, ${when} as fires`,
  );
  return join(rows, ' union all ');
}

function subjectColumns(table: RecordedTable): Prisma.Sql {
  const { subject } = table;
  return cachedFragment(
    table,
    'subject',
    () => sql`${subject.employee ?? sql`null::int`} as _employee, ${subject.team ?? sql`null::int`} as _team,
    ${subjectUserIds(subject)} as _users,
    ${subject.is_private ?? sql`false`} as _private`,
  );
}

function subjectUserIds({ users = [], userIds = [] }: Subject): Prisma.Sql {
  const parts = [
    ...(users.length === 0 ? [] : [sql`array_remove(array[${join(users)}]::int[], null)`]),
    ...userIds.map((query) => sql`array(${query})::int[]`),
  ];
  return parts.length === 0 ? sql`'{}'::int[]` : join(parts, ' || ');
}

/** Who acts, as the audit log has it. */
export function actorType(caller: Caller): 'user' | 'api_key' | 'system' {
  if (caller.credential.kind === 'api_key') return 'api_key';
  return caller.user_id === null ? 'system' : 'user';
}

/** The name that the log itself keeps: none of a user, whose name is read from the user. */
export function actorName(caller: Caller): string | null {
  return caller.user_id === null ? caller.name : null;
}
