import { requireRow } from '../access/require-row.ts';
import { type Resource, type Right, resource } from '../access/rights.ts';
import type { Caller } from '../caller.ts';
import type { ListPage } from '../contract/index.ts';
import type { Change, Prisma, RecordedTable } from '../db/index.ts';
import type { Check } from '../db/schema/check.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { EventType } from '../endpoint/events/event-type.ts';
import type { RowRights } from '../row-rights/row-rights.store.ts';
import type { Exportable } from '../transfer/exportable.ts';
import type { Importable } from '../transfer/importable.ts';
import { type Ordered, type OrderWriter, orderWriter } from './collections/ordered.ts';
import { type Tree, type TreeReader, treeReader } from './collections/tree.ts';
import { type AnyDeclaration, compose } from './compose.ts';
import type { Contract, ListQuery } from './contract/contract.ts';
import type { Custom } from './contract/custom.ts';
import type { ComputedFields, Fields } from './contract/field.ts';
import type { ResourceDeclaration } from './declaration.ts';
import { registerDefinition } from './definitions.ts';
import type { AppendOnly } from './lifecycle/append-only.ts';
import type { Effective } from './lifecycle/effective.ts';
import { type Versions, type VersionWriter, versionWriter } from './lifecycle/versions.ts';
import { createParentResource } from './routes/as-parent.ts';
import type { Parent } from './routes/parent.ts';
import { parentOf } from './routes/parent.ts';
import type { ParentResource } from './routes/parent-resource.ts';
import type { FixedColumns } from './rows/hooks/hooks.ts';
import { namingOf } from './rows/naming.store.ts';
import type { AnyRow, AnyValues } from './rows/row.ts';
import { rowRightsOf } from './rows/row-condition.store.ts';
import { scopedTableOf, selectColumns } from './rows/row-select.store.ts';
import { listRows } from './rows/rows.service.ts';
import { findRow, insertRow, updateRowIfDifferent } from './rows/rows.store.ts';
import type { Rows } from './rows/rows.ts';
import type { Row, Values } from './traits.ts';

type Page = Pick<ListQuery, 'limit' | 'offset'>;

/** The result of a declaration. An area mounts it and may add endpoints of its own. */
export interface DefinedResource<
  R extends AnyRow,
  V extends object,
  Versioned = boolean,
  Treelike = boolean,
  HasOrder = boolean,
> {
  /** Only for the row type: `RowOf<typeof positions>`. Never set. */
  readonly row?: R;
  /** The resource for the access model; empty for a sub-resource that uses its parent's permissions. */
  resources: readonly Resource[];
  endpoints: readonly Endpoint[];
  /** Event types of the rows and of the capabilities. */
  events: readonly EventType[];
  exports: readonly Exportable[];
  imports: readonly Importable[];
  /** Consistency checks that the capabilities add. */
  checks: readonly Check[];
  /** The recorded table, for hand-written writes of the area. */
  table: RecordedTable;
  contract: Contract<V>;
  /** The rights on its rows, for the area's own endpoints that return them. */
  rowRights: RowRights;
  /** Undefined if the rows have no versions. */
  versions: Versioned extends true ? VersionWriter : undefined;
  /** Undefined if the rows are not a tree. */
  tree: Treelike extends true ? TreeReader : undefined;
  /** Undefined if the rows have no order. */
  order: HasOrder extends true ? OrderWriter : undefined;
  asParent: ParentResource;
  /** Finds a live row on which the caller has a right (default `read`). */
  find(caller: Caller, id: number, right?: Right): Promise<R | undefined>;
  /** Returns a live row that the caller may read. @throws AppError `not_found` */
  get(caller: Caller, id: number): Promise<R>;
  /** Returns a live row. @throws AppError `not_found` if the caller may not read it, `forbidden` without the right */
  require(caller: Caller, id: number, right: Right): Promise<R>;
  /** Returns a page of the list. For a sub-resource, `within` contains the parent's column. */
  list(caller: Caller, query: Partial<ListQuery> & Page, within?: FixedColumns): Promise<ListPage<R>>;
  /**
   * Returns a change that updates a live row on which the caller has a right (default `update`), for the area's own
   * endpoints. It records nothing if the row has these values already.
   */
  change(caller: Caller, id: number, values: { readonly [K in keyof R]?: unknown }, right?: Right): Change<R>;
  /**
   * Returns a change that inserts a row, for the area's own endpoints, which must check rights, rules and references.
   * For a sub-resource, `within` contains the parent's column.
   */
  insert(caller: Caller, values: { readonly [K in keyof R]?: unknown }, within?: FixedColumns): Change<R>;
  /** The select list of a row as endpoints return it: `c` is the alias for the `select` of a {@link Change}. */
  select(alias: string): Prisma.Sql;
}

