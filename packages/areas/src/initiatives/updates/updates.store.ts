import type { Caller } from '@wfp/shared';
import type { Listed } from '@wfp/shared/contract';
import {
  type Change,
  insertInto,
  Prisma,
  readOne,
  readPage,
  recordedTable,
  wireColumns,
} from '@wfp/shared/db';
import type { CreateUpdate, ListUpdates } from './updates.contract.ts';

const { sql } = Prisma;

const ofInitiative = (what: Prisma.Sql) =>
  sql`(select ${what} from initiatives i where i.org_id = c.org_id and i.id = c.initiative_id)`;

const updatesTable = recordedTable({
  name: 'initiative_updates',
  aggregate: 'initiative',
  aggregate_id: 'initiative_id',
  resource: 'initiative_update',
  columns: Prisma.InitiativeUpdateScalarFieldEnum,
  record_name: ofInitiative(sql`i.name`),
  subject: {
    employee: ofInitiative(sql`i.owner_employee_id`),
    team: ofInitiative(sql`i.team_id`),
    users: [sql`c.created_by`, ofInitiative(sql`i.created_by`)],
  },
});

export interface UpdateRow {
  id: number;
  initiative_id: number;
  health: string;
  body: string;
  progress: number | null;
}

/** Newest first. */
export function findUpdates(
  caller: Caller,
  initiative_id: number,
  query: ListUpdates,
): Promise<Listed<UpdateRow>> {
  return readPage<UpdateRow>(caller, query, {
    columns: wireColumns(updatesTable, 'u'),
    from: sql`initiative_updates u`,
    where: sql`u.org_id = ${caller.org_id} and u.initiative_id = ${initiative_id}`,
    orderBy: sql`u.id desc`,
  });
}

export function findLastUpdate(caller: Caller, initiative_id: number): Promise<UpdateRow | undefined> {
  return readOne<UpdateRow>(
    caller,
    sql`select ${wireColumns(updatesTable, 'u')} from initiative_updates u
      where u.org_id = ${caller.org_id} and u.initiative_id = ${initiative_id} order by u.id desc limit 1`,
  );
}

export function insertUpdate(
  caller: Caller,
  initiative_id: number,
  { health, body, progress }: CreateUpdate,
): Change<UpdateRow> {
  const values = {
    initiative_id,
    health: sql`${health}::initiative_health`,
    body,
    progress,
    created_by: caller.user_id,
  };
  return { table: updatesTable, statement: insertInto(caller, updatesTable, values) };
}
