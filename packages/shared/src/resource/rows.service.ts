import type { Right } from '../access/rights.ts';
import type { Caller } from '../caller.ts';
import type { Listed } from '../contract/index.ts';
import { type Transaction, write, writeInTransaction } from '../db/index.ts';
import { AppError, invalidField, notFound } from '../errors.ts';
import type { Fields, RowOf, Values } from './field.ts';
import {
  type AnyRow,
  archived,
  findRow,
  findRows,
  insertRow,
  type ListQuery,
  liesInReach,
  lockReferred,
  lockRow,
  type RowsDefinition,
  reachesAll,
  updateRow,
} from './rows.store.ts';

/** A change as hooks see it, inside its transaction. */
interface Step {
  tx: Transaction;
  caller: Caller;
}

/**
 * What a resource does besides writing the row, in the same transaction. A hook refuses by throwing; its own
 * writes are recorded like any other, under events that the resource declares.
 */
export interface Hooks<F extends Fields> {
  /**
   * Before the row is locked: for a lock of the organization that others take before rows, too. `values` is what was
   * sent; nothing where the row is deleted or brought back.
   */
  beforeLock?(step: Step & { values: Values<F> | null }): Promise<void>;
  /** Before a row is created or changed. What it returns is written too, over what was sent. */
  beforeWrite?(step: Step & { before: RowOf<F> | null; values: Values<F> }): Promise<Values<F> | undefined>;
  /** After a row was created or changed. */
  afterWrite?(step: Step & { before: RowOf<F> | null; row: RowOf<F> }): Promise<void>;
  /** Before a row is deleted. */
  beforeArchive?(step: Step & { before: RowOf<F> }): Promise<void>;
  /** After a row was deleted. */
  afterArchive?(step: Step & { row: RowOf<F> }): Promise<void>;
  /** After a deleted row was brought back. Its references are known to live. */
  afterRestore?(step: Step & { row: RowOf<F> }): Promise<void>;
}

/** A resource as its use cases know it. */
export interface Rows extends RowsDefinition {
  /** What one of them is called in messages. */
  noun: string;
  hooks: Hooks<Fields>;
}

export async function listRows(rows: Rows, caller: Caller, query: ListQuery): Promise<Listed<AnyRow>> {
  if (query.deleted && !caller.reach(`${rows.code}:manage`)) {
    throw new AppError('forbidden', `Deleted rows take the permission ${rows.code}:manage`);
  }
  return findRows(rows, caller, query);
}

export async function getRow(rows: Rows, caller: Caller, id: number): Promise<AnyRow> {
  const row = await findRow(rows, caller, id);
  if (!row) throw notFound(rows.noun);
  return row;
}

/** Creates a row: in one statement where there is nothing to look at besides it. */
export async function createRow(rows: Rows, caller: Caller, sent: object): Promise<AnyRow> {
  const recording = { event: eventOf(rows, 'post_create'), also: rows.sql.events?.create ?? [] };
  if (isPlain(rows, caller, sent, 'create')) {
    return only(rows, await write(caller, insertRow(rows, caller, sent), recording));
  }
  return writeInTransaction(caller, async (tx) => {
    await rows.hooks.beforeLock?.({ tx, caller, values: sent });
    const values = await prepared(rows, { tx, caller }, null, sent);
    const row = only(rows, await tx.write(insertRow(rows, caller, values), recording));
    await refuseBeyondReach(rows, { tx, caller }, row.id, 'create');
    await rows.hooks.afterWrite?.({ tx, caller, before: null, row: row as never });
    return row;
  });
}

/** Changes fields of a row: in one statement where there is nothing to look at besides it. */
export async function patchRow(rows: Rows, caller: Caller, id: number, sent: object): Promise<AnyRow> {
  const recording = { event: eventOf(rows, 'post_update'), also: rows.sql.events?.update ?? [] };
  if (isPlain(rows, caller, sent, 'update')) {
    const [row] = await write(caller, updateRow(rows, caller, id, sent, 'update'), recording);
    return row ?? refuse(rows, caller, id, 'update');
  }
  return writeInTransaction(caller, async (tx) => {
    await rows.hooks.beforeLock?.({ tx, caller, values: sent });
    const before = await lockRow(rows, tx, caller, id, 'update');
    if (!before) return refuse(rows, caller, id, 'update');
    const values = await prepared(rows, { tx, caller }, before, sent);
    const row = only(rows, await tx.write(updateRow(rows, caller, id, values, 'update'), recording));
    await refuseBeyondReach(rows, { tx, caller }, id, 'update');
    await rows.hooks.afterWrite?.({ tx, caller, before: before as never, row: row as never });
    return row;
  });
}

