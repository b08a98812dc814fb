import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { writeInTransaction } from '../../db/index.ts';
import { type Endpoint, endpoint } from '../../endpoint/endpoint.ts';
import type { Composed, Contribution } from '../capability.ts';
import { emitterOf } from '../emitter.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { beforeLock, lockAndPatch, validate } from '../rows/rows.service.ts';
import { type Access, operations, type Rows } from '../rows/rows.ts';
import { enterList, listParams } from './place.ts';
import { beginSingleton, birthOf, findSingleton, idOfSingleton } from './singleton.store.ts';

/**
 * One row for the organization, or for the record that it lies below: `GET` and `PATCH` of the path, without an id. The
 * row is created by the first change. Until then its fields have the defaults, and its version is as old as the
 * organization or the parent. Its table has a unique key on `org_id` and the parent's column, and no `deleted_at`.
 */
export interface Singleton<Values> {
  /** The values until the first change, equal to the defaults of the columns. */
  defaults: Values;
  summaries: { get: string; update: string };
}

export function singleRow(options: Singleton<object>): Contribution {
  return {
    withholds: operations,
    written: ['update'],
    endpoints: (composed) => {
      const shown = schemaOf(composed);
      return [getOf(options, composed, shown), patchOf(options, composed, shown)];
    },
  };
}

const hidden = ['id', 'created_at', 'created_by', 'updated_by'];

/** The row without what it has only from its first change on. */
const shownOf = (row: AnyRow): AnyValues =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name)));

const schemaOf = ({ contract: { row } }: Composed) =>
  z.object(Object.fromEntries(Object.entries(row.shape).filter(([name]) => !hidden.includes(name))));

function getOf(options: Singleton<object>, composed: Composed, shown: z.ZodObject): Endpoint {
  const { rows } = composed;
  return endpoint({
    method: 'get',
    path: rows.place.path,
    summary: options.summaries.get,
    can: rows.place.permission(rows.rights.get),
    ...listParams(rows.place),
    returns: { 200: shown },
    handler: async ({ caller, params }) => {
      const access = await enterList(rows, caller, params, rows.rights.get);
      const row = await findSingleton(rows, access);
      return row ? shownOf(row) : unwritten(rows, access, options.defaults);
    },
  });
}

async function unwritten(rows: Rows, access: Access, defaults: object): Promise<AnyValues> {
  const updated_at = await birthOf(rows, access);
  return { org_id: access.caller.org_id, ...access.within, ...defaults, updated_at };
}

function patchOf(options: Singleton<object>, composed: Composed, shown: z.ZodObject): Endpoint {
  const { rows, contract } = composed;
  return endpoint({
    method: 'patch',
    path: rows.place.path,
    summary: options.summaries.update,
    can: rows.place.permission(rows.rights.update),
    versionOf: rows.table.resource,
    ...listParams(rows.place),
    body: contract.patch,
    returns: { 200: shown },
    ...emitterOf(rows, 'update'),
    handler: async ({ caller, params, body }) =>
      patchSingleton(rows, await enterList(rows, caller, params, rows.rights.update), body, options.defaults),
  });
}

async function patchSingleton(
  rows: Rows,
  access: Access,
  sent: AnyValues,
  defaults: object,
): Promise<AnyValues> {
  await validate(rows, access, sent, 'update');
  return writeInTransaction(access.caller, async (tx) => {
    await beforeLock(rows, tx, access, { id: null, values: sent, phase: 'update' });
    const known = await idOfSingleton(rows, tx, access);
    if (known === undefined && isDeepStrictEqual({ ...defaults, ...sent }, { ...defaults })) {
      return unwritten(rows, access, defaults);
    }
    if (known === undefined) await beginSingleton(rows, tx, access);
    const id = known ?? (await idOfSingleton(rows, tx, access));
    if (id === undefined) throw new Error('The row of a singleton was not created');
    return shownOf(await lockAndPatch(rows, tx, access, id, sent));
  });
}
