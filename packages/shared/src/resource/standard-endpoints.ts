import type { Emitter } from '../consequences/announcement.ts';
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts';
import type { Composed } from './capability.ts';
import { emitterOf } from './emitter.ts';
import { enterList, enterRow, listParams, rowParams, rowPath } from './places/place.ts';
import type { WritePhase } from './rows/hooks.ts';
import { archiveRow, createRow, getRow, listRows, patchRow, restoreRow } from './rows/rows.service.ts';
import type { Operation, Rows } from './rows/rows.ts';

type Make = (composed: Composed, emitter: Required<Emitter>) => Endpoint;

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Writes below a parent have its permission, but the row's own version. */
const versionOf = ({ place, code, table }: Rows) =>
  place.hasOwnScope && table.resource === code ? {} : { versionOf: table.resource };

const list: Make = ({ rows, contract, base }) =>
  endpoint({
    method: 'get',
    path: rows.place.path,
    summary: base.summaries.list ?? `List ${base.noun[1]}`,
    can: rows.place.permission(rows.rights.list),
    ...listParams(rows.place),
    query: contract.query,
    returns: { 200: contract.listed },
    handler: async ({ caller, params, query }) =>
      listRows(rows, await enterList(rows, caller, params, rows.rights.list), query),
  });

const get: Make = ({ rows, contract, base }) =>
  endpoint({
    method: 'get',
    path: rowPath(rows),
    summary: base.summaries.get ?? `Fetch one ${base.noun[0]}`,
    can: rows.place.permission(rows.rights.get),
    params: rowParams(rows),
    returns: { 200: contract.row },
    handler: async ({ caller, params }) => {
      const { access, id } = await enterRow(rows, caller, params, rows.rights.get);
      return getRow(rows, access, id);
    },
  });

const create: Make = ({ rows, contract, base }, emitter) =>
  endpoint({
    method: 'post',
    path: rows.place.path,
    summary: base.summaries.create ?? `Create ${withArticle(base.noun[0])}`,
    can: rows.place.permission(rows.rights.create),
    ...listParams(rows.place),
    body: contract.create,
    returns: { 201: contract.written },
    ...emitter,
    handler: async ({ caller, params, body }) =>
      createRow(rows, await enterList(rows, caller, params, rows.rights.create), body),
  });

const update: Make = ({ rows, contract, base }, emitter) =>
  endpoint({
    method: 'patch',
    path: rowPath(rows),
    summary: base.summaries.update ?? `Change fields of ${withArticle(base.noun[0])}`,
    can: rows.place.permission(rows.rights.update),
    ...versionOf(rows),
    params: rowParams(rows),
    body: contract.patch,
    returns: { 200: contract.written },
    ...emitter,
    handler: async ({ caller, params, body }) => {
      const { access, id } = await enterRow(rows, caller, params, rows.rights.update);
      return patchRow(rows, access, id, body);
    },
  });

const archive: Make = ({ rows, base }, emitter) =>
  endpoint({
    method: 'delete',
    path: rowPath(rows),
    summary: base.summaries.archive ?? `Delete ${withArticle(base.noun[0])}`,
    can: rows.place.permission(rows.rights.archive),
    ...versionOf(rows),
    params: rowParams(rows),
    returns: { 204: null },
    ...emitter,
    handler: async ({ caller, params }) => {
      const { access, id } = await enterRow(rows, caller, params, rows.rights.archive);
      await archiveRow(rows, access, id);
    },
  });

const restore: Make = ({ rows, contract, base }, emitter) =>
  endpoint({
    method: 'post',
    path: `${rowPath(rows)}/restore`,
    summary: base.summaries.restore ?? `Restore a deleted ${base.noun[0]}`,
    can: rows.place.permission(rows.rights.restore),
    params: rowParams(rows),
    returns: { 200: contract.row },
    ...emitter,
    handler: async ({ caller, params }) => {
      const { access, id } = await enterRow(rows, caller, params, rows.rights.restore);
      return restoreRow(rows, access, id);
    },
  });

const makers: Partial<Record<Operation, Make>> = { list, get, create, update, archive, restore };

const isWrite = (operation: Operation): operation is WritePhase =>
  operation === 'create' || operation === 'update' || operation === 'archive' || operation === 'restore';

/** The standard endpoints of a resource: each write declares exactly what it and its hooks may write and announce. */
export function standardEndpoints(composed: Composed, chosen: readonly Operation[]): Endpoint[] {
  return chosen.flatMap((operation) => {
    const make = makers[operation];
    return make ? [make(composed, isWrite(operation) ? emitterOf(composed.rows, operation) : none)] : [];
  });
}

const none: Required<Emitter> = { emits: [], announces: [] };
