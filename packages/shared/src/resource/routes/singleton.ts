import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { writeInTransaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import type { Proposal } from '../../endpoint/review.ts';
import type { ComposedResource, Contribution } from '../capability.ts';
import { emitterForPhase } from '../emitter.ts';
import { proposeUpdate, reviewOfList } from '../reviews.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { lockAndPatch, runBeforeLockHooks, runValidateHooks } from '../rows/rows.service.ts';
import { updateRowIfDifferent } from '../rows/rows.store.ts';
import { operations, type RowAccess, type Rows } from '../rows/rows.ts';
import { listParams, resolveList } from './route.ts';
import { findDefaultRow, findSingleton, findSingletonId, insertSingleton } from './singleton.store.ts';

/**
 * One row per organization or parent record: `GET` and `PATCH` of the path, without an id. The first change inserts
 * the row. Until then its fields have the defaults, from which computed fields follow, and its version is the creation
 * time of the organization or parent. The table has a unique key on `org_id` and the parent's column, and no `deleted_at`.
 */
export interface Singleton<Values> {
  /** The values before the first change. Must equal the column defaults. */
  defaults: Values;
  summaries: { get: string; update: string };
}

export function singletonCapability(options: Singleton<object>): Contribution {
  return {
    omits: operations,
    writtenPhases: ['update'],
    endpoints: (composed) => {
      const shown = shownSchema(composed);
      return [getEndpoint(options, composed, shown), patchEndpoint(options, composed, shown)];
    },
  };
}

const hiddenColumns = ['id', 'created_at', 'created_by', 'updated_by'];

/** Omits the columns that do not exist before the first change. */
const toShownRow = (row: AnyRow): AnyValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !hiddenColumns.includes(name)));

const shownSchema = ({ contract: { row } }: ComposedResource) =>
  z.object(Object.fromEntries(Object.entries(row.shape).filter(([name]) => !hiddenColumns.includes(name))));

function getEndpoint(options: Singleton<object>, composed: ComposedResource, shown: z.ZodObject): Endpoint {
  const { rows } = composed;
  return endpoint({
    method: 'get',
    path: rows.route.path,
    summary: options.summaries.get,
    can: rows.route.permission(rows.rights.get),
    ...listParams(rows.route),
    returns: { 200: shown },
    handler: async ({ caller, params }) => {
      const access = await resolveList(rows, caller, params, rows.rights.get);
      const row = await findSingleton(rows, access);
      return row ? toShownRow(row) : defaultRow(rows, access, options.defaults);
    },
  });
}

async function defaultRow(rows: Rows, access: RowAccess, defaults: object): Promise<AnyValues> {
  return toShownRow(await findDefaultRow(rows, access, defaults));
}

/** True if a change sends only values that the row has. */
const isUnchangedBy = (sent: AnyValues, row: AnyValues) => isDeepStrictEqual({ ...row, ...sent }, row);

function patchEndpoint(options: Singleton<object>, composed: ComposedResource, shown: z.ZodObject): Endpoint {
  const { rows, contract } = composed;
  return endpoint({
    method: 'patch',
    path: rows.route.path,
    summary: options.summaries.update,
    can: rows.route.permission(rows.rights.update),
    versionedResource: rows.table.resource,
    ...listParams(rows.route),
    body: contract.patch,
    returns: { 200: shown },
    ...emitterForPhase(rows, 'update'),
    ...reviewOfList(rows, (access, body) => proposePatch(rows, access, body as AnyValues, options.defaults)),
    handler: async ({ caller, params, body }) =>
      patchSingleton(
        rows,
        await resolveList(rows, caller, params, rows.rights.update),
        body,
        options.defaults,
      ),
  });
}

/** The id is null until the first change creates the row. */
async function proposePatch(
  rows: Rows,
  access: RowAccess,
  sent: AnyValues,
  defaults: object,
): Promise<readonly Proposal[]> {
  const row = await findSingleton(rows, access);
  if (row) {
    const update = updateRowIfDifferent(rows, access, row.id, sent, rows.rights.update);
    return proposeUpdate(access.caller, update, sent);
  }
  const isDefault = isUnchangedBy(sent, await defaultRow(rows, access, defaults));
  return isDefault ? [] : [{ record_id: null, change: sent }];
}

async function patchSingleton(
  rows: Rows,
  access: RowAccess,
  sent: AnyValues,
  defaults: object,
): Promise<AnyValues> {
  await runValidateHooks(rows, access, { id: null, values: sent, phase: 'update' });
  return writeInTransaction(access.caller, async (tx) => {
    await runBeforeLockHooks(rows, tx, access, { id: null, values: sent, phase: 'update' });
    const known = await findSingletonId(rows, tx, access);
    if (known === undefined) {
      const row = await defaultRow(rows, access, defaults);
      if (isUnchangedBy(sent, row)) return row;
      await insertSingleton(rows, tx, access);
    }
    const id = known ?? (await findSingletonId(rows, tx, access));
    if (id === undefined) throw new Error('The row of a singleton was not created');
    return toShownRow(await lockAndPatch(rows, tx, access, id, sent));
  });
}
