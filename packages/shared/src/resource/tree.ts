import { z } from 'zod';
import { Id } from '../contract/index.ts';
import { type Endpoint, endpoint } from '../endpoint/endpoint.ts';
import { invalidField } from '../errors.ts';
import type { Base, Composed, Contribution } from './capability.ts';
import { field } from './field.ts';
import type { Step } from './hooks.ts';
import { enterList, enterRow, listParams, rowParams } from './place.ts';
import type { AnyRow, AnyValues } from './row.ts';
import { patchRow } from './rows.service.ts';
import { countChildren, heightOf, lineageOf, lockTree, treeRows } from './tree.store.ts';

/**
 * Rows form a tree: `parent_id` refers to a row of the same table, `GET …/tree` returns all rows below their parents, and
 * `POST …/:id/move` puts a row, with everything below it, elsewhere. Changes of the tree are made one after the other,
 * so that two moves cannot close a cycle together.
 */
export interface Tree {
  /** Levels that a tree may have. */
  maxDepth: number;
  /** Which kinds may lie below which; null stands for the top. Any below any if omitted. */
  kinds?: { field: string; below: Readonly<Record<string, readonly (string | null)[]>> };
  /** The fields of a row that the tree shows; all if omitted. */
  shows?: readonly string[];
  /** What a move writes besides the event of the update. */
  movedEvent?: string;
  /** False if rows that have others below them can be archived after a check of the area's own. */
  keepsParents?: boolean;
}

/** The column that rows get. */
export type TreeColumns<T> = T extends Tree ? { parent_id: number | null } : unknown;

export function treeOfRows(options: Tree, base: Base): Contribution {
  const { movedEvent, kinds, keepsParents = true } = options;
  if (kinds && !base.fields[kinds.field]?.required)
    throw new Error(`${base.code}.${kinds.field} must be required`);
  const changesTree = (values: AnyValues | null) =>
    values === null || values.parent_id !== undefined || (kinds && values[kinds.field] !== undefined);
  return {
    fields: { parent_id: field(Id.nullable(), { filter: true, references: base.table }) },
    hooks: {
      beforeLock: async ({ tx, caller, values, phase }) => {
        if (phase !== 'update' || changesTree(values)) await lockTree(tx, caller);
      },
      beforeWrite: async ({ tx, caller, before, values }) => {
        if (!before || changesTree(values))
          await refuseMisplaced(options, base, { tx, caller }, before, { ...before, ...values });
        return undefined;
      },
      ...(keepsParents && {
        beforeArchive: async ({ tx, caller, before }: Step & { before: AnyRow }) => {
          const children = await countChildren(tx, caller, base.table, before.id);
          if (children > 0)
            throw invalidField('id', `Has ${children} ${base.noun[1]} below it; move or delete them first`);
        },
      }),
      afterRestore: async ({ tx, caller, row }) => refuseMisplaced(options, base, { tx, caller }, row, row),
    },
    endpoints: (composed) => [treeEndpoint(options, composed), moveEndpoint(composed, movedEvent)],
  };
}

/** @throws AppError `invalid` for a place that closes a cycle, is too deep, or is not for this kind */
async function refuseMisplaced(
  { maxDepth, kinds }: Tree,
  { table, noun: [one] }: Base,
  { tx, caller }: Step,
  before: AnyRow | null,
  after: AnyValues,
): Promise<void> {
  const parent_id = typeof after.parent_id === 'number' ? after.parent_id : null;
  const lineage = parent_id === null ? [] : await lineageOf(tx, caller, table, parent_id, kinds?.field);
  if (before && lineage.some(({ id }) => id === before.id)) {
    throw invalidField('parent_id', `Must not be the ${one} itself or below it`);
  }
  const height = before ? await heightOf(tx, caller, table, before.id) : 1;
  if (lineage.length + height > maxDepth)
    throw invalidField('parent_id', `Exceeds the maximum depth of ${maxDepth} levels`);
  if (!kinds) return;
  const kind = String(after[kinds.field]);
  const allowed = kinds.below[kind] ?? [];
  const above = lineage[0]?.kind ?? null;
  if (allowed.includes(above)) return;
  const places = allowed.map((name) => (name === null ? 'at the top' : `below ${name}`));
  throw invalidField('parent_id', `${kind} must be ${places.join(' or ')}`);
}

function treeEndpoint({ shows }: Tree, { rows, contract, base }: Composed): Endpoint {
  const { shape } = contract.row;
  const shown = shows ? ['id', 'parent_id', ...shows] : Object.keys(shape);
  const Node: z.ZodType = z.object({
    ...Object.fromEntries(shown.map((name) => [name, shape[name] as z.ZodType])),
    get children() {
      return z.array(Node);
    },
  });
  return endpoint({
    method: 'get',
    path: `${rows.place.path}/tree`,
    summary: `List ${base.noun[1]} as a tree`,
    can: rows.place.permission(rows.rights.list),
    ...listParams(rows.place),
    returns: { 200: z.object({ data: z.array(Node), total: z.int().nonnegative() }) },
    handler: async ({ caller, params }) => {
      const access = await enterList(rows, caller, params, rows.rights.list);
      return treeOf(await treeRows(rows, access, base.sort), shown);
    },
  });
}

interface TreeNode {
  children: TreeNode[];
  [name: string]: unknown;
}

/** Puts rows below their parents. A row whose parent the caller does not see is at the top. */
function treeOf(rows: readonly AnyRow[], shown: readonly string[]): { data: TreeNode[]; total: number } {
  const nodes = new Map<unknown, TreeNode>(
    rows.map((row) => [
      row.id,
      { ...Object.fromEntries(shown.map((name) => [name, row[name]])), children: [] },
    ]),
  );
  const data: TreeNode[] = [];
  for (const row of rows) {
    const siblings = nodes.get(row.parent_id)?.children ?? data;
    siblings.push(nodes.get(row.id) as TreeNode);
  }
  return { data, total: rows.length };
}

function moveEndpoint({ rows, contract, base }: Composed, movedEvent: string | undefined): Endpoint {
  const [one] = base.noun;
  const { type, also } = rows.events.update;
  return endpoint({
    method: 'post',
    path: `${rows.place.path}/:id/move`,
    summary: `Move a ${one} below another or to the top`,
    can: rows.place.permission(rows.rights.update),
    params: rowParams(rows.place),
    body: z.strictObject({ parent_id: Id.nullable().meta({ description: 'null: to the top' }) }),
    returns: { 200: contract.row },
    emits: [type, ...also.map((event) => event.type), ...(movedEvent ? [movedEvent] : [])],
    handler: async ({ caller, params, body }) => {
      const { access, id } = await enterRow(rows, caller, params, rows.rights.update);
      return patchRow(rows, access, id, body);
    },
  });
}
