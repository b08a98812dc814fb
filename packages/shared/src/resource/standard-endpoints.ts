import type { Emitter } from '../consequences/announcement.ts';
import { endpoint } from '../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../endpoint/endpoint.ts';
import type { ComposedResource, ResourceBase } from './capability.ts';
import { emitterForPhase } from './emitter.ts';
import { withArticle } from './nouns.ts';
import { reviewOfArchive, reviewOfCreate, reviewOfUpdate } from './reviews.ts';
import { addressById, listParams, resolveList, resolveRow, rowParams, rowPath } from './routes/route.ts';
import type { WritePhase } from './rows/hooks/hooks.ts';
import { rowRightsOf } from './rows/row-condition.store.ts';
import { archiveRow, createRow, getRow, listRows, patchRow, restoreRow } from './rows/rows.service.ts';
import type { Operation, Rows } from './rows/rows.ts';

type EndpointFactory = (composed: ComposedResource, emitter: Required<Emitter>) => Endpoint;

/** A write that requires a permission on the parent still compares If-Match with the row's version. */
const versionOption = ({ route, code, table }: Rows) =>
  route.hasOwnScope && table.resource === code ? {} : { versionedResource: table.resource };

const whenOption = ({ when }: ResourceBase, operation: Operation) =>
  when[operation] ? { when: when[operation] } : {};

const list: EndpointFactory = ({ rows, contract, base }) =>
  endpoint({
    method: 'get',
    path: rows.route.path,
    summary: base.summaries.list ?? `List ${base.noun[1]}`,
    can: rows.route.permission(rows.rights.list),
    ...listParams(rows.route),
    query: contract.query,
    returns: { 200: contract.list },
    rowRights: rowRightsOf(rows),
    handler: async ({ caller, params, query }) =>
      listRows(rows, await resolveList(rows, caller, params, rows.rights.list), query),
  });

const get: EndpointFactory = ({ rows, contract, base }) =>
  endpoint({
    method: 'get',
    path: rowPath(rows),
    summary: base.summaries.get ?? `Fetch ${withArticle(base.noun[0])}`,
    can: rows.route.permission(rows.rights.get),
    params: rowParams(rows),
    returns: { 200: contract.row },
    rowRights: rowRightsOf(rows),
    handler: async ({ caller, params }) => {
      const { access, id } = await resolveRow(rows, caller, params, rows.rights.get);
      return getRow(rows, access, id);
    },
  });

const create: EndpointFactory = ({ rows, contract, base }, emitter) =>
  endpoint({
    method: 'post',
    path: rows.route.path,
    summary: base.summaries.create ?? `Create ${withArticle(base.noun[0])}`,
    can: rows.route.permission(rows.rights.create),
    ...listParams(rows.route),
    body: contract.create,
    returns: { 201: contract.writtenRow },
    ...emitter,
    ...reviewOfCreate(rows),
    handler: async ({ caller, params, body }) =>
      createRow(rows, await resolveList(rows, caller, params, rows.rights.create), body),
  });

const update: EndpointFactory = ({ rows, contract, base }, emitter) =>
  endpoint({
    method: 'patch',
    path: rowPath(rows),
    summary: base.summaries.update ?? `Update ${withArticle(base.noun[0])}`,
    can: rows.route.permission(rows.rights.update),
    ...versionOption(rows),
    params: rowParams(rows),
    body: contract.patch,
    returns: { 200: contract.writtenRow },
    ...whenOption(base, 'update'),
    ...emitter,
    ...reviewOfUpdate(rows),
    handler: async ({ caller, params, body }) => {
      const { access, id } = await resolveRow(rows, caller, params, rows.rights.update);
      return patchRow(rows, access, id, body);
    },
  });

const archive: EndpointFactory = ({ rows, base }, emitter) =>
  endpoint({
    method: 'delete',
    path: rowPath(rows),
    summary: base.summaries.archive ?? `Delete ${withArticle(base.noun[0])}`,
    can: rows.route.permission(rows.rights.archive),
    ...versionOption(rows),
    params: rowParams(rows),
    returns: { 204: null },
    ...whenOption(base, 'archive'),
    ...emitter,
    ...reviewOfArchive(rows),
    handler: async ({ caller, params }) => {
      const { access, id } = await resolveRow(rows, caller, params, rows.rights.archive);
      await archiveRow(rows, access, id);
    },
  });

const restore: EndpointFactory = ({ rows, contract, base }, emitter) => {
  // A deleted row has no other address.
  const byId = { ...rows, address: addressById };
  return endpoint({
    method: 'post',
    path: `${rowPath(byId)}/restore`,
    summary: base.summaries.restore ?? `Restore a deleted ${base.noun[0]}`,
    can: rows.route.permission(rows.rights.restore),
    params: rowParams(byId),
    returns: { 200: contract.row },
    ...emitter,
    handler: async ({ caller, params }) => {
      const { access, id } = await resolveRow(byId, caller, params, rows.rights.restore);
      return restoreRow(rows, access, id);
    },
  });
};

const factories: Partial<Record<Operation, EndpointFactory>> = {
  list,
  get,
  create,
  update,
  archive,
  restore,
};

const isWrite = (operation: Operation): operation is WritePhase =>
  operation === 'create' || operation === 'update' || operation === 'archive' || operation === 'restore';

/** Creates the standard endpoints. Each write declares exactly what it and its hooks may write and announce. */
export function standardEndpoints(composed: ComposedResource, chosen: readonly Operation[]): Endpoint[] {
  return chosen.flatMap((operation) => {
    const make = factories[operation];
    return make
      ? [make(composed, isWrite(operation) ? emitterForPhase(composed.rows, operation) : noEvents)]
      : [];
  });
}

const noEvents: Required<Emitter> = { emits: [], announces: [] };