/** Marks a row as deleted. */
export async function archiveRow(rows: Rows, caller: Caller, id: number): Promise<void> {
  const event = eventOf(rows, 'post_archive');
  const { beforeArchive, afterArchive } = rows.hooks;
  if (!beforeArchive && !afterArchive) {
    const [row] = await write(caller, updateRow(rows, caller, id, archived, 'archive'), { event });
    if (!row) await refuse(rows, caller, id, 'archive');
    return;
  }
  await writeInTransaction(caller, async (tx) => {
    await rows.hooks.beforeLock?.({ tx, caller, values: null });
    const before = await lockRow(rows, tx, caller, id, 'archive');
    if (!before) return refuse(rows, caller, id, 'archive');
    await beforeArchive?.({ tx, caller, before: before as never });
    const row = only(rows, await tx.write(updateRow(rows, caller, id, archived, 'archive'), { event }));
    await afterArchive?.({ tx, caller, row: row as never });
  });
}

/** Brings a deleted row back, if its references still live and nobody took what was its own. */
export async function restoreRow(rows: Rows, caller: Caller, id: number): Promise<AnyRow> {
  const event = eventOf(rows, 'post_restore');
  const change = updateRow(rows, caller, id, { deleted_at: null }, 'manage');
  return writeInTransaction(caller, async (tx) => {
    await rows.hooks.beforeLock?.({ tx, caller, values: null });
    const row = only(rows, await tx.write(change, { event, action: 'restore' }));
    await refuseBrokenReferences(rows, { tx, caller }, null, row);
    await rows.hooks.afterRestore?.({ tx, caller, row: row as never });
    return row;
  });
}

type Phase = 'post_create' | 'post_update' | 'post_archive' | 'post_restore';

/** The event of a phase of a resource's rows. */
export function eventOf({ table }: Pick<RowsDefinition, 'table'>, phase: Phase): string {
  return `${table.aggregate}.${phase}`;
}

async function prepared(rows: Rows, step: Step, before: AnyRow | null, sent: object): Promise<object> {
  const own = await rows.hooks.beforeWrite?.({ ...step, before: before as never, values: sent });
  const values = { ...sent, ...own };
  await refuseBrokenReferences(rows, step, before, values);
  return values;
}

const referencesOf = ({ fields }: Rows) =>
  Object.entries(fields).flatMap(([name, { references }]) => (references ? [{ name, references }] : []));

/** Whether there is nothing to look at besides the row itself: then one statement is the whole write. */
function isPlain(rows: Rows, caller: Caller, sent: object, right: Right): boolean {
  const refers = referencesOf(rows).some(({ name }) => (sent as AnyRow)[name] != null);
  const { beforeWrite, afterWrite } = rows.hooks;
  return !refers && !beforeWrite && !afterWrite && reachesAll(rows, caller, right);
}

/**
 * Locks what is referred to, always in the order of the fields. A row keeps what it has, whatever became of it: a
 * client may send back the whole of a row whose team was deleted.
 */
async function refuseBrokenReferences(
  rows: Rows,
  { tx, caller }: Step,
  before: AnyRow | null,
  values: object,
): Promise<void> {
  for (const { name, references } of referencesOf(rows)) {
    const id = (values as AnyRow)[name];
    if (typeof id !== 'number' || id === before?.[name]) continue;
    if (!(await lockReferred(tx, caller, references, id))) {
      throw invalidField(name, 'Refers to nothing that exists');
    }
  }
}

/** Nobody makes a row, or moves one, to where their right does not reach. */
async function refuseBeyondReach(rows: Rows, { tx, caller }: Step, id: number, right: Right): Promise<void> {
  if (await liesInReach(rows, tx, caller, id, right)) return;
  throw new AppError('forbidden', `Your ${rows.code}:${right} does not reach such a row`);
}

/** A row that was not changed: 404 when the caller cannot see it, 403 when they only can. */
async function refuse(rows: Rows, caller: Caller, id: number, right: Right): Promise<never> {
  if (!(await findRow(rows, caller, id))) throw notFound(rows.noun);
  throw new AppError('forbidden', `Your ${rows.code}:${right} does not reach this row`);
}

function only({ noun }: Rows, [row]: AnyRow[]): AnyRow {
  if (!row) throw notFound(noun);
  return row;
}
