import { Prisma } from '../../generated/client.ts';
import { metadataOf } from '../../schema/table-metadata.ts';
import { columnsSetBy } from '../../statements/statements.ts';
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
}

/**
 * Returns SQL for the changed fields of a statement: all fields of a new row; of an updated row, only columns that the
 * statement sets. Converting whole rows to jsonb costs several times as much, and grows with their texts.
 *
 * @param readers SQL that may read fields of `_before` and `_after`, also those that the statement does not set
 * @throws Error if it is not known which columns the statement sets
 */
export function recordedFields(
  table: RecordedTable,
  statement: Prisma.Sql,
  readers: readonly Prisma.Sql[],
): RecordedFields {
  if (isPlainInsert(statement)) return fieldsOfNewRow(table);
  const columns = columnsSetBy(statement)?.filter((name) => !isUnrecorded(table, name));
  if (!columns) throw new Error(`An update of ${table.name} must be built by updateRows or settingColumns`);
  const fields = fieldsOfColumns(table, columns, fieldsReadBy(readers));
  return isInsert.test(statement.sql) ? fieldsOfUpsert(table, fields) : fields;
}

const isInsert = /^\s*(?:insert|merge)\s/i;

/** True for an INSERT that updates no existing row, or a MERGE, which only inserts: there is no previous row. */
const isPlainInsert = ({ sql: text }: Prisma.Sql): boolean =>
  isInsert.test(text) && !/\bon\s+conflict\b.*\bdo\s+update\b/is.test(text);

/**
 * Returns the names of the fields of `_before` and `_after` that SQL reads.
 *
 * @throws Error if it does not name the field: `c._before ->> 'status'`
 */
function fieldsReadBy(readers: readonly Prisma.Sql[]): Set<string> {
  const names = readers.flatMap(({ sql: text }) =>
    [...text.matchAll(/\b_(?:before|after)\b(?:\s*->>?\s*'(\w+)')?/g)].map(([, name]) => {
      if (!name) throw new Error(`Must name each field of _before and _after that it reads: ${text}`);
      return name;
    }),
  );
  return new Set(names);
}

interface UpdatedFields extends RecordedFields {
  old: Prisma.Sql;
  current: Prisma.Sql;
}

/** SQL for the fields of a new row that are not null. Nulls inside JSON values are kept. */
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
});

/** @param read columns that are returned even if they do not change, because other SQL reads them */
function fieldsOfColumns(
  table: RecordedTable,
  columns: readonly string[],
  read: ReadonlySet<string>,
): UpdatedFields {
  const fieldsIn = (row: 'old' | 'new') => {
    const parts = [...new Set([...columns, ...read])].map((name) => {
      const column = identifier(name);
      const field = sql`jsonb_build_object(${literal(name)}, ${Prisma.raw(row)}.${column})`;
      if (read.has(name)) return field;
      return sql`case when old.${column} is distinct from new.${column}
    then ${field} else '{}' end`;
    });
    return join([sql`'{}'::jsonb`, ...parts], ' || ');
  };
  const changed = (fields: '_before' | '_after') => {
    const removed = [...read].map((name) =>
      isUnrecorded(table, name)
        ? sql` - ${literal(name)}::text`
        : sql` - case when _before -> ${literal(name)} = _after -> ${literal(name)} then ${literal(name)} else '' end`,
    );
    return read.size === 0 ? Prisma.raw(fields) : sql`(${Prisma.raw(fields)}${join(removed, '')})`;
  };
  const [old, current] = [fieldsIn('old'), fieldsIn('new')];
  return {
    returned: sql`${old} as _before, ${current} as _after`,
    before: changed('_before'),
    after: changed('_after'),
    old,
    current,
  };
}

/** A new row has no previous fields. */
function fieldsOfUpsert(table: RecordedTable, { old, current, ...updated }: UpdatedFields): RecordedFields {
  const isNew = sql`old.${identifier(table.org_id)} is null`;
  return {
    returned: sql`case when ${isNew} then null else ${old} end as _before,
    case when ${isNew} then ${publicFields(table, 'new')} else ${current} end as _after`,
    before: updated.before,
    after: sql`case when _before is null then ${nonNullFields(table)} else ${updated.after} end`,
  };
}
