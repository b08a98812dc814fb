import { type Caller, hasVisibleRow } from '@wfp/shared';
import type { ListPage } from '@wfp/shared/contract';
import { containsPattern, orderBy, Prisma, readPage, type SortKey } from '@wfp/shared/db';
import { labelsInUse } from '../tasks/index.ts';
import type { ListUsedLabels, usedLabelSorts } from './label-moves.contract.ts';

const { sql } = Prisma;

interface UsedLabel {
  label: string;
  label_id: number | null;
  tasks_count: number;
}

const sortKeys: Record<(typeof usedLabelSorts)[number], SortKey> = {
  label: sql`u.label`,
  tasks_count: sql`u.tasks_count`,
};

/** Labels in use by tasks that the caller may read, with their entries in the catalogue. */
export function listUsedLabels(caller: Caller, query: ListUsedLabels): Promise<ListPage<UsedLabel>> {
  return readPage<UsedLabel>(caller, query, {
    columns: sql`u.label, l.id as label_id, u.tasks_count`,
    from: sql`(${labelsInUse(caller)}) u`,
    join: sql`left join task_labels l on l.org_id = ${caller.org_id} and l.name = u.label and l.deleted_at is null
      and ${hasVisibleRow(caller, 'task_label', sql`l.id`)}`,
    where: query.q ? sql`u.label ilike ${containsPattern(query.q)}` : sql`true`,
    orderBy: orderBy(query.sort, sortKeys, sql`u.label`),
  });
}
