import { z } from 'zod';
import { missingPermission } from '../../access/require-row.ts';
import type { Caller } from '../../caller.ts';
import { completeList, Id } from '../../contract/index.ts';
import { type Prisma, readRows, type Transaction, writeInTransaction } from '../../db/index.ts';
import { endpoint } from '../../endpoint/declare-endpoint.ts';
import type { Endpoint } from '../../endpoint/endpoint.ts';
import type { Proposal } from '../../endpoint/review.ts';
import { invalidField } from '../../errors.ts';
import type { ComposedResource, Contribution, ResourceBase } from '../capability.ts';
import { field } from '../contract/field.ts';
import { emitterForPhase } from '../emitter.ts';
import { reviewOfList } from '../reviews.ts';
import { listParams, resolveList } from '../routes/route.ts';
import type { AnyRow, AnyValues } from '../rows/row.ts';
import { recordingForPhase, runBeforeLockHooks } from '../rows/rows.service.ts';
import type { RowAccess, Rows } from '../rows/rows.ts';
import {
  closeGap,
  hasMoreThan,
  listGroupRows,
  listGroupStates,
  lockOrder,
  nextPosition,
  type RowOrder,
  type RowState,
  repositionRows,
} from './ordered.store.ts';

/**
 * Rows in an order that clients choose. `position` numbers live rows from 0, without gaps. A new or restored row is
 * appended, archiving closes the gap, and `POST …/reorder` sets a new order of all rows. Gaps among rows that were
 * written before the resource was declared are harmless: the order is kept, and the next reorder closes the gaps.
 */
export interface Ordered {
  /** The columns whose values define separate orders; one order per organization if omitted. */
  within?: readonly string[];
}

/** Functions for hand-written writes of the area on ordered rows. */
export interface OrderWriter {
  /** Locks the organization's orders until the end of the transaction: after the tree, before rows. */
  lock(tx: Transaction, caller: Caller): Promise<void>;
  /** The position after the last row of the group with these values, as SQL. */
  next(caller: Caller, group: AnyValues): Prisma.Sql;
  /**
   * @param added the number of rows that will be added to the group with these values
   * @throws AppError `invalid` on `field` if the group would have more than 1,000 rows
   */
  requireSpace(
    tx: Transaction,
    caller: Caller,
    group: AnyValues,
    { added, field }: { added: number; field: string },
  ): Promise<void>;
  /** Moves up the rows after a row that left its group. Part of the recorded write of that row. */
  closeGap(tx: Transaction, caller: Caller, left: AnyRow): Promise<void>;
}

export function orderWriter({ within = [] }: Ordered, table: string, noun: string): OrderWriter {
  const order: RowOrder = { table, within };
  return {
    lock: lockOrder,
    requireSpace: (tx, caller, group, sent) => requireSpace(tx, caller, order, { ...sent, group, noun }),
    next: (caller, group) => nextPosition(caller, order, group),
    closeGap: (tx, caller, left) => closeGap(tx, caller, order, left),
  };
}

/** The column added to rows. */
export type OrderColumns<O> = O extends Ordered ? { position: number } : unknown;

/** Maximum number of rows of a group: a reorder names all of them, and archiving the first moves up all others. */
const maxOrderedRows = 1_000;

export function orderedCapability({ within = [] }: Ordered, base: ResourceBase): Contribution {
  const order: RowOrder = { table: base.table, within };
  const [, noun] = base.noun;
  const isMoved = (before: AnyRow, values: AnyValues) =>
    within.some((name) => values[name] !== undefined && values[name] !== before[name]);
  return {
    fields: { position: field(z.int32(), { writable: 'never', sort: 'value' }) },
    hooks: {
      beforeLock: async ({ tx, caller, values, phase }) => {
        const isPlain = phase === 'update' && values && within.every((name) => values[name] === undefined);
        if (!isPlain) await lockOrder(tx, caller);
      },
      beforeWrite: async ({ tx, caller, before, values, within: fixed }) => {
        if (before && !isMoved(before, values)) return undefined;
        const group = { ...before, ...values, ...fixed };
        const field = within.findLast((name) => !(name in fixed)) ?? firstRequired(base);
        await requireSpace(tx, caller, order, { group, added: 1, field, noun });
        return { position: nextPosition(caller, order, group) };
      },
      afterWrite: async ({ tx, caller, before, row }) => {
        if (before && isMoved(before, row)) await closeGap(tx, caller, order, before);
      },
      afterRestore: async ({ tx, caller, row }) =>
        requireSpace(tx, caller, order, { group: row, added: 0, field: 'id', noun }),
      afterArchive: async ({ tx, caller, row }) => closeGap(tx, caller, order, row),
    },
    onRestore: (caller, alias) => ({ position: nextPosition(caller, order, alias) }),
    endpoints: (composed) => [reorderEndpoint(order, composed)],
  };
}

