import type { Resource, Right } from '../access/rights.ts';
import type { EventToWrite, Prisma } from '../db/index.ts';
import type { Imports } from './collections/imports.ts';
import type { Check } from './contract/contract.ts';
import type { Filters } from './contract/field.ts';
import type { ListsArchived } from './lifecycle/lists-archived.ts';
import type { Transitions } from './lifecycle/transitions.ts';
import type { AddressedBy } from './routes/addressed-by.ts';
import type { Singleton } from './routes/singleton.ts';
import type { Hooks, Warnings, WriteOverrides, WritePhase } from './rows/hooks.ts';
import type {
  Operation,
  Owners,
  RecordName,
  Restrictions,
  RowPredicate,
  SubjectColumns,
  ValuesOnAlias,
} from './rows/rows.ts';
import type { TableDeclaration } from './rows/table.store.ts';
import type { Row, Traits, Values } from './traits.ts';

/** A kind of plain rows, and the capabilities that it has. Which rows it has follows from `T`. */
interface DeclarationBase<T extends Traits> extends Pick<Resource, 'label'> {
  /** Its name in permissions, events and the audit log: `task_label`. */
  code: string;
  /** Singular and plural in messages: `label`, `labels`. */
  noun: readonly [one: string, many: string];
  /** The list's path, below `/api` or below the parent. */
  path: string;
  /** The record name in events, a column or SQL; left out where events do not carry the name. */
  recordName?: RecordName;
  subject?: SubjectColumns;
  scopes?: Resource['scopes'];
  owners?: Owners;
  /** The rights of the built-in roles. A sub-resource without them has the rights on its parent. */
  builtin?: Resource['builtin'];
  fields: T['fields'];
  /** The order of the list when none is asked for. */
  sort: string;
  /** Fields that are computed from the row. */
  computed?: T['computed'];
  /** Query parameters of the list in addition to those of fields. */
  filters?: Filters;
  /** Limits the rows that exist for a caller, in addition to organization and row scope. */
  visible?: RowPredicate;
  /**
   * Rows on which a right can be used at all, whatever its scope: only the author edits. On other rows that they may
   * read, callers get 403.
   */
  restrictions?: Restrictions;
  /**
   * The user whom a row is about, as SQL on alias `c`: the audit log keeps its values apart, and erasing the user
   * destroys them.
   */
  personal?: (alias: string) => Prisma.Sql;
  /**
   * The endpoints that exist, each with the right that it needs where that is not the usual one. List, get, create,
   * update, archive and restore when left out.
   */
  endpoints?: readonly Operation[] | Partial<Record<Operation, Right>>;
  /** Names of the row's own events where they are not `<code>.post_create` and so on. */
  eventNames?: Partial<Record<WritePhase, string>>;
  /** Their meanings, in a sentence each, where the usual one says too little. */
  meanings?: Partial<Record<WritePhase, string>>;
  /** Conditional events of the same write. */
  events?: Partial<Record<WritePhase, readonly EventToWrite[]>>;
  /** The summaries of endpoints, at most 60 characters each, where the usual ones say too little. */
  summaries?: Partial<Record<Operation, string>>;
  /** Rules among the fields of a new row, checked with its body: `refuse` reports a field and its fault. */
  check?: Check<Values<T>>;
  /** A body that creates a row, for the description of the API, where `check` rejects the one that follows from fields. */
  example?: Values<T>;
  hooks?: Hooks<Row<T>, Values<T>>;
  /** Writes in place of the kernel's. */
  writes?: WriteOverrides<Row<T>, Values<T>>;
  /** Deleted rows can be listed by callers with `manage` although they cannot be restored. */
  listsDeleted?: true;
  /** The columns that deleting a row sets; `deleted_at` when left out. */
  onArchive?: ValuesOnAlias;
  /** Columns that get another value when a deleted row is restored. */
  onRestore?: ValuesOnAlias;

  /** Lies below a record of another kind. */
  parent?: T['parent'];
  /** Paths name its rows by this field instead of their id. */
  addressedBy?: AddressedBy;
  /** The list takes `archived=true`. */
  listsArchived?: ListsArchived;
  /** Is created and read only. */
  appendOnly?: T['appendOnly'];
  /** Is one row of the organization, or of its parent. */
  singleton?: Singleton<Values<T>>;
  /** Rows form a tree. */
  tree?: T['tree'];
  /** Rows have an order that clients choose. */
  ordered?: T['ordered'];
  /** Rows apply from one date to another. */
  effective?: T['effective'];
  /** Rows have fields that the organization defines. */
  custom?: T['custom'];
  /** The content of rows is kept in versions. */
  versions?: T['versions'];
  /** Rows can be imported from CSV files. */
  imports?: Imports;
  /** Named changes of state. */
  transitions?: Transitions<Row<T>, Values<T>>;
  /** Writes that are unwise are made, and answered with a warning. */
  warnings?: Warnings<Row<T>>;
}

/** A declaration, with where its rows are stored. */
export type ResourceDeclaration<T extends Traits> = DeclarationBase<T> & TableDeclaration;
