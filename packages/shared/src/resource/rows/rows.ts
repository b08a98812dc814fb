import type { z } from 'zod';
import type { Permission, Right } from '../../access/rights.ts';
import type { Caller } from '../../caller.ts';
import type { ColumnValues, EventToWrite, Prisma, RecordedTable } from '../../db/index.ts';
import type { ScopedUser } from '../../db/statements/scoped-table.ts';
import type { RowCondition } from '../../row-rights/row-rights.store.ts';
import type { ComputedFields, Fields, Filters } from '../contract/field.ts';
import type { FixedColumns, Hooks, Warnings, WriteOverrides, WritePhase } from './hooks/hooks.ts';
import type { AnyRow, AnyValues } from './row.ts';

/** The operations that a declaration can choose from. */
export const operations = ['list', 'get', 'create', 'update', 'archive', 'restore', 'export'] as const;
export type Operation = (typeof operations)[number];

/** The operations of a declaration without `endpoints`. */
export const standardOperations = ['list', 'get', 'create', 'update', 'archive', 'restore'] as const;

/** The users, employees and teams that own a row, by columns of the table or by a predicate. */
export interface Owners {
  users?: readonly string[];
  employees?: readonly string[];
  teams?: readonly string[];
  /** See {@link RowOwners.byPrimaryTeam}. */
  byPrimaryTeam?: boolean;
  /**
   * Matches further rows that the user owns, as SQL on an alias: "holds the open slot", "is a member of the channel".
   * Part of scope `own` in lists, writes and permissions/explain.
   */
  where?: (user: ScopedUser, alias: string) => Prisma.Sql;
  /**
   * The ids of the users for whom `where` is true, as a subquery on an alias. Events contain them, so that these
   * users see the events of their rows in lists, streams and webhooks.
   */
  userIds?: (alias: string) => Prisma.Sql;
}

/** The record's name in events: a column, or SQL on an alias with a description of the name. */
export type RecordName = string | { sql: (alias: string) => Prisma.Sql; meaning: string };

/** The columns that determine the subject of events. */
export interface SubjectColumns {
  employee?: string;
  team?: string;
  users?: readonly string[];
  /** SQL on an alias: true if only the users of `users` see the row's events. */
  isPrivate?: (alias: string) => Prisma.Sql;
  /** Describes {@link isPrivate} in the catalogue, as the end of a sentence. */
  seenBy?: string;
}

export type ValuesOnAlias = (caller: Caller, alias: string) => ColumnValues;

/** A condition on rows. The alias is `r` in reads and the table's name in an UPDATE. */
export type RowPredicate = (caller: Caller, alias: string) => Prisma.Sql;

/**
 * Conditions for using a right on a row, in addition to the row scope, such as: only the author may update. Evaluated
 * on the row before the write.
 */
export type Restrictions = Partial<Record<Right, RowPredicate>>;

/** The path of a resource, and the access checks on its parent. */
export interface ResourceRoute {
  /** The path of the list, below `/api`, with its parameters. */
  path: string;
  params: z.ZodRawShape;
  /** The schemas of the columns that the path determines. */
  fixed: Readonly<Record<string, z.ZodType>>;
  /** The permission that an operation requires. */
  permission(right: Right): Permission;
  /** True if rows have a row scope of their own; false if only the right on the parent counts. */
  hasOwnScope: boolean;
  /**
   * Resolves the path parameters to column values.
   *
   * @throws AppError `not_found` or `forbidden` if the caller may not read, or change, the parent
   */
  resolve(caller: Caller, params: Readonly<Record<string, unknown>>, right: Right): Promise<FixedColumns>;
  /** Matches the rows below the path's parent. Default: equality with the column values. */
  limitRows?(within: FixedColumns, alias: string): Prisma.Sql;
  /** Columns whose value in responses differs from the stored one. */
  shownColumns?(within: FixedColumns, alias: string): Readonly<Record<string, Prisma.Sql>>;
  /** The creation time of the parent as SQL; that of the organization if there is no parent. */
  createdAt(org_id: Prisma.Sql, within: FixedColumns): Prisma.Sql;
  /** True if the caller has the right on the parent of a row. */
  isPermitted(caller: Caller, row: AnyRow, right: Right): Promise<boolean>;
  /** The rows whose parent permits operations that require a right; omitted if there is no parent. */
  parentCondition?(caller: Caller, right: Right, alias: string): RowCondition;
}

/** The path parameter that identifies a row: the id, or a field that is unique among live rows. */
export interface RowAddress {
  name: string;
  schema: z.ZodType;
}

export type Lifecycle = 'live' | 'deleted' | 'any';

export interface RowEvents {
  type: string;
  /** Additional, conditional events of the same write. */
  also: readonly EventToWrite[];
}

/** A resource composed from a declaration and its capabilities, for statements and services. */
export interface Rows {
  code: string;
  /** The singular noun in messages: `Label`. */
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
  /** The standard operations that exist. */
  operations: readonly Operation[];
  events: Readonly<Record<WritePhase, RowEvents>>;
  /** True if writes that wait at the same time are combined. */
  combinesWrites: boolean;
  /** Columns that archiving sets; `deleted_at` if undefined. */
  onArchive: ValuesOnAlias | undefined;
  /** Columns set when a deleted row is restored. */
  onRestore: readonly ValuesOnAlias[];
  hooks: readonly Hooks<AnyRow, AnyValues>[];
  writes: WriteOverrides<AnyRow, AnyValues>;
  warnings: Warnings<AnyRow> | undefined;
}

/** The caller and the column values determined by the path. */
export interface RowAccess {
  caller: Caller;
  within: FixedColumns;
}
