import type { z } from 'zod';
import { type Resource, type Right, resource } from '../access/rights.ts';
import type { Caller } from '../caller.ts';
import { IdParams, type Listed } from '../contract/index.ts';
import {
  type Change,
  type EventToWrite,
  Prisma,
  type RecordedTable,
  recordedTable,
  type Subject,
} from '../db/index.ts';
import { identifier } from '../db/recorded-table.ts';
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts';
import { defineEvents, type EventType } from '../endpoint/event-type.ts';
import { type Exportable, exportable } from '../transfer/exportable.ts';
import { type Contract, contractOf, type ExtraFilter, type Fields, type RowOf } from './field.ts';
import {
  archiveRow,
  createRow,
  eventOf,
  getRow,
  type Hooks,
  listRows,
  patchRow,
  type Rows,
  restoreRow,
} from './rows.service.ts';
import {
  exportedRows,
  findRow,
  type ListQuery,
  type OwnerColumns,
  type RowSql,
  updateRow,
} from './rows.store.ts';
import { scopeOf } from './scope-of-rows.ts';

/** A kind of plain rows: listed, fetched, created, changed, deleted and restored. */
export interface ResourceDeclaration<F extends Fields> extends Pick<Resource, 'label' | 'builtin'> {
  /** What permissions, events and the audit log call it: `task_label`. */
  code: string;
  /** What one, and several, are called in messages: `label`, `labels`. */
  noun: [one: string, many: string];
  /** Where the list is, below `/api`. */
  path: string;
  /** Its model in the Prisma schema, and its table. */
  model: Prisma.ModelName;
  table: string;
  /** The column whose value events call the record by; nothing where the label is nobody's business. */
  recordName?: keyof F & string;
  /** The columns by which events are told apart by scope, as a {@link Subject} is. */
  subject?: { employee?: string; team?: string; users?: readonly string[]; is_private?: Prisma.Sql };
  scopes?: Resource['scopes'];
  /** The columns by which rows belong to people and teams. */
  owners?: OwnerColumns;
  fields: F;
  /** The order of the list when none is asked for. */
  sort: string;
  /** Fields that are computed, by `sql.computed`. */
  computed?: Record<string, z.ZodType>;
  /** Filters besides those of fields; `sql.filters` says what they mean. */
  filters?: Record<string, ExtraFilter>;
  sql?: RowSql;
  hooks?: Hooks<F>;
  /** Event types that hooks write, besides those of the row itself. */
  emits?: readonly string[];
  /** Whether the list can be exported. */
  exports?: boolean;
}

type Page = Pick<ListQuery, 'limit' | 'offset'>;

/** What a declaration yields. An area mounts it and may add endpoints of its own. */
export interface DefinedResource<F extends Fields> {
  resource: Resource;
  endpoints: Endpoint[];
  /** The event types of its rows being created, changed, deleted and restored. */
  events: EventType[];
  exports: Exportable[];
  /** For writes of the area's own. */
  table: RecordedTable;
  /** The answer's shape, and the others. */
  contract: Contract;
  /** A live row that the caller reaches with a right (`read` when left out). */
  find(caller: Caller, id: number, right?: Right): Promise<RowOf<F> | undefined>;
  /** The same. @throws AppError `not_found` */
  get(caller: Caller, id: number): Promise<RowOf<F>>;
  /** A page of the rows that the caller sees, as the list answers it. */
  list(caller: Caller, query: Partial<ListQuery> & Page): Promise<Listed<RowOf<F>>>;
  /** A change of a live row that the caller reaches with a right (`update` when left out), for the area's own acts. */
  change(caller: Caller, id: number, values: Record<string, unknown>, right?: Right): Change<RowOf<F>>;
}

/**
 * Declares a resource of plain rows. From the one value follow its endpoints with their permissions and
 * schemas, the statements behind them (limited to the organization and to the caller's scope), the record of
 * every write, the export, and with the endpoints everything that is derived from them.
 *
 * List: `limit`, `offset`, `sort` (a field, `-` before it for descending), `q`, the filters, and `deleted` for
 * those who may restore. A row out of scope is 404; one that may be seen and not changed is 403. A reference
 * to nothing that lives, or to another organization, is 422 on its field.
 *
 * What is more than that is an endpoint of its own beside these, never an option here.
 */
export function defineResource<F extends Fields>(declared: ResourceDeclaration<F>): DefinedResource<F> {
  const { code, label, builtin, fields, computed = {}, filters = {}, sort } = declared;
  const table = tableOf(declared);
  const rows: Rows = {
    code,
    noun: capital(declared.noun[0]),
    table,
    fields,
    owners: declared.owners ?? {},
    sql: declared.sql ?? {},
    hooks: (declared.hooks ?? {}) as Hooks<Fields>,
  };
  const contract = contractOf({ fields, computed, filters, sort });
  return {
    resource: resource({
      code,
      label,
      builtin,
      scopes: declared.scopes ?? [],
      ...(declared.scopes && { rows: scopeOf(rows) }),
    }),
    endpoints: endpointsOf(declared, rows, contract),
    events: eventsOf(declared),
    exports: declared.exports ? [exportOf(declared, rows, contract)] : [],
    table,
    contract,
    find: (caller, id, right) => findRow(rows, caller, id, right) as Promise<RowOf<F> | undefined>,
    get: (caller, id) => getRow(rows, caller, id) as Promise<RowOf<F>>,
    list: (caller, query) => listRows(rows, caller, { sort, ...query }) as Promise<Listed<RowOf<F>>>,
    change: (caller, id, values, right = 'update') =>
      updateRow(rows, caller, id, values, right) as Change<RowOf<F>>,
  };
}

