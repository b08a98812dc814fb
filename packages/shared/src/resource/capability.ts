import type { Check } from '../db/schema/check.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { PermittedStates } from '../endpoint/record-state.ts';
import type { Importable } from '../transfer/importable.ts';
import type { Contract } from './contract/contract.ts';
import type { ComputedFields, Fields, Filters } from './contract/field.ts';
import type { Hooks, Warnings, WritePhase } from './rows/hooks/hooks.ts';
import type { AnyRow, AnyValues } from './rows/row.ts';
import type { Operation, ResourceRoute, RowAddress, RowPredicate, Rows, ValuesOnAlias } from './rows/rows.ts';

/** The part of a declaration that capabilities build on. */
export interface ResourceBase {
  code: string;
  noun: readonly [one: string, many: string];
  table: string;
  path: string;
  fields: Fields;
  /** The default `sort` of the list. */
  sort: string;
  /** Endpoint summaries that replace the default ones. */
  summaries: Partial<Record<Operation, string>>;
  /** The states of a row in which a standard endpoint can succeed. */
  when: Partial<Record<Operation, PermittedStates>>;
  /** True if rows have permissions of their own instead of using those of the parent. */
  hasOwnRights: boolean;
}

export interface ComposedResource {
  rows: Rows;
  contract: Contract;
  base: ResourceBase;
}

/**
 * The parts that a capability adds to a resource. Each capability has its own file in the folder of its subject
 * (`routes`, `lifecycle`, `collections`, `contract`), which exports
 *
 * - its options, the type of one property of the declaration (`transitions?: Transitions<…>` in `declaration.ts`);
 * - a {@link Capability}, which turns the options into a contribution;
 * - a type for the columns it adds to rows, if any; `traits.ts` lists it.
 *
 * `capabilities.ts` lists all capabilities in the order in which their hooks run and their locks are taken. No other
 * file of the kernel depends on a particular capability: statements, services and endpoints see only the composed
 * {@link Rows}. SQL of a capability is in `<name>.store.ts` next to it.
 */
export interface Contribution {
  /** Columns added to the declared fields, with their filters and sort keys. */
  fields?: Fields;
  computed?: ComputedFields;
  /** Query parameters of the list and of the export. */
  filters?: Filters;
  /** Restricts every statement on the rows, in addition to organization and row scope. */
  where?: RowPredicate;
  /** Columns that archiving sets instead of `deleted_at`. At most one capability sets it. */
  onArchive?: ValuesOnAlias;
  /** Columns set when a deleted row is restored. */
  onRestore?: ValuesOnAlias;
  /** Run before the hooks of the declaration, in the same transaction. */
  hooks?: Hooks<AnyRow, AnyValues>;
  /** Computes the warnings returned with a written row. */
  warnings?: Warnings<AnyRow>;
  /** Additional event types, with their descriptions. */
  events?: Readonly<Record<string, string>>;
  /** Write phases whose row events the capability's endpoints write, in case the standard endpoint does not exist. */
  writtenPhases?: readonly WritePhase[];
  /** Standard operations that do not exist with this capability. */
  omits?: readonly Operation[];
  /** Replaces the route. At most one capability sets it. */
  route?: ResourceRoute;
  /** Replaces the id in row paths. At most one capability sets it. */
  address?: RowAddress;
  /** The list has the query parameter `archived`. */
  listsArchived?: true;
  imports?: (composed: ComposedResource) => Importable;
  /** Consistency checks of the rows that operators can run. */
  checks?: readonly Check[];
  /** Additional endpoints. Paths start with `rows.route.path`, those of one row with `rowPath(rows)`. */
  endpoints?: (composed: ComposedResource) => readonly Endpoint[];
}

export type Capability<Options> = (options: Options, base: ResourceBase) => Contribution;
