import type { Right } from '../access/rights.ts';
import type { Check } from '../db/schema/check.ts';
import { metadataOf } from '../db/schema/table-metadata.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { EventType } from '../endpoint/events/event-type.ts';
import { type Exportable, exportable } from '../transfer/exportable.ts';
import type { Importable } from '../transfer/importable.ts';
import { collectContributions } from './capabilities.ts';
import type { ComposedResource, Contribution, ResourceBase } from './capability.ts';
import { componentName, createContract } from './contract/contract.ts';
import type { ResourceDeclaration } from './declaration.ts';
import { capitalize } from './nouns.ts';
import { rejectUnknownNames } from './reject-unknown-names.ts';
import { parentOf } from './routes/parent.ts';
import { addressById, topLevelRoute } from './routes/route.ts';
import type { WritePhase } from './rows/hooks/hooks.ts';
import { declareEvents, eventTypesByPhase } from './rows/row-events.ts';
import { exportStatement } from './rows/rows.store.ts';
import { type Operation, operations, type RowEvents, type Rows, standardOperations } from './rows/rows.ts';
import { createRecordedTable } from './rows/table.store.ts';
import { standardEndpoints } from './standard-endpoints.ts';
import type { Traits } from './traits.ts';

export type AnyDeclaration = ResourceDeclaration<Traits>;

/** A declaration combined with its capabilities. */
export interface Composition extends ComposedResource {
  endpoints: readonly Endpoint[];
  events: readonly EventType[];
  exports: readonly Exportable[];
  imports: readonly Importable[];
  checks: readonly Check[];
}

const defaultRights: Record<Operation, Right> = {
  list: 'read',
  get: 'read',
  create: 'create',
  update: 'update',
  archive: 'archive',
  restore: 'manage',
  export: 'export',
};
const phases: readonly WritePhase[] = ['create', 'update', 'archive', 'restore'];

export function compose(declared: AnyDeclaration): Composition {
  const { code, noun, path, fields, table, parent, builtin } = declared;
  const base: ResourceBase = {
    code,
    noun,
    path,
    table: typeof table === 'string' ? table : table.name,
    fields,
    sort: declared.sort,
    summaries: declared.summaries ?? {},
    when: declared.when ?? {},
    hasOwnRights: builtin !== undefined || !parent,
  };
  const contributions = collectContributions(declared, base);
  const chosen = selectOperations(declared, contributions);
  const rows = composeRows(declared, base, contributions, chosen);
  rejectUnknownNames(declared, rows);
  const { computed, filters, route } = rows;
  const contract = createContract({
    ...{ fields: rows.fields, computed, filters, fixed: route.fixed, sort: declared.sort },
    columns: rows.table.columns,
    ...(declared.check && { check: declared.check }),
    ...(declared.example && { example: declared.example }),
    defaults: metadataOf(base.table).defaults ?? {},
    ...(rows.warnings && { warnedRowName: `Changed${componentName(code)}` }),
    listsDeleted: declared.listsDeleted ?? chosen.includes('restore'),
    listsArchived: contributions.some((one) => one.listsArchived),
  });
  const composed: ComposedResource = { rows, contract, base };
  const writtenByKernel = (phase: WritePhase) =>
    chosen.includes(phase) && !(phase in (declared.writes ?? {}));
  const types = Object.fromEntries(phases.map((phase) => [phase, rows.events[phase].type]));
  return {
    ...composed,
    endpoints: [
      ...standardEndpoints(composed, chosen),
      ...contributions.flatMap((one) => one.endpoints?.(composed) ?? []),
    ],
    events: declareEvents(
      {
        ...declared,
        hasOwnRights: base.hasOwnRights,
        parentNameField: parent && parentOf(parent).recordNameField,
      },
      rows.table,
      types as Record<WritePhase, string>,
      phases.filter(
        (phase) => writtenByKernel(phase) || contributions.some((one) => one.writtenPhases?.includes(phase)),
      ),
      contributions,
    ),
    exports: chosen.includes('export') ? [createExport(composed, declared.sort)] : [],
    imports: contributions.flatMap((one) => one.imports?.(composed) ?? []),
    checks: contributions.flatMap((one) => one.checks ?? []),
  };
}

function selectOperations(
  { endpoints }: AnyDeclaration,
  contributions: readonly Contribution[],
): Operation[] {
  const named = Array.isArray(endpoints) ? endpoints : endpoints && Object.keys(endpoints);
  const chosen: readonly string[] = named ?? standardOperations;
  const withheld = contributions.flatMap((one) => one.omits ?? []);
  return operations.filter((one) => chosen.includes(one) && !withheld.includes(one));
}

function composeRows(
  declared: AnyDeclaration,
  base: ResourceBase,
  contributions: readonly Contribution[],
  chosen: readonly Operation[],
): Rows {
  const { code, noun, owners = {}, visible, restrictions = {}, hooks, endpoints, parent } = declared;
  const table = createRecordedTable(
    declared,
    parent && {
      ...{ resource: parentOf(parent), field: parent.field },
      isAggregate: parent.aggregate === 'parent',
      isAudited: parent.auditedAs === 'parent',
    },
  );
  const merged = <Key extends 'fields' | 'computed' | 'filters'>(key: Key): NonNullable<Contribution[Key]> =>
    Object.assign({}, declared[key], ...contributions.map((one) => one[key]));
  return {
    code,
    noun: capitalize(noun[0]),
    table,
    fields: merged('fields'),
    computed: merged('computed'),
    filters: merged('filters'),
    owners,
    predicates: [visible, ...contributions.map((one) => one.where)].filter((one) => one !== undefined),
    restrictions,
    route: contributions.find((one) => one.route)?.route ?? topLevelRoute(base),
    address: contributions.find((one) => one.address)?.address ?? addressById,
    rights: { ...defaultRights, ...(Array.isArray(endpoints) ? {} : endpoints) },
    operations: chosen,
    events: rowEventsByPhase(declared, table.aggregate),
    combinesWrites: declared.combinesWrites ?? false,
    onArchive: [declared, ...contributions].find((one) => one.onArchive)?.onArchive,
    onRestore: [declared, ...contributions].flatMap((one) => one.onRestore ?? []),
    hooks: [...contributions.map((one) => one.hooks), hooks].filter((one) => one !== undefined),
    writes: declared.writes ?? {},
    warnings: contributions.find((one) => one.warnings)?.warnings,
  };
}

function rowEventsByPhase(declared: AnyDeclaration, aggregate: string): Record<WritePhase, RowEvents> {
  const types = eventTypesByPhase(declared, aggregate);
  const of = (phase: WritePhase): RowEvents => ({ type: types[phase], also: declared.events?.[phase] ?? [] });
  return { create: of('create'), update: of('update'), archive: of('archive'), restore: of('restore') };
}

const internalColumns = ['org_id', 'deleted_at'];

function createExport({ rows, contract: { row, filter } }: ComposedResource, sort: string): Exportable {
  return exportable<Readonly<Record<string, unknown>>>({
    resource: rows.code,
    path: rows.route.path,
    filter,
    columns: Object.keys(row.shape).filter((name) => !internalColumns.includes(name)),
    statement: (caller, sent) => exportStatement(rows, caller, sent, sort),
  });
}
