import { Prisma } from '@wfp/shared/db';
import type { z } from 'zod';
import type { ShownWeek } from './work-schedules.contract.ts';

const { sql } = Prisma;

/** Expression: the id of the live schedule with a name, regardless of case. */
export const workScheduleNamed = (org_id: number, name: string): Prisma.Sql =>
  sql`(select w.id from work_schedules w
    where w.org_id = ${org_id} and lower(w.name) = lower(${name}) and w.deleted_at is null)`;

/** Expression: the name of the work schedule of a row. */
export const workScheduleNameOf = (row: string): Prisma.Sql =>
  Prisma.raw(
    `(select w.name from work_schedules w where w.org_id = ${row}.org_id and w.id = ${row}.work_schedule_id)`,
  );

export interface WorkSchedule {
  id: number;
  name: string;
  /** Monday first. */
  days: z.output<typeof ShownWeek>;
  scales_with_fte: boolean;
}

/** Query for the {@link WorkSchedule schedules} with some ids, deleted or not. */
export const selectWorkSchedules = (org_id: number, ids: readonly number[]): Prisma.Sql =>
  sql`select w.id, w.name, w.days, w.scales_with_fte from work_schedules w
    where w.org_id = ${org_id} and w.id = any(${[...ids]}::int[])`;

/** Condition: there is a live work schedule with an id. */
export const isLiveWorkSchedule = (org_id: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  sql`exists (select from work_schedules w where w.org_id = ${org_id} and w.id = ${id} and w.deleted_at is null)`;
