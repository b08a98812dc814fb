import { Prisma } from '../../generated/client.ts';

/** The people that events about a row concern; SQL on the changed row, alias `c`. */
export interface Subject {
  employee?: Prisma.Sql;
  team?: Prisma.Sql;
  /** User ids; nulls are ignored. */
  users?: readonly Prisma.Sql[];
  /** More user ids, as subqueries of one column each. */
  userIds?: readonly Prisma.Sql[];
  /** Joined to `c` for the other fields: `left join … on …`. Must neither add nor remove rows. */
  join?: Prisma.Sql;
  is_private?: Prisma.Sql;
}

/** A table whose changes are recorded, with the aggregate and the subject of its events. */
export interface RecordedTable {
  name: string;
  /** For example `Prisma.TaskScalarFieldEnum`, without {@link searchColumn}. A write returns no other columns. */
  columns: readonly string[];
  /** For example `task`. */
  aggregate: string;
  /** The column with the aggregate's id: `id`, or that of the parent for a part of a record. */
  aggregate_id: string;
  /** The column with the id in the audit log: that of the row, unless the entry is about a record it belongs to. */
  record_id: string;
  /** The resource in permissions and in the audit log. */
  resource: string;
  /** The column with the organization: `org_id`, or `id` for the organization itself. */
  org_id: string;
  /** Columns whose values audit entries omit, such as long texts that not every reader of the audit log may read. */
  unrecorded?: readonly string[];
  /** A human-readable label as SQL on alias `c`; omitted if the label is confidential. */
  record_name?: Prisma.Sql;
  subject: Subject;
  /**
   * For rows about a person: their user id as SQL on alias `c`, null if they have none. Old and new values are then
   * stored outside of the audit log, where erasure can delete them.
   */
  personal?: Prisma.Sql;
}

type Declaration = Pick<RecordedTable, 'name' | 'aggregate'> &
  Partial<Omit<RecordedTable, 'name' | 'aggregate' | 'columns'>> & { columns: Record<string, string> };

const declared = new Set<string>();

/** True if a loaded module declares the table as recorded. */
export const isRecorded = (table: string): boolean => declared.has(table);

/** The column with the searched values of a row in lower case, which a trigger sets: not part of the record. */
const searchColumn = 'search_text';

/** Declares a recorded table. Columns named `*_hash` or `*_enc` are secrets: audit entries never contain them. */
export function recordedTable(declaration: Declaration): RecordedTable {
  declared.add(declaration.name);
  const { unrecorded = [], ...more } = declaration;
  const columns = Object.values(declaration.columns);
  return {
    aggregate_id: 'id',
    record_id: 'id',
    org_id: 'org_id',
    resource: declaration.aggregate,
    subject: {},
    ...more,
    columns: columns.filter((column) => column !== searchColumn),
    unrecorded: [...unrecorded, ...columns.filter((column) => column === searchColumn)],
  };
}

/** Caches SQL that depends on the table only; every statement contains some. */
const fragments = new WeakMap<RecordedTable, Map<string, Prisma.Sql>>();

export function cachedFragment(table: RecordedTable, name: string, make: () => Prisma.Sql): Prisma.Sql {
  const known = fragments.get(table) ?? new Map<string, Prisma.Sql>();
  fragments.set(table, known);
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found;
}

/** True for columns with secrets: audit entries, responses and exports never contain them. */
export const isSecret = (column: string) => /_(hash|enc)$/.test(column);

/**
 * True for columns that audit entries of updates omit: secrets, columns declared as unrecorded, and the time and author
 * of the change.
 */
export function isUnrecorded({ unrecorded = [] }: RecordedTable, column: string): boolean {
  return (
    isSecret(column) || column === 'updated_at' || column === 'updated_by' || unrecorded.includes(column)
  );
}

/** The columns that clients may see, as a select list: all except secrets and those in `except`, which are internal. */
export function wireColumns(table: RecordedTable, alias: string, except: readonly string[] = []): Prisma.Sql {
  return cachedFragment(table, `${alias} without ${except}`, () => {
    const shown = table.columns.filter((column) => !isSecret(column) && !except.includes(column));
    return Prisma.join(shown.map((column) => Prisma.sql`${identifier(alias)}.${identifier(column)}`));
  });
}

/** SQL for a row (`old` or `new`) as jsonb, without secrets and the columns in `unrecorded`. */
export function publicFields(table: RecordedTable, alias: 'old' | 'new'): Prisma.Sql {
  return cachedFragment(table, `fields of ${alias}`, () => {
    const hidden = [...table.columns.filter(isSecret), ...(table.unrecorded ?? [])];
    const list = hidden.length === 0 ? '' : ` - array[${hidden.map((name) => `'${name}'`).join(', ')}]`;
    return Prisma.raw(`to_jsonb(${alias})${list}`);
  });
}

const wordPattern = /^[a-z][a-z0-9_]*$/;

/** Quotes an identifier of a declaration. @throws Error on anything but a plain name */
export function identifier(name: string): Prisma.Sql {
  if (!wordPattern.test(name)) throw new Error(`Not a plain SQL name: ${name}`);
  return Prisma.raw(`"${name}"`);
}

/** Quotes a constant of the code, such as an event type, so that it needs no parameter. */
export function literal(word: string): Prisma.Sql {
  if (!/^[a-zA-Z0-9_.:/ -]*$/.test(word)) throw new Error(`Not a plain constant: ${word}`);
  return Prisma.raw(`'${word}'`);
}
