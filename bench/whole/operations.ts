import type { LoadRequest } from 'autocannon';
import { type Company, labels } from './company.ts';
import type { GrownTask } from './growth.ts';

/** The measured operations; a subtask is a create with a parent. */
export const operations = ['create', 'subtask', 'update', 'comment', 'move', 'complete', 'read'] as const;
export type Operation = (typeof operations)[number];

const open = ['todo', 'in_progress', 'reviewing', 'blocked'];
const json = { 'content-type': 'application/json' };
const dayMs = 86_400_000;

/** Item `index` of a list, which is repeated. */
function at<One>(all: readonly One[], index: number): One {
  const one = all[index % all.length];
  if (one === undefined) throw new Error('The list is empty');
  return one;
}

let written = 0;

/** Values for every field except status and parent. Of four assignees, two are employees, one is a team, one a user. */
export function taskFields({ user_id, employees, teams, initiatives }: Company) {
  written += 1;
  const kind = written % 4;
  return {
    title: `Prepare the quarterly report for branch ${written} and send it to the auditors`,
    description: `Collect the figures of all teams of branch ${written}, compare them with the plan, name what has changed and why, and ask the head of finance for approval before Friday.`,
    priority: at(['low', 'medium', 'high', 'urgent'], written),
    label: at(labels, written),
    category_code: at(['general', 'bug', 'improvement', 'documentation'], written),
    effort: at(['xs', 's', 'm', 'l', 'xl', 'xxl'], written),
    task_type: at(['feature', 'story', 'task'], written),
    assigned_employee_id: kind > 1 ? at(employees, written) : null,
    assigned_team_id: kind === 1 ? at(teams, written) : null,
    assigned_to: kind === 0 ? user_id : null,
    initiative_id: at(initiatives, written),
    due_at: new Date(Date.now() + (3 + (written % 30)) * dayMs).toISOString(),
    reminder_offset: at(['1h', '1d', '2d'], written),
    tags: ['quarterly', `branch-${written % 50}`],
  };
}

/** Returns distinct tasks for an operation, evenly distributed over the organization. */
function tasksFor(operation: Operation, tasks: readonly GrownTask[], most: number, round: number) {
  const isOpen = ({ status }: GrownTask) => open.includes(status);
  const all = operation === 'move' || operation === 'complete' ? tasks.filter(isOpen) : tasks;
  const count = Math.min(most, all.length);
  const step = all.length / count;
  return Array.from({ length: count }, (_, index) =>
    at(all, Math.floor(index * step) + (round % Math.max(1, Math.floor(step)))),
  );
}

/** The requests of one round, each to be sent once; fewer than `most` if the organization has fewer suitable tasks. */
export function requestsFor(
  operation: Operation,
  company: Company,
  most: number,
  round: number,
): LoadRequest[] {
  const headers = { ...json, ...company.tenant.headers };
  const send = (method: string, path: string, body?: object): LoadRequest => ({
    method,
    path: `/api${path}`,
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const tasks = tasksFor(operation, company.tasks, most, round);
  if (operation === 'create') {
    return Array.from({ length: most }, () =>
      send('POST', '/tasks', { ...taskFields(company), status: 'todo' }),
    );
  }
  return tasks.map(({ id, status }, index) => {
    if (operation === 'subtask')
      return send('POST', '/tasks', { ...taskFields(company), parent_task_id: id });
    if (operation === 'update') return send('PATCH', `/tasks/${id}`, taskFields(company));
    if (operation === 'comment')
      return send('POST', `/tasks/${id}/comments`, { body: `Done as agreed, step ${index}.` });
    if (operation === 'move') return send('POST', `/tasks/${id}/move`, placeFor(company, status, index));
    if (operation === 'complete') return send('PATCH', `/tasks/${id}`, { status: 'done' });
    return send('GET', `/tasks/${id}`);
  });
}

/** Half of the moves stay in their column; positions are anywhere in the target column. */
function placeFor({ tasks }: Company, from: string, index: number): { status: string; position: number } {
  const status = index % 2 === 0 ? from : at(open, open.indexOf(from) + 1);
  const length = tasks.filter((task) => task.status === status).length;
  return { status, position: Math.floor(((index * 0.618_034) % 1) * length) };
}

/** Translates the requests for the floor, which has other routes for creates, updates and completions. */
export function floorRequestsFor(
  operation: Operation,
  company: Company,
  most: number,
  round: number,
): LoadRequest[] {
  const user = { 'x-user-id': String(company.user_id) };
  return requestsFor(operation, company, most, round).map((request) => {
    const headers = { ...request.headers, ...user };
    if (operation === 'create' || operation === 'subtask')
      return { ...request, headers, path: '/api/columns/todo/tasks' };
    if (operation === 'update') return { ...request, headers, method: 'PUT' };
    if (operation === 'complete')
      return { ...request, headers, method: 'POST', path: `${request.path}/move` };
    return { ...request, headers };
  });
}
