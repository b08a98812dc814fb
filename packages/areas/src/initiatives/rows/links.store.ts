import type { Caller } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { LinkRecording } from '../../tasks/index.ts';

const { sql } = Prisma;

const ofInitiative = (what: Prisma.Sql) =>
  sql`(select ${what} from initiatives i where i.org_id = c.org_id and i.id = c.initiative_id)`;

/** Recording of the link events of tasks `c`. */
export const linkRecording: LinkRecording = {
  aggregate: 'initiative',
  aggregate_id: 'initiative_id',
  record_name: ofInitiative(sql`i.name`),
  subject: {
    employee: ofInitiative(sql`i.owner_employee_id`),
    team: ofInitiative(sql`i.team_id`),
    users: [ofInitiative(sql`i.created_by`)],
  },
};

export const everLinkedTasks = (caller: Caller, initiative_id: number): Prisma.Sql =>
  sql`select o.task_id from initiative_tasks o where o.org_id = ${caller.org_id} and o.initiative_id = ${initiative_id}`;
