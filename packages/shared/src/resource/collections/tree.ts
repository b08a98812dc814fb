import { z } from 'zod';
import type { Caller } from '../../caller.ts';
import { Id } from '../../contract/index.ts';
import type { LockOf } from '../../db/advisory-locks.ts';
import type { Transaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import { invalidField } from '../../errors.ts';
import type { ComposedResource, Contribution, ResourceBase } from '../capability.ts';
import { field } from '../contract/field.ts';
import { emitterForPhase } from '../emitter.ts';
import { withArticle } from '../nouns.ts';
import { reviewOfUpdate } from '../reviews.ts';
import { resolveRow, rowParams, rowPath } from '../routes/route.ts';
import type { WriteStep } from '../rows/hooks/hooks.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { patchRow } from '../rows/rows.service.ts';
import {
  computeHeight,
  countChildren,
  findLineage,
  findOtherKindBelow,
  lockTree,
  type TreeShape,
  treeCheck,
} from './tree.store.ts';
import { type NodeFields, treeEndpoint } from './tree-nodes.ts';

/**
 * Rows form a tree: `parent_id` refers to a row of the same table, `GET …/tree` returns all rows nested, and `POST
 * …/:id/move` moves a row with its descendants. Changes of the structure are serialized, so that two concurrent moves
 * cannot form a cycle.
 */
export interface Tree extends TreeShape, NodeFields {
  /**
   * The lock for structural changes, if the area also takes it elsewhere; a lock shared by all declared trees if
   * omitted.
   */
  lock?: LockOf<'organization'>;
  /** False if rows with children can be archived, after a check by the area. */
  protectsParents?: boolean;
}

/** The column added to rows. */
export type TreeColumns<T> = T extends Tree ? { parent_id: number | null } : unknown;

export function treeCapability(options: Tree, base: ResourceBase): Contribution {
  const { kinds, within = [], protectsParents = true } = options;
  if (kinds && !base.fields[kinds.field]?.required)
    throw new Error(`${base.code}.${kinds.field} must be required`);
  for (const name of within) {
    const { required, writable, filter } = base.fields[name] ?? {};
    if (!required || writable !== 'once' || !filter)
      throw new Error(`${base.code}.${name} must be required, writable once and a filter`);
  }
  const changesTree = (values: AnyValues | null) =>
    values === null || values.parent_id !== undefined || (kinds && values[kinds.field] !== undefined);
  return {
    fields: { parent_id: field(Id.nullable(), { filter: true, references: base.table }) },
    hooks: {
      beforeLock: async ({ tx, caller, values, phase }) => {
        if (phase !== 'update' || changesTree(values)) await lockTree(tx, caller, options.lock);
      },
      beforeWrite: async ({ tx, caller, before, values }) => {
        if (!before || changesTree(values))
          await rejectMisplaced(options, base, { tx, caller }, before, { ...before, ...values });
        return undefined;
      },
      ...(protectsParents && {
        beforeArchive: async ({ tx, caller, before }: WriteStep & { before: AnyRow }) => {
          const children = await countChildren(tx, caller, base.table, before.id);
          const [noun, them] = children === 1 ? [base.noun[0], 'it'] : [base.noun[1], 'them'];
          if (children > 0)
            throw invalidField('id', `Has ${children} ${noun} below it; move or delete ${them} first`);
        },
      }),
      afterRestore: async ({ tx, caller, row }) => rejectMisplaced(options, base, { tx, caller }, row, row),
    },
    endpoints: (composed) => [treeEndpoint(options, composed), moveEndpoint(composed)],
    checks: [treeCheck(options, base)],
  };
}

/**
 * @throws AppError `invalid` if the parent would form a cycle or exceed the maximum depth, belongs to another tree, or if
 * the kinds of the parent, the row and its children do not fit
 */
async function rejectMisplaced(
  { maxDepth, kinds, within = [] }: Tree,
  { table, noun: [one] }: ResourceBase,
  { tx, caller }: WriteStep,
  before: AnyRow | null,
  after: AnyValues,
): Promise<void> {
  const parent_id = typeof after.parent_id === 'number' ? after.parent_id : null;
  const compared = [...within, ...(kinds ? [kinds.field] : [])];
  const lineage = parent_id === null ? [] : await findLineage(tx, caller, table, parent_id, compared);
  if (before && lineage.some(({ id }) => id === before.id)) {
    throw invalidField('parent_id', `Must not be the ${one} itself or below it`);
  }
  const height = before ? await computeHeight(tx, caller, table, before.id) : 1;
  if (lineage.length + height > maxDepth)
    throw invalidField('parent_id', `Exceeds the maximum depth of ${maxDepth} levels`);
  const parent = lineage[0]?.compared;
  const different = within.find((name) => parent && parent[name] !== after[name]);
  if (different !== undefined) throw invalidField('parent_id', `Must have the same ${different}`);
  if (kinds) await rejectOtherKinds(kinds, table, { tx, caller }, parent, before, after);
}

/** @throws AppError `invalid` if the kinds of the parent, the row and its children do not fit */
async function rejectOtherKinds(
  kinds: NonNullable<Tree['kinds']>,
  table: string,
  { tx, caller }: WriteStep,
  parent: AnyValues | undefined,
  before: AnyRow | null,
  after: AnyValues,
): Promise<void> {
  const kind = String(after[kinds.field]);
  const above = parent ? String(parent[kinds.field]) : null;
  if (!allowedParents(kinds, kind).includes(above)) {
    throw invalidField('parent_id', `${kind} must be ${describeAllowedParents(kinds, kind)}`);
  }
  if (!before || before[kinds.field] === kind) return;
  const fitting = Object.keys(kinds.below).filter((below) => kinds.below[below]?.includes(kind));
  const misplaced = await findOtherKindBelow(tx, caller, table, before.id, kinds.field, fitting);
  if (misplaced !== undefined) {
    throw invalidField(
      kinds.field,
      `Has ${misplaced} below it, which must be ${describeAllowedParents(kinds, misplaced)}`,
    );
  }
}

const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

/** A kind may be a code that the organization added. */
function allowedParents({ below }: Pick<NonNullable<Tree['kinds']>, 'below'>, kind: string) {
  return Object.hasOwn(below, kind) ? (below[kind] ?? []) : [];
}

/** Describes the parents allowed for a kind: `at the top or below office or floor`. */
function describeAllowedParents({ below }: NonNullable<Tree['kinds']>, kind: string): string {
  const allowed = allowedParents({ below }, kind);
  const above = allowed.filter((name) => name !== null);
  const parents = [
    ...(allowed.includes(null) ? ['at the top'] : []),
    ...(above.length > 0 ? [`below ${disjunction.format(above)}`] : []),
  ];
  return parents.join(' or ');
}

function moveEndpoint({ rows, contract, base }: ComposedResource): Endpoint {
  const [one] = base.noun;
  return endpoint({
    method: 'post',
    path: `${rowPath(rows)}/move`,
    summary: `Move ${withArticle(one)} below another or to the root level`,
    can: rows.route.permission(rows.rights.update),
    params: rowParams(rows),
    body: z.strictObject({
      parent_id: Id.nullable().meta({ description: 'The new parent; null for the root level' }),
    }),
    returns: { 200: contract.row },
    ...emitterForPhase(rows, 'update'),
    ...reviewOfUpdate(rows),
    handler: async ({ caller, params, body }) => {
      const { access, id } = await resolveRow(rows, caller, params, rows.rights.update);
      return patchRow(rows, access, id, body);
    },
  });
}

/** Functions for hand-written writes of the area on a tree. */
export interface TreeReader {
  /** Locks the structure of the organization's tree until the end of the transaction. */
  lock(tx: Transaction, caller: Caller): Promise<void>;
  /** Returns the ids of a row and its ancestors, nearest first; empty if the row does not exist. */
  findLineage(tx: Transaction, caller: Caller, id: number): Promise<number[]>;
  countChildren(tx: Transaction, caller: Caller, id: number): Promise<number>;
  /** Returns the number of levels of the subtree of a row: 1 without live descendants. */
  computeHeight(tx: Transaction, caller: Caller, id: number): Promise<number>;
}

export function treeReader({ lock }: Tree, table: string): TreeReader {
  return {
    lock: (tx, caller) => lockTree(tx, caller, lock),
    findLineage: async (tx, caller, id) => (await findLineage(tx, caller, table, id)).map((row) => row.id),
    countChildren: (tx, caller, id) => countChildren(tx, caller, table, id),
    computeHeight: (tx, caller, id) => computeHeight(tx, caller, table, id),
  };
}