/** Maps the type parameters of a declaration to its property names. */
type TraitsOf<F, C, P, A, T, O, E, X, V> = {
  fields: F;
  computed: C;
  parent: P;
  appendOnly: A;
  tree: T;
  ordered: O;
  effective: E;
  custom: X;
  versions: V;
};

/**
 * Declares a resource of plain rows. The declaration yields its endpoints with permissions and schemas, their
 * statements (limited to the organization and the caller's row scope), the recording of every write, the export, and
 * everything that is derived from endpoints.
 *
 * Lists accept `limit`, `offset`, `sort` (up to four fields, `-` before one for descending), `q`, the filters, and
 * `deleted` for callers who may restore. A row out of scope gives 404; one that the caller may read but not change
 * gives 403. A reference to a record that does not exist, is deleted or belongs to another organization gives 422 on
 * its field. An update that changes nothing returns the row and records nothing.
 *
 * Everything else is a capability (see {@link Contribution} in `capability.ts`) or an endpoint of the area.
 */
export function defineResource<
  F extends Fields,
  C extends ComputedFields = Record<never, never>,
  const P extends Parent | undefined = undefined,
  const A extends AppendOnly | undefined = undefined,
  const T extends Tree | undefined = undefined,
  const O extends Ordered | undefined = undefined,
  const E extends Effective | undefined = undefined,
  const X extends Custom | undefined = undefined,
  const V extends Versions | undefined = undefined,
>(
  declared: ResourceDeclaration<TraitsOf<F, C, P, A, T, O, E, X, V>>,
): DefinedResource<
  Row<TraitsOf<F, C, P, A, T, O, E, X, V>>,
  Values<TraitsOf<F, C, P, A, T, O, E, X, V>>,
  V extends Versions ? true : false,
  T extends Tree ? true : false,
  O extends Ordered ? true : false
>;
export function defineResource(declared: AnyDeclaration): DefinedResource<AnyRow, AnyValues> {
  const composed = compose(declared);
  const { rows, contract, endpoints, events, exports, imports, checks } = composed;
  registerDefinition({ declared, ...composed }, endpoints);
  const { code, label, builtin, scopes = [], sort, parent } = declared;
  const naming = namingOf(declared, rows, parent && { resource: parentOf(parent), field: parent.field });
  const find = (caller: Caller, id: number, right: Right = 'read') =>
    findPermittedRow(rows, caller, id, right);
  const required = (caller: Caller, id: number, right: Right) =>
    requireRow({
      caller,
      find: () => find(caller, id, right),
      findReadable: async () => right !== 'read' && find(caller, id),
      permission: `${code}:${right}`,
      noun: rows.noun,
    });
  return {
    resources: builtin
      ? [
          resource({
            ...{ code, label, builtin, scopes, recorded: rows.table, rows: scopedTableOf(rows) },
            ...(naming && { naming }),
          }),
        ]
      : [],
    endpoints,
    events,
    exports,
    imports,
    checks,
    table: rows.table,
    contract,
    rowRights: rowRightsOf(rows),
    versions: declared.versions && versionWriter(declared.versions, rows.table.name),
    tree: declared.tree && treeReader(declared.tree, rows.table.name),
    order: declared.ordered && orderWriter(declared.ordered, rows.table.name, declared.noun[1]),
    asParent: createParentResource(declared, rows, { find, required }),
    find,
    get: (caller, id) => required(caller, id, 'read'),
    require: required,
    list: (caller, query, within = {}) => listRows(rows, { caller, within }, { sort, ...query }),
    change: (caller, id, values, right = 'update') =>
      updateRowIfDifferent(rows, { caller, within: {} }, id, values, right),
    insert: (caller, values, within = {}) => insertRow(rows, { caller, within }, values),
    select: (alias) => selectColumns(rows, alias),
  };
}

/** Finds a row if the caller also has the right on its parent. */
async function findPermittedRow(
  rows: Rows,
  caller: Caller,
  id: number,
  right: Right,
): Promise<AnyRow | undefined> {
  const row = await findRow<AnyRow>(rows, { caller, within: {} }, id, right);
  return row && (await rows.route.isPermitted(caller, row, right)) ? row : undefined;
}
