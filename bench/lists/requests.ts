import { get } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Company } from '../whole/company.ts';

/** Values for filters. */
interface Known {
  /** A task in the middle of the history. */
  task: number;
  /** The time twelve hours ago. */
  since: string;
  company: Company;
}

/** Returns the routes of the lists to measure. */
export async function routesOf(service: Installation, company: Company): Promise<string[]> {
  const { tasks, tenant } = company;
  const task = tasks[Math.floor(tasks.length / 2)]?.id ?? 0;
  const known = { task, since: new Date(Date.now() - 43_200_000).toISOString(), company };
  const deep = Math.floor(tasks.length * 0.8);
  const before = `/tasks?limit=1&offset=${deep - 1}`;
  const { next } = await get<{ next: string }>(service, before, tenant.headers);
  return [
    ...withQueries('/tasks', [...taskQueries(known), `offset=${deep}`, `after=${next}`]),
    ...withQueries('/events', eventQueries(known)),
    ...withQueries('/audit-log', auditQueries(known)),
    ...withQueries('/prompt-runs', runQueries(known)),
    `/events/task/${task}`,
    `/tasks/${task}/comments`,
  ];
}

const withQueries = (path: string, queries: readonly string[]) => queries.map((query) => `${path}?${query}`);
const split = (text: string) => text.trim().split(/\s+/);

function taskQueries({ task, since, company }: Known): string[] {
  const sorts = split('board due_at priority created_at updated_at title');
  const filters = split(`status=todo status=blocked priority=high effort=s task_type=task category_code=bug
    label=legal tag=tag-7 tag=external unassigned=true assigned_to_me=true overdue=true due_before=${since} due_after=${since}
    updated_after=${since} assigned_employee_id=${company.employees[1]} assigned_team_id=${company.teams[3]}
    assigned_to=${company.user_id} created_by=${company.user_id} initiative_id=${company.initiatives[2]} parent_task_id=${task}`);
  return [
    '',
    ...sorts.flatMap((sort) => [`sort=${sort}`, `sort=-${sort}`]),
    ...filters,
    ...filters.map((filter) => `${filter}&sort=-created_at`),
    ...split('q=contract q=contract+landlord+777 q=zzzz q=zz q=contract&status=todo q=contract&sort=title'),
  ];
}

const eventQueries = ({ since }: Known) => [
  '',
  ...split(`event_type=task.completed event_type=task.post_archive aggregate_type=task from=${since}
    to=${since}&event_type=task.comment.created`),
];

const auditQueries = ({ task, since, company }: Known) => [
  '',
  ...split(`action=complete action=delete outcome=denied resource=task resource=task_comment actor_type=system
    actor_id=${company.user_id} resource=task&record_id=${task} request_id=bench-777 from=${since}
    to=${since}&action=complete q=bench-777 q=complete q=zzzz`),
];

const runQueries = ({ task }: Known) => [
  '',
  ...split(`status=succeeded status=failed template=triage-task sort=-latency_ms sort=cost
    record_type=task&record_id=${task}`),
];
