import type { z } from 'zod';
import type { Permission, Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { ColumnValues, EventToWrite, Prisma, RecordedTable } from '../../db/index.ts';
import type { ScopedUser } from '../../db/statements/scoped-table.ts';
import type { ComputedFields, Fields, Filters } from '../contract/field.ts';
import type { FixedColumns, Hooks, Warnings, WriteOverrides, WritePhase } from './hooks.ts';
import type { AnyRow, AnyValues } from './row.ts';

/** The endpoints that a declaration can choose from. */
export const operations = ['list', 'get', 'create', 'update', 'archive', 'restore', 'export'] as const;
export type Operation = (typeof operations)[number];

/** The endpoints that exist where a declaration names none. */
export const standardOperations = ['list', 'get', 'create', 'update', 'archive', 'restore'] as const;

/** The people and teams that rows belong to, by columns of the table or by a predicate. */
export interface Owners {
  users?: readonly string[];
  employees?: readonly string[];
  teams?: readonly string[];
  /**
   * Further rows that count as the user's own, as SQL on an alias: "holds the open slot", "is a member of the channel".
   * Serves as scope `own` in lists, in writes and in permissions/explain.
   */
  where?: (user: ScopedUser, alias: string) => Prisma.Sql;
  /**
   * The ids of the users for whom `where` holds, as a subquery on an alias. Events carry them, so that these users
   * see the events of their rows in lists, streams and webhooks.
   */
  userIds?: (alias: string) => Prisma.Sql;
}

/** What a record is called in events: the value of a column, or SQL on an alias with what it is. */
export type RecordName = string | { sql: (alias: string) => Prisma.Sql; meaning: string };

/** Columns by which events find the people they concern. */
export interface SubjectColumns {
  employee?: string;
  team?: string;
  users?: readonly string[];
  /** True for rows whose events only the named users see, as SQL on an alias. */
  isPrivate?: (alias: string) => Prisma.Sql;
}

/** Values of columns as SQL on an alias of the table. */
export type ValuesOnAlias = (caller: Caller, alias: string) => ColumnValues;

/** A predicate that every statement about the rows has. An alias is `r` in reads and the table's name in an UPDATE. */
export type RowPredicate = (caller: Caller, alias: string) => Prisma.Sql;

/** Limits the rows on which a right can be used, after its row scope: only the author edits. Evaluated before a write. */
export type Restrictions = Partial<Record<Right, RowPredicate>>;

/** The path of a resource's list, and the checks of the record that it lies below. */
export interface ResourceRoute {
  /** Below `/api`, with the parameters of the path. */
  path: string;
  /** The schemas of the parameters. */
  params: z.ZodRawShape;
  /** The columns that the parameters fix. */
  fixed: Readonly<Record<string, z.ZodType>>;
  /** The permission that an operation asks for. */
  permission(right: Right): Permission;
  /** True if the caller's right on each row decides; false if the right on the parent decides about all of them. */
  hasOwnScope: boolean;
  /**
   * Resolves the parameters to the columns that they fix.
   *
   * @throws AppError `not_found` or `forbidden` for a parent that the caller may not read, or not change
   */
  resolve(caller: Caller, params: Readonly<Record<string, unknown>>, right: Right): Promise<FixedColumns>;
  /** Limits rows to those below what the path fixes; to rows that have these values when left out. */
  limitRows?(within: FixedColumns, alias: string): Prisma.Sql;
  /** Columns that show another value than they have, by name. */
  shownColumns?(within: FixedColumns, alias: string): Readonly<Record<string, Prisma.Sql>>;
  /** The moment at which the record that rows lie below was created, as SQL; the organization at the top. */
  createdAt(org_id: Prisma.Sql, within: FixedColumns): Prisma.Sql;
  /** True if the caller may use a right on the record that a row lies below. */
  isPermitted(caller: Caller, row: AnyRow, right: Right): Promise<boolean>;
}

/** The parameter of the path that names one row: its id, or a field whose values are unique among live rows. */
export interface RowAddress {
  name: string;
  schema: z.ZodType;
}

/** The rows that a statement is about: those that are not deleted, those that are, or both. */
export type Lifecycle = 'live' | 'deleted' | 'any';

/** Names and conditions of the events that each kind of write has. */
export interface RowEvents {
  /** The event type of the write itself. */
  type: string;
  /** Conditional events of the same write. */
  also: readonly EventToWrite[];
}

/** A declared resource as its statements and use cases know it: the declaration and its capabilities, composed. */
export interface Rows {
  code: string;
  /** The name of one row in messages: `Label`. */
  noun: string;
  table: RecordedTable;
  fields: Fields;
  computed: ComputedFields;
  filters: Filters;
  owners: Owners;
  predicates: readonly RowPredicate[];
  restrictions: Restrictions;
  route: ResourceRoute;
  address: RowAddress;
  rights: Readonly<Record<Operation, Right>>;
  events: Readonly<Record<WritePhase, RowEvents>>;
  /** The columns that archiving sets; `deleted_at` when undefined. */
  onArchive: ValuesOnAlias | undefined;
  /** Columns that get another value when a deleted row is restored. */
  onRestore: readonly ValuesOnAlias[];
  hooks: readonly Hooks<AnyRow, AnyValues>[];
  writes: WriteOverrides<AnyRow, AnyValues>;
  warnings: Warnings<AnyRow> | undefined;
}

/** The caller, and the columns that the path fixes. */
export interface RowAccess {
  caller: Caller;
  within: FixedColumns;
}
