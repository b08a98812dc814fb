import { newTask, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import { beginColumns } from './board-columns.ts';

/** An inserted task with its organization. */
export interface Seeded {
  tenant: Tenant;
  id: number;
}

/** Distribution of a board's tasks over its columns, in percent; `skewed` is a board that is never cleared. */
const mixes = {
  usual: { todo: 25, in_progress: 10, reviewing: 5, blocked: 3, done: 52, cancelled: 5 },
  skewed: { done: 99, todo: 1 },
} as const;

/** Fills the boards of organizations with tasks and returns the tasks. */
export async function fillBoards(
  { database }: Installation,
  tenants: readonly Tenant[],
  each: number,
  mix: keyof typeof mixes,
): Promise<Seeded[]> {
  const statuses = Object.entries(mixes[mix]).flatMap(([status, share]) =>
    Array.from({ length: share }, () => status),
  );
  const byOrg = new Map(tenants.map((tenant) => [tenant.org_id, tenant]));
  const { rows } = await database.query<{ org_id: number; id: number }>(
    `insert into tasks (org_id, title, description, status, slot, created_by, updated_by)
     select o, 'Task ' || n, $3, status::task_status, row_number() over (partition by o, status order by n) - 1, 1, 1
     from unnest($1::int[]) o, lateral (select n, ($4::text[])[1 + n * 37 % 100] as status from generate_series(0, $2 - 1) n) one
     returning org_id, id`,
    [tenants.map((tenant) => tenant.org_id), each, newTask.description, statuses],
  );
  await beginColumns(
    database,
    tenants.map((tenant) => tenant.org_id),
  );
  // The state that autovacuum produces within an hour.
  await database.query('vacuum analyze tasks');
  return rows.flatMap(({ org_id, id }) => {
    const tenant = byOrg.get(org_id);
    return tenant ? [{ tenant, id }] : [];
  });
}

/** Picks some items, evenly distributed. */
export function sampleOf<One>(all: readonly One[], most: number): One[] {
  const step = Math.max(1, all.length / most);
  return Array.from(
    { length: Math.min(most, all.length) },
    (_, index) => all[Math.floor(index * step)] as One,
  );
}

/** Fills one column of an organization; returns the ids in the order of the column. */
export async function fillColumn(
  { database }: Installation,
  { org_id }: Tenant,
  status: string,
  length: number,
): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    `insert into tasks (org_id, title, description, status, slot, created_by, updated_by)
     select $1, 'Task ' || n, $4, $2::task_status, n, 1, 1 from generate_series(0, $3 - 1) n returning id`,
    [org_id, status, length, newTask.description],
  );
  await beginColumns(database, [org_id]);
  await database.query('vacuum analyze tasks');
  return rows.map((row) => row.id);
}
