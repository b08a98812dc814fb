import { setTimeout as pause } from 'node:timers/promises';
import { table } from './measurements/report.ts';
import { post } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario, Stage } from './scenarios.ts';
import { type Company, createCompany, growCompany } from './whole/company.ts';

interface Sizes {
  open: number;
  employees: number;
  tasks: number;
  deliveries: number;
}

/** The limits of the service: 200 employees, five of whom the company has. */
const largest: Sizes = { open: 500, employees: 195, tasks: 10_000, deliveries: 1_000 };
/** Less than the share of open tasks in a company, so that it has as many open tasks as the sizes say. */
const openShare = 0.42;
const smoke: Sizes = { open: 2, employees: 1, tasks: 3, deliveries: 2 };

interface Action {
  name: string;
  /** Sizes other than the limits. */
  sizes?: Partial<Sizes>;
  /** Brings the rows to their maximum and returns the request. */
  arrange(service: Installation, company: Company, sizes: Sizes): Promise<{ path: string; body: object }>;
}

const archiving: Action['arrange'] = async (service, { tenant, teams: [from, to] }, { employees, tasks }) => {
  for (let index = 0; index < employees; index += 1)
    await post(service, '/employees', hire(index, from), tenant.headers);
  // Without statistics, PostgreSQL would compare each task with each chosen one.
  await service.database.query('analyze tasks');
  await service.database.query(
    `update tasks set assigned_team_id = $2, assigned_employee_id = null, assigned_to = null
     where org_id = $1 and id in (
       select id from tasks where org_id = $1 and status not in ('done', 'cancelled') order by id desc limit $3)`,
    [tenant.org_id, from, tasks],
  );
  return { path: `/teams/${from}/archive`, body: { move_to: to } };
};

const actions: readonly Action[] = [
  {
    name: 'complete an initiative, move its open tasks',
    arrange: async ({ database }, { tenant, initiatives: [from, to] }, { open }) => {
      await database.query(
        `update tasks set initiative_id = case when id in (
           select id from tasks where org_id = $1 and status not in ('done', 'cancelled') order by id limit $3) then $2::int end
         where org_id = $1`,
        [tenant.org_id, from, open],
      );
      return { path: `/initiatives/${from}/complete`, body: { open_tasks: 'move_to', move_to: to } };
    },
  },
  { name: 'archive a team into another', arrange: archiving },
  { name: 'archive a team, its employees alone', sizes: { tasks: 10 }, arrange: archiving },
  { name: 'archive a team, its tasks alone', sizes: { employees: 0 }, arrange: archiving },
  {
    name: 'retry failed deliveries of a webhook',
    arrange: async ({ database }, { tenant }, { deliveries }) => {
      const { rows } = await database.query('select id from webhook_endpoints where org_id = $1', [
        tenant.org_id,
      ]);
      await database.query(
        `insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, status,
           scheduled_at, finished_at, filed_at, error)
         select org_id, $2, id, occurred_at, event_type, 1, 'failed', now(), now(), now(), 'Refused' from events
         where org_id = $1 order by id desc limit $3`,
        [tenant.org_id, rows[0].id, deliveries],
      );
      return {
        path: `/webhooks/${rows[0].id}/deliveries/retry-failed`,
        body: { since: new Date(Date.now() - 60_000).toISOString() },
      };
    },
  },
];

const hire = (index: number, team_id: number | undefined) => ({
  first_name: 'Employee',
  last_name: `Of the team ${index}`,
  hire_date: '2026-01-01',
  team_id,
});

/** The cost of single requests that write as many rows as the limits allow, each in an organization of its own. */
export const largeActions: Scenario = async (stage) => {
  const lines: string[][] = [];
  for (const action of actions.filter(({ name }) => name.includes(stage.only ?? '')))
    lines.push(await measure(stage, action));
  return table([['', 'status', 'ms', 'api CPU ms', 'PostgreSQL CPU ms'], ...lines]);
};

async function measure({ ground, services, isSmoke }: Stage, action: Action): Promise<string[]> {
  const { name, arrange } = action;
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const sizes = { ...(isSmoke ? smoke : largest), ...action.sizes };
  console.error(`${name}: preparing ${Object.values(sizes).join(', ')} rows`);
  const company = await createCompany(service, 'http://127.0.0.1:9/');
  const grown = await growCompany(service, company, Math.ceil(sizes.tasks / openShare), 1);
  const { path, body } = await arrange(service, grown, sizes);
  await service.database.query('vacuum analyze');
  const before = [await service.api.processorMs(), await ground.postgresMs()] as const;
  const start = performance.now();
  const response = await fetch(`${service.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...company.tenant.headers },
    body: JSON.stringify(body),
  });
  await response.text();
  const elapsedMs = performance.now() - start;
  const after = [await service.api.processorMs(), await ground.postgresMs()] as const;
  await endDeliveries(service, company);
  const costs = [elapsedMs, after[0] - before[0], after[1] - before[1]];
  return [name, String(response.status), ...costs.map((ms) => ms.toFixed(0))];
}

/** Nothing listens at the address of the endpoint, so its deliveries would be retried during the next scenarios. */
async function endDeliveries({ database }: Installation, { tenant: { org_id } }: Company): Promise<void> {
  await database.query(
    'update webhook_endpoints set is_active = false, deleted_at = now() where org_id = $1',
    [org_id],
  );
  const left = "from webhook_deliveries where org_id = $1 and filed_at = 'infinity'";
  for (;;) {
    await database.query(`delete ${left}`, [org_id]);
    const { rows } = await database.query(
      `select exists (select ${left}) or exists (select from outbox where org_id = $1) as are_left`,
      [org_id],
    );
    if (!rows[0].are_left) return;
    await pause(20);
  }
}
