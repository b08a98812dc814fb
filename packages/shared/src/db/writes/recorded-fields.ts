import { Prisma } from '../generated/client.ts';
import { metadataOf } from '../schema/table-metadata.ts';
import { columnsSetBy } from '../statements/statements.ts';
import {
  cachedFragment,
  identifier,
  isUnrecorded,
  literal,
  publicFields,
  type RecordedTable,
} from './recorded-table.ts';

const { sql, join, empty } = Prisma;

/** SQL for the changed fields: returned as `_before` and `_after`, and stored in the audit log. */
export interface RecordedFields {
  returned: Prisma.Sql;
  before: Prisma.Sql;
  after: Prisma.Sql;
  /** Joined to `event_rows` to compute `before` and `after`. */
  lateral: Prisma.Sql;
}

/**
 * Selects how a statement's changed fields are computed: from all fields, or at a fifth of the cost from the columns
 * that it sets.
 *
 * @param conditions SQL that may read any field of `_before` and `_after`
 */
export function recordedFields(
  table: RecordedTable,
  statement: Prisma.Sql,
  conditions: readonly Prisma.Sql[],
): RecordedFields {
  if (isPlainInsert(statement)) return fieldsOfNewRow(table);
  const columns = columnsSetBy(statement)?.filter((name) => !isUnrecorded(table, name));
  const isWhole = conditions.some((one) => /\b_(before|after)\b/.test(one.sql));
  return columns && columns.length <= maxComparedColumns && !isWhole
    ? fieldsOfColumns(columns)
    : fieldsOfAnyRow(table);
}

/** True for an INSERT without ON CONFLICT, or a MERGE, which only inserts: there is no previous row. */
const isPlainInsert = (statement: Prisma.Sql): boolean =>
  /^\s*(?:insert|merge)\s(?!.*\bon\s+conflict\b)/is.test(statement.sql);

/** The fields of a new row that are not null. Nulls inside JSON values are kept. */
const nonNullFields = (table: RecordedTable) =>
  cachedFragment(table, 'filled fields', () => {
    const jsonColumns = metadataOf(table.name).json.map(literal);
    const whole = jsonColumns.map(
      (name) =>
        sql` || case when _after -> ${name} <> 'null' then jsonb_build_object(${name}, _after -> ${name}) else '{}' end`,
    );
    return sql`(jsonb_strip_nulls(_after)${jsonColumns.length === 0 ? empty : join(whole, '')})`;
  });

const fieldsOfNewRow = (table: RecordedTable): RecordedFields => ({
  returned: sql`null::jsonb as _before, ${publicFields(table, 'new')} as _after`,
  before: sql`_before`,
  after: nonNullFields(table),
  lateral: empty,
});

/** Compares all fields. A new row has no previous fields. */
const fieldsOfAnyRow = (table: RecordedTable): RecordedFields => ({
  returned: sql`${publicFields(table, 'old')} as _before, ${publicFields(table, 'new')} as _after`,
  before: sql`case when _before is not null then coalesce(d._was, '{}') end`,
  after: sql`case when _before is null then ${nonNullFields(table)} else coalesce(d._is, '{}') end`,
  lateral: sql`cross join lateral (
    select jsonb_object_agg(f.key, f.value) as _was, jsonb_object_agg(f.key, _after -> f.key) as _is
    from jsonb_each(_before) f
    where f.key not in ('updated_at', 'updated_by') and f.value is distinct from _after -> f.key
  ) d`,
});

/** With more columns, comparing all fields costs no more. */
const maxComparedColumns = 16;

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
    lateral: empty,
  };
}
