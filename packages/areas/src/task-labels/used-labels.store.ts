import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import { Prisma, readPage } from '@wfp/shared/db';
import { labelsInUse } from '../tasks/index.ts';

const { sql } = Prisma;

interface UsedLabel {
  label: string;
  label_id: number | null;
  tasks_count: number;
}

/** The labels of the tasks that the caller sees, the most used first, with their entries in the catalogue. */
export function countLabels(
  caller: Caller,
  page: { limit: number; offset: number },
): Promise<Listed<UsedLabel>> {
  return readPage<UsedLabel>(caller, page, {
    columns: sql`u.label, l.id as label_id, u.tasks_count`,
    from: sql`(${labelsInUse(caller)}) u`,
    join: sql`left join task_labels l on l.org_id = ${caller.org_id} and l.name = u.label and l.deleted_at is null`,
    where: sql`true`,
    orderBy: sql`u.tasks_count desc, u.label`,
  });
}
