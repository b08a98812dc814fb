import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Caller } from '../../caller.ts';
import { Id, ListOf, PagingWithoutIds, Timestamp } from '../../contract/index.ts';
import { type Transaction, writeInTransaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { AppError, invalidField, notFound } from '../../errors.ts';
import type { ComposedResource, Contribution, ResourceBase } from '../capability.ts';
import { field } from '../contract/field.ts';
import { withArticle } from '../nouns.ts';
import { reviewOfChange } from '../reviews.ts';
import { resolveRow, rowParams, rowPath } from '../routes/route.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { getRow, missingRowError, recordingForPhase } from '../rows/rows.service.ts';
import { lockRow, updateRow } from '../rows/rows.store.ts';
import type { RowAccess, Rows } from '../rows/rows.ts';
import {
  findVersion,
  findVersionInTransaction,
  findVersions,
  insertVersions,
  type VersionTable,
} from './versions.store.ts';

/**
 * Numbered, immutable versions of rows in a separate table. With `on: 'publish'` the row is a draft and `POST
 * …/:id/publish` creates a version; with `on: 'change'`, every new row and every change of the stored fields creates
 * one.
 */
export interface Versions extends VersionTable {
  on: 'change' | 'publish';
}

/** The column added to rows: the number of the latest version, 0 before the first. */
export type VersionColumns<V> = V extends Versions ? { version: number } : unknown;

export function versionsCapability(options: Versions, base: ResourceBase): Contribution {
  const version = { version: field(z.int().nonnegative(), { writable: 'never' }) };
  const published = `${base.code}.published`;
  if (options.on === 'publish') {
    return {
      fields: version,
      events: { [published]: `A version of ${withArticle(base.noun[0])} was published.` },
      endpoints: (composed) => [
        publishEndpoint(options, composed, published),
        ...versionEndpoints(options, composed),
      ],
    };
  }
  return {
    fields: version,
    hooks: {
      beforeWrite: async ({ before, values }) =>
        before && hasChanges(options, before, values) ? { version: Number(before.version) + 1 } : undefined,
      afterWrite: async ({ tx, caller, before, row }) => {
        if (row.version !== before?.version) await insertVersions(tx, caller, base.table, options, [row.id]);
      },
    },
    endpoints: (composed) => versionEndpoints(options, composed),
  };
}

/** Functions for hand-written writes of the area on rows with `on: 'change'`. */
export interface VersionWriter {
  /** Returns the version of a row after values are written. */
  next(before: AnyRow, values: AnyValues): number;
  /** Inserts the current values of rows as a version. Part of the recorded write that increased `version`. */
  store(tx: Transaction, caller: Caller, ids: readonly number[]): Promise<void>;
}

export function versionWriter(options: Versions, table: string): VersionWriter {
  return {
    next: (before, values) => Number(before.version) + (hasChanges(options, before, values) ? 1 : 0),
    store: (tx, caller, ids) => insertVersions(tx, caller, table, options, ids),
  };
}

function hasChanges({ fields }: Versions, before: AnyRow, values: AnyValues): boolean {
  return fields.some((name) => values[name] !== undefined && !isDeepStrictEqual(values[name], before[name]));
}

function publishEndpoint(
  options: Versions,
  { rows, contract, base }: ComposedResource,
  event: string,
): Endpoint {
  return endpoint({
    method: 'post',
    path: `${rowPath(rows)}/publish`,
    summary: `Publish ${withArticle(base.noun[0])} as a new version`,
    can: rows.route.permission('publish'),
    params: rowParams(rows),
    returns: { 200: contract.row },
    emits: [rows.events.update.type, event],
    ...reviewOfChange(rows, 'publish', (before) => ({ version: Number(before.version) + 1 })),
    handler: async ({ caller, params }) => {
      const { access, id } = await resolveRow(rows, caller, params, 'publish');
      return publishVersion(options, rows, access, id, event);
    },
  });
}

async function publishVersion(
  options: Versions,
  rows: Rows,
  access: RowAccess,
  id: number,
  event: string,
): Promise<AnyRow> {
  const { caller } = access;
  return writeInTransaction(caller, async (tx) => {
    const before = await lockRow<AnyRow>(rows, tx, access, id, 'publish');
    if (!before) throw await missingRowError(rows, access, id, 'publish');
    const number = Number(before.version);
    const last = await findVersionInTransaction(tx, caller, options, id, number);
    if (last && !hasChanges(options, { id, ...last.snapshot }, before)) {
      throw invalidField('version', `Nothing has changed since version ${number}`);
    }
    const change = updateRow<AnyRow>(rows, access, id, { version: number + 1 }, 'publish');
    const [row] = await tx.write(change, recordingForPhase(rows, 'update', [{ type: event }]));
    if (!row) throw notFound(rows.noun);
    await insertVersions(tx, caller, rows.table.name, options, [id]);
    return row;
  });
}

const VersionNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Must be a version number')
  .transform(Number);

function versionEndpoints(options: Versions, { rows, base }: ComposedResource): Endpoint[] {
  const Version = z.object({
    version: z.int().positive(),
    snapshot: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The values of the record in this version' }),
    changed_by: Id.nullable().meta({ description: 'The user who created it; null for the system' }),
    changed_at: Timestamp,
  });
  const can = rows.route.permission(rows.rights.get);
  const path = `${rowPath(rows)}/versions`;
  return [
    endpoint({
      method: 'get',
      path,
      summary: `List versions of ${withArticle(base.noun[0])}`,
      can,
      params: rowParams(rows),
      query: z.strictObject(PagingWithoutIds),
      returns: { 200: ListOf(Version) },
      handler: async ({ caller, params, query }) => {
        const { access, id } = await resolveRow(rows, caller, params, rows.rights.get);
        await getRow(rows, access, id);
        return findVersions(caller, options, id, query);
      },
    }),
    endpoint({
      method: 'get',
      path: `${path}/:version`,
      summary: `Fetch a version of ${withArticle(base.noun[0])}`,
      can,
      params: rowParams(rows, { version: VersionNumber }),
      returns: { 200: Version },
      handler: async ({ caller, params }) => {
        const { access, id } = await resolveRow(rows, caller, params, rows.rights.get);
        await getRow(rows, access, id);
        const found = await findVersion(caller, options, id, Number(params.version));
        if (!found) throw new AppError('not_found', 'Version not found');
        return found;
      },
    }),
  ];
}
