import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';

const { sql } = Prisma;

export const everLinkedTasks = (caller: Caller, initiative_id: number): Prisma.Sql =>
  sql`select o.task_id from initiative_tasks o where o.org_id = ${caller.org_id} and o.initiative_id = ${initiative_id}`;