/** The field that an error about a new row names, if the group does not follow from the body. */
const firstRequired = ({ fields }: ResourceBase): string =>
  Object.keys(fields).find((name) => fields[name]?.required) ?? 'position';

/** The calling code holds the lock of the order. */
async function requireSpace(
  tx: Transaction,
  caller: Caller,
  order: RowOrder,
  { group, added, field, noun }: { group: AnyValues; added: number; field: string; noun: string },
): Promise<void> {
  if (added <= maxOrderedRows && !(await hasMoreThan(tx, caller, order, group, maxOrderedRows - added)))
    return;
  const most = maxOrderedRows.toLocaleString('en');
  throw invalidField(field, `There can be at most ${most} ${noun} next to each other`);
}

function reorderEndpoint(order: RowOrder, { rows, contract, base }: ComposedResource): Endpoint {
  const named = order.within.filter((name) => !(name in rows.route.fixed));
  const groups = Object.fromEntries(
    named.map((name) => [name, (rows.fields[name]?.schema ?? Id) as z.ZodType]),
  );
  const ids = z
    .array(Id)
    .max(maxOrderedRows)
    .meta({ description: 'The ids of all records that are not deleted, each once, in the new order' });
  return endpoint({
    method: 'post',
    path: `${rows.route.path}/reorder`,
    summary: `Reorder ${base.noun[1]}`,
    can: rows.route.permission(rows.rights.update),
    ...listParams(rows.route),
    body: z.strictObject({ ...groups, ids }),
    returns: { 200: contract.list },
    ...emitterForPhase(rows, 'update', ['beforeLock']),
    ...reviewOfList(rows, (access, body) => {
      const { ids: sent, ...group } = body as AnyValues & { ids: number[] };
      return proposePositions(rows, order, access, { ...group, ...access.within }, sent);
    }),
    versionedResource: false,
    handler: async ({ caller, params, body: { ids, ...group } }) => {
      const access = await resolveList(rows, caller, params, rows.rights.update);
      return reorder(rows, order, access, { ...group, ...access.within }, ids as number[]);
    },
  });
}

/** Proposes the rows that a reorder moves; none if the reorder will be rejected. */
async function proposePositions(
  rows: Rows,
  order: RowOrder,
  access: RowAccess,
  group: AnyValues,
  ids: readonly number[],
): Promise<readonly Proposal[]> {
  const live = await listGroupStates(
    { rows: (query) => readRows(access.caller, query) },
    rows,
    order,
    access,
    group,
  );
  if (!isOrderOf(live, ids) || live.some((one) => !one.is_permitted)) return [];
  return movedRows(live, ids).map(({ id }) => ({ record_id: id, change: { position: ids.indexOf(id) } }));
}

const isOrderOf = (live: readonly RowState[], ids: readonly number[]): boolean =>
  ids.length === live.length && new Set(ids).size === ids.length && live.every(({ id }) => ids.includes(id));

const movedRows = (live: readonly RowState[], ids: readonly number[]): RowState[] =>
  live.filter(({ id, position }) => ids.indexOf(id) !== position);

/**
 * @throws AppError `invalid` unless `ids` are exactly the live rows, `forbidden` if the caller may not update all of
 * them
 */
async function reorder(
  rows: Rows,
  order: RowOrder,
  access: RowAccess,
  group: AnyValues,
  ids: readonly number[],
) {
  const { caller } = access;
  return writeInTransaction(caller, async (tx) => {
    // Also locks the order: the `beforeLock` hook above does so for a write without values.
    await runBeforeLockHooks(rows, tx, access, { id: null, values: null, phase: 'update' });
    const live = await listGroupStates(tx, rows, order, access, group);
    if (!isOrderOf(live, ids)) {
      throw invalidField(
        'ids',
        `Must be the ids of all ${live.length} records that are not deleted, each once`,
      );
    }
    if (live.some((one) => !one.is_permitted)) {
      throw missingPermission(caller, rows.route.permission(rows.rights.update), 'on every record');
    }
    if (movedRows(live, ids).length > 0)
      await tx.write(repositionRows(rows, order, access, group, ids), recordingForPhase(rows, 'update'));
    const data = await listGroupRows(tx, rows, order, access, group);
    return completeList(data);
  });
}
