import type { Resource, Right } from '../access/rights.ts';
import type { EventToWrite, Prisma } from '../db/index.ts';
import type { PermittedStates } from '../endpoint/record-state.ts';
import type { Imports } from './collections/imports.ts';
import type { Check } from './contract/contract.ts';
import type { Filters } from './contract/field.ts';
import type { ListsArchived } from './lifecycle/lists-archived.ts';
import type { Transitions } from './lifecycle/transitions.ts';
import type { AddressedBy } from './routes/addressed-by.ts';
import type { Singleton } from './routes/singleton.ts';
import type { Hooks, Warnings, WriteOverrides, WritePhase } from './rows/hooks/hooks.ts';
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

/** The properties of a declaration. `T` determines the type of its rows. */
interface DeclarationBase<T extends Traits> extends Pick<Resource, 'label'> {
  /** The name in permissions, events and the audit log: `task_label`. */
  code: string;
  /** Singular and plural in messages: `label`, `labels`. */
  noun: readonly [one: string, many: string];
  /** The path of the list, relative to `/api` or to the parent's path. */
  path: string;
  /** The record's name in events: a column or SQL. Events have no name if omitted. */
  recordName?: RecordName;
  /** A field that distinguishes records with equal names where other records refer to them. */
  recordHint?: string;
  subject?: SubjectColumns;
  scopes?: Resource['scopes'];
  owners?: Owners;
  /** The rights of the built-in roles. A sub-resource without them uses the permissions of its parent. */
  builtin?: Resource['builtin'];
  fields: T['fields'];
  /** The default `sort` of the list. */
  sort: string;
  /** Read-only fields computed from the row. */
  computed?: T['computed'];
  /** Additional query parameters of the list. */
  filters?: Filters;
  /** Restricts the rows that a caller can see, in addition to organization and row scope. */
  visible?: RowPredicate;
  /**
   * Conditions on rows for using a right, in addition to its scope, such as: only the author may update. Callers get
   * 403 for other rows that they may read.
   */
  restrictions?: Restrictions;
  /**
   * Returns, as SQL on an alias of the table, the user that a row is about. Audit entries then store the row's values
   * separately, and erasing the user deletes these values.
   */
  personal?: (alias: string) => Prisma.Sql;
  /**
   * The standard endpoints, optionally with the right that each requires. Default: list, get, create, update, archive
   * and restore.
   */
  endpoints?: readonly Operation[] | Partial<Record<Operation, Right>>;
  /** The states of a row in which the standard endpoint can succeed, if hooks reject it in others. */
  when?: Partial<Record<'update' | 'archive', PermittedStates>>;
  /** Event types that replace `<code>.post_create` and so on. */
  eventNames?: Partial<Record<WritePhase, string>>;
  /** Descriptions of the row's events that replace the default ones: one sentence each. */
  meanings?: Partial<Record<WritePhase, string>>;
  /**
   * Creates and updates of different rows that wait at the same time are written by one statement: for resources that
   * many users write at once. Applies to writes that need no transaction.
   */
  combinesWrites?: true;
  /** Additional, conditional events of the same write. */
  events?: Partial<Record<WritePhase, readonly EventToWrite[]>>;
  /** Endpoint summaries that replace the default ones: verb and object, at most 60 characters. */
  summaries?: Partial<Record<Operation, string>>;
  /** Validation across the fields of a new row; `reject` reports an error on a field. */
  check?: Check<Values<T>>;
  /** The example of a create body in the OpenAPI document, if `check` rejects the generated one. */
  example?: Values<T>;
  hooks?: Hooks<Row<T>, Values<T>>;
  /** Replacements for the kernel's statements that create or archive rows. */
  writes?: WriteOverrides<Row<T>, Values<T>>;
  /** Deleted rows can be listed by callers with `manage`, although rows cannot be restored. */
  listsDeleted?: true;
  /** Columns that archiving sets; `deleted_at` if omitted. */
  onArchive?: ValuesOnAlias;
  /** Columns set when a deleted row is restored. */
  onRestore?: ValuesOnAlias;

  /** Makes the resource a sub-resource of another. */
  parent?: T['parent'];
  /** The field that identifies rows in paths, instead of the id. */
  addressedBy?: AddressedBy;
  /** The list accepts `archived=true`. */
  listsArchived?: ListsArchived;
  /** Rows are only created and read. */
  appendOnly?: T['appendOnly'];
  /** One row per organization or parent. */
  singleton?: Singleton<Values<T>>;
  tree?: T['tree'];
  /** Rows have a position that clients can change. */
  ordered?: T['ordered'];
  effective?: T['effective'];
  /** Rows have custom fields that the organization defines. */
  custom?: T['custom'];
  versions?: T['versions'];
  imports?: Imports;
  /** Named state transitions. */
  transitions?: Transitions<Row<T>, Values<T>>;
  /** Computes warnings about a written row, returned with it. */
  warnings?: Warnings<Row<T>>;
}

/** A declaration with its table. */
export type ResourceDeclaration<T extends Traits> = DeclarationBase<T> & TableDeclaration;