function tableOf<F extends Fields>(declared: ResourceDeclaration<F>): RecordedTable {
  const column = (name: string) => Prisma.sql`c.${identifier(name)}`;
  const { employee, team, users, is_private } = declared.subject ?? {};
  const subject: Subject = {
    ...(employee && { employee: column(employee) }),
    ...(team && { team: column(team) }),
    ...(users && { users: users.map(column) }),
    ...(is_private && { is_private }),
  };
  return recordedTable({
    name: declared.table,
    aggregate: declared.code,
    columns: Prisma[`${declared.model}ScalarFieldEnum`],
    subject,
    ...(declared.recordName && { record_name: column(declared.recordName) }),
  });
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function endpointsOf<F extends Fields>(
  declared: ResourceDeclaration<F>,
  rows: Rows,
  contract: Contract,
): Endpoint[] {
  return [
    ...readingOf(declared, rows, contract),
    ...writingOf(declared, rows, contract),
    ...deletingOf(declared, rows, contract),
  ];
}

function readingOf<F extends Fields>(
  { path, code, noun: [one, many] }: ResourceDeclaration<F>,
  rows: Rows,
  { row, query, listed }: Contract,
): Endpoint[] {
  const can = `${code}:read` as const;
  return [
    endpoint({
      method: 'get',
      path,
      summary: `List ${many}`,
      can,
      query,
      returns: { 200: listed },
      handler: ({ caller, query }) => listRows(rows, caller, query as never),
    }),
    endpoint({
      method: 'get',
      path: `${path}/:id`,
      summary: `Fetch one ${one}`,
      can,
      params: IdParams,
      returns: { 200: row },
      handler: ({ caller, params }) => getRow(rows, caller, params.id),
    }),
  ];
}

function writingOf<F extends Fields>(
  { path, code, noun: [one], emits = [] }: ResourceDeclaration<F>,
  rows: Rows,
  { row, create, patch }: Contract,
): Endpoint[] {
  const { events } = rows.sql;
  const typesOf = (also: readonly EventToWrite[] = []) => [...also.map(({ type }) => type), ...emits];
  return [
    endpoint({
      method: 'post',
      path,
      summary: `Create ${withArticle(one)}`,
      can: `${code}:create`,
      body: create,
      returns: { 201: row },
      emits: [eventOf(rows, 'post_create'), ...typesOf(events?.create)],
      handler: ({ caller, body }) => createRow(rows, caller, body),
    }),
    endpoint({
      method: 'patch',
      path: `${path}/:id`,
      summary: `Change fields of ${withArticle(one)}`,
      can: `${code}:update`,
      params: IdParams,
      body: patch,
      returns: { 200: row },
      emits: [eventOf(rows, 'post_update'), ...typesOf(events?.update)],
      handler: ({ caller, params, body }) => patchRow(rows, caller, params.id, body),
    }),
  ];
}

function deletingOf<F extends Fields>(
  { path, code, noun: [one], emits = [] }: ResourceDeclaration<F>,
  rows: Rows,
  { row }: Contract,
): Endpoint[] {
  return [
    endpoint({
      method: 'delete',
      path: `${path}/:id`,
      summary: `Delete ${withArticle(one)}`,
      can: `${code}:archive`,
      params: IdParams,
      returns: { 204: null },
      emits: [eventOf(rows, 'post_archive'), ...emits],
      handler: ({ caller, params }) => archiveRow(rows, caller, params.id),
    }),
    endpoint({
      method: 'post',
      path: `${path}/:id/restore`,
      summary: `Bring a deleted ${one} back`,
      can: `${code}:manage`,
      params: IdParams,
      returns: { 200: row },
      emits: [eventOf(rows, 'post_restore'), ...emits],
      handler: ({ caller, params }) => restoreRow(rows, caller, params.id),
    }),
  ];
}

function eventsOf<F extends Fields>({ code, recordName, subject }: ResourceDeclaration<F>): EventType[] {
  const thing = code.replaceAll('_', ' ');
  const one = capital(withArticle(thing));
  return defineEvents(
    {
      aggregate: code,
      record: `the ${thing}`,
      ...(recordName && { recordName: `the ${recordName} of the ${thing}` }),
      ...(subject?.is_private && {
        seenBy: `where the ${thing} is private, only whoever it names`,
      }),
    },
    {
      [`${code}.post_create`]: `${one} was created.`,
      [`${code}.post_update`]: `Something about ${withArticle(thing)} changed: its fields, or by an act of its own.`,
      [`${code}.post_archive`]: `${one} was deleted: lists leave it out, and it can be restored.`,
      [`${code}.post_restore`]: `${one} that had been deleted is back.`,
    },
  );
}

const internal = ['org_id', 'deleted_at'];

function exportOf<F extends Fields>(
  { path, code, sort }: ResourceDeclaration<F>,
  rows: Rows,
  { row, filter }: Contract,
): Exportable {
  return exportable<object>({
    resource: code,
    path,
    filter,
    columns: Object.keys(row.shape).filter((name) => !internal.includes(name)),
    statement: (caller, sent) => exportedRows(rows, caller, sent, sort),
  });
}
