import type { Caller } from '@wfp/shared';
import { type Change, Prisma, type Transaction, updateRows, wireColumns } from '@wfp/shared/db';
import { labels } from './labels.resource.ts';

const { sql } = Prisma;
const { table } = labels;

export interface LabelRow {
  id: number;
  name: string;
}

/** Locks live labels in the order of their ids. */
export async function lockLabels(
  tx: Transaction,
  caller: Caller,
  ids: readonly number[],
): Promise<Map<number, LabelRow>> {
  const rows = await tx.rows<LabelRow>(sql`select l.id, l.name from task_labels l
    where l.org_id = ${caller.org_id} and l.id = any(${[...ids]}::int[]) and l.deleted_at is null
    order by l.id for update`);
  return new Map(rows.map((row) => [row.id, row]));
}

export function renameLabel(caller: Caller, id: number, name: string): Change<LabelRow> {
  return updateLabel(caller, id, { name });
}

export function archiveLabel(caller: Caller, id: number): Change<LabelRow> {
  return updateLabel(caller, id, { deleted_at: sql`now()` });
}

function updateLabel(caller: Caller, id: number, values: object): Change<LabelRow> {
  return {
    table,
    statement: updateRows(caller, table, { ...values }, sql`id = ${id} and deleted_at is null`),
    select: wireColumns(table, 'c'),
  };
}

export async function insertMove(
  tx: Transaction,
  caller: Caller,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx.executeUnrecorded(sql`insert into task_label_moves (org_id, "from", "to", asked_by)
    values (${caller.org_id}, ${from}, ${to}, ${caller.user_id})`);
}
