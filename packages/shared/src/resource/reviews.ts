import type { Right } from '../access/rights.ts';
import type { Caller } from '../caller.ts';
import type { Change } from '../db/index.ts';
import { findDifferentIds } from '../db/writes/unchanged.ts';
import type { Proposal, ReviewedWrite } from '../endpoint/review.ts';
import { type PathParams, resolveList, resolveRow } from './routes/route.ts';
import type { AnyRow, AnyValues } from './rows/row.ts';
import { findRow, updateRowIfDifferent } from './rows/rows.store.ts';
import type { RowAccess, Rows } from './rows/rows.ts';

interface WriteCall {
  caller: Caller;
  params: PathParams;
  body: unknown;
}

type Reviewed = { review?: ReviewedWrite<never> };

/**
 * The review that runs before a write of rows: `<code>.pre_create`, `<code>.pre_update` or `<code>.pre_archive`. Rows
 * whose events belong to their parent have none, as they have no `post_` events either.
 */
function reviewed(
  { code, table }: Rows,
  phase: 'create' | 'update' | 'archive',
  proposals: (call: WriteCall) => Promise<readonly Proposal[]>,
): Reviewed {
  return table.aggregate === code ? { review: { hook: `${code}.pre_${phase}`, proposals } } : {};
}

export const reviewOfCreate = (rows: Rows): Reviewed =>
  reviewed(rows, 'create', async ({ caller, params, body }) => {
    await resolveList(rows, caller, params, rows.rights.create);
    return [{ record_id: null, change: body as AnyValues }];
  });

/** Proposes nothing for a patch that does not change the row, or that the caller may not make. */
export const reviewOfUpdate = (rows: Rows): Reviewed =>
  reviewed(rows, 'update', async ({ caller, params, body }) => {
    const { access, id } = await resolveRow(rows, caller, params, rows.rights.update);
    const values = body as AnyValues;
    return proposeUpdate(caller, updateRowIfDifferent(rows, access, id, values, rows.rights.update), values);
  });

/** Reviews a change that depends on the row. `change` returns null if the write will be rejected. */
export const reviewOfChange = (
  rows: Rows,
  right: Right,
  change: (before: AnyRow, body: unknown) => AnyValues | null,
): Reviewed =>
  reviewed(rows, 'update', async ({ caller, params, body }) => {
    const { access, id } = await resolveRow(rows, caller, params, right);
    const before = await findRow<AnyRow>(rows, access, id, right);
    const values = before ? change(before, body) : null;
    return values ? [{ record_id: id, change: values }] : [];
  });

export const reviewOfArchive = (rows: Rows): Reviewed =>
  reviewed(rows, 'archive', async ({ caller, params }) => {
    const { access, id } = await resolveRow(rows, caller, params, rows.rights.archive);
    const row = await findRow<AnyRow>(rows, access, id, rows.rights.archive);
    return row ? [{ record_id: id, change: {} }] : [];
  });

/** Reviews a write of the rows of a list, such as a reorder. */
export const reviewOfList = (
  rows: Rows,
  propose: (access: RowAccess, body: unknown) => Promise<readonly Proposal[]>,
): Reviewed =>
  reviewed(rows, 'update', async ({ caller, params, body }) =>
    propose(await resolveList(rows, caller, params, rows.rights.update), body),
  );

/**
 * Proposes the rows that an `updateIfDifferent` would change.
 *
 * @param change the values as the request names them
 */
export async function proposeUpdate(
  caller: Caller,
  update: Change<unknown>,
  change: AnyValues,
): Promise<Proposal[]> {
  const ids = await findDifferentIds(caller, update);
  return ids.map((record_id) => ({ record_id, change }));
}
