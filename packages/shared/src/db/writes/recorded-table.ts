import { Prisma } from '../generated/client.ts';

/** How events about a row find the people it concerns; SQL on the changed row, alias `c`. */
export interface Subject {
  employee?: Prisma.Sql;
  team?: Prisma.Sql;
  /** User ids; nulls are left out. */
  users?: readonly Prisma.Sql[];
  /** More user ids, as subqueries of one column each. */
  userIds?: readonly Prisma.Sql[];
  is_private?: Prisma.Sql;
}

/**
 * A table whose every change is recorded. The one place that says which aggregate its events are
 * about and how its rows are told apart by scope.
 */
export interface RecordedTable {
  name: string;
  /** Its columns, e.g. `Prisma.TaskScalarFieldEnum`: a column that is not listed is not known to anyone. */
  columns: readonly string[];
  /** The aggregate type of its events, e.g. `task`. */
  aggregate: string;
  /** The column that holds the aggregate's id: `id`, or the parent's for a part of something. */
  aggregate_id: string;
  /** The resource that permissions and the audit log know it by. */
  resource: string;
  /** The column that holds the organization: `org_id`, or `id` for the organization itself. */
  org_id: string;
  /** A human-readable label as SQL on alias `c`, or nothing for rows whose label is nobody's business. */
  record_name?: Prisma.Sql;
  subject: Subject;
  /**
   * For rows about a person: their user id as SQL on alias `c`, null where they have none. Old and new
   * values are then kept apart from the audit log, where erasing the person can destroy them.
   */
  personal?: Prisma.Sql;
}

type Declaration = Pick<RecordedTable, 'name' | 'aggregate'> &
  Partial<Omit<RecordedTable, 'name' | 'aggregate' | 'columns'>> & { columns: Record<string, string> };

const declared = new Set<string>();

/** True if a module that is loaded declares the table as recorded. */
export const isRecorded = (table: string): boolean => declared.has(table);

/**
 * Declares a recorded table. Columns named `*_hash` or `*_enc` are secrets by their name: no audit
 * entry ever holds one.
 */
export function recordedTable(declaration: Declaration): RecordedTable {
  declared.add(declaration.name);
  return {
    aggregate_id: 'id',
    org_id: 'org_id',
    resource: declaration.aggregate,
    subject: {},
    ...declaration,
    columns: Object.values(declaration.columns),
  };
}

/** SQL that follows from a table alone, put together once: every statement about it holds some. */
const fragments = new WeakMap<RecordedTable, Map<string, Prisma.Sql>>();

export function cachedFragment(table: RecordedTable, name: string, make: () => Prisma.Sql): Prisma.Sql {
  const known = fragments.get(table) ?? new Map<string, Prisma.Sql>();
  fragments.set(table, known);
  const found = known.get(name) ?? make();
  known.set(name, found);
  return found;
}

/** True for columns that hold secrets: no audit entry, answer or export contains one. */
export const isSecret = (column: string) => /_(hash|enc)$/.test(column);

/** Whether no entry of a change names the column: secrets, and what says of each change when and by whom it was. */
export function isUnrecorded(column: string): boolean {
  return isSecret(column) || column === 'updated_at' || column === 'updated_by';
}

/**
 * The columns of a table that clients may see, as a select list: all but secrets and those named in
 * `except`, which only the service itself needs.
 */
export function wireColumns(table: RecordedTable, alias: string, except: readonly string[] = []): Prisma.Sql {
  return cachedFragment(table, `${alias} without ${except}`, () => {
    const shown = table.columns.filter((column) => !isSecret(column) && !except.includes(column));
    return Prisma.join(shown.map((column) => Prisma.sql`${identifier(alias)}.${identifier(column)}`));
  });
}

/** The row under an alias (`old`, `new`) as jsonb, without its secrets. */
export function publicFields(table: RecordedTable, alias: 'old' | 'new'): Prisma.Sql {
  return cachedFragment(table, `fields of ${alias}`, () => {
    const secrets = table.columns.filter(isSecret);
    const list = secrets.length === 0 ? '' : ` - array[${secrets.map((name) => `'${name}'`).join(', ')}]`;
    return Prisma.raw(`to_jsonb(${alias})${list}`);
  });
}

const wordPattern = /^[a-z][a-z0-9_]*$/;

/** An identifier from a declaration as SQL. @throws Error on anything that is not a plain name. */
export function identifier(name: string): Prisma.Sql {
  if (!wordPattern.test(name)) throw new Error(`Not a plain SQL name: ${name}`);
  return Prisma.raw(`"${name}"`);
}

/** A constant of the code, such as an event type, as an SQL literal: it costs no parameter. */
export function literal(word: string): Prisma.Sql {
  if (!/^[a-zA-Z0-9_.:/ -]*$/.test(word)) throw new Error(`Not a plain constant: ${word}`);
  return Prisma.raw(`'${word}'`);
}
