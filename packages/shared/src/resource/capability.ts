import type { Endpoint } from '../endpoint/endpoint.ts';
import type { Importable } from '../transfer/importable.ts';
import type { Contract } from './contract/contract.ts';
import type { ComputedFields, Fields, Filters } from './contract/field.ts';
import type { Hooks, Warnings, WritePhase } from './rows/hooks.ts';
import type { AnyRow, AnyValues } from './rows/row.ts';
import type { Operation, ResourceRoute, RowAddress, RowPredicate, Rows, ValuesOnAlias } from './rows/rows.ts';

/** The part of a declaration that capabilities build on. */
export interface ResourceBase {
  code: string;
  noun: readonly [one: string, many: string];
  table: string;
  path: string;
  fields: Fields;
  /** The order of the list when none is asked for. */
  sort: string;
  /** The summaries of endpoints that are not the usual ones. */
  summaries: Partial<Record<Operation, string>>;
  /** True if the declaration gives rights of its own on its rows. */
  hasOwnRights: boolean;
}

/** A composed resource, as the endpoints of a capability need it. */
export interface ComposedResource {
  rows: Rows;
  contract: Contract;
  base: ResourceBase;
}

/**
 * The parts that a capability adds to a resource. A capability is a file of its own, in the folder of its subject
 * (`places`, `lifecycle`, `collections`), that exports
 *
 * - its options, the type of one property of the declaration (`transitions?: Transitions<…>` in `declaration.ts`);
 * - a {@link Capability}, which turns the options into a contribution;
 * - a type for the columns it adds to rows, if any; `traits.ts` lists it.
 *
 * `capabilities.ts` lists all of them in the order in which their hooks run and their locks are taken. Nothing else in
 * the kernel knows a capability by name: statements, use cases and endpoints see only the composed {@link Rows}.
 *
 * SQL of a capability lives in `<name>.store.ts` beside it.
 */
export interface Contribution {
  /** Columns of the table that rows show: added to the declared fields, with their filters and order. */
  fields?: Fields;
  computed?: ComputedFields;
  /** Query parameters of the list, and of the export. */
  filters?: Filters;
  /** Limits every statement about rows, on top of organization and row scope. */
  where?: RowPredicate;
  /** The columns that archiving sets instead of `deleted_at`. At most one capability decides it. */
  onArchive?: ValuesOnAlias;
  /** Columns that get another value when a deleted row is restored. */
  onRestore?: ValuesOnAlias;
  /** Run before those of the declaration, in the same transaction. */
  hooks?: Hooks<AnyRow, AnyValues>;
  /** Warnings about a row that was written, returned in answers to writes. */
  warnings?: Warnings<AnyRow>;
  /** Event types with their meanings, in addition to those of the row. */
  events?: Readonly<Record<string, string>>;
  /** The row's own events that its endpoints write, where standard endpoints may not exist. */
  writtenPhases?: readonly WritePhase[];
  /** Standard endpoints that do not exist with it. */
  omits?: readonly Operation[];
  /** Replaces where the resource lies: for a sub-resource. At most one capability does. */
  route?: ResourceRoute;
  /** Replaces the id in the paths of rows. At most one capability does. */
  address?: RowAddress;
  /** The list has `archived`: deleted rows, too. */
  listsArchived?: true;
  /** The import of rows, if the capability has one. */
  imports?: (composed: ComposedResource) => Importable;
  /** Endpoints in addition to the standard ones. Paths start with `rows.place.path`, those of one row with `rowPath(rows)`. */
  endpoints?: (composed: ComposedResource) => readonly Endpoint[];
}

/** Turns the options of a declaration into a contribution. */
export type Capability<Options> = (options: Options, base: ResourceBase) => Contribution;
