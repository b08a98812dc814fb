import { randomBytes } from 'node:crypto';
import { table } from '../measurements/report.ts';
import { median } from '../measurements/statistics.ts';
import { get, post } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { fillEvents, type History, type Subjects } from './filling.ts';

const full: History = { years: 3, others: 50 };
const tiny: History = { years: 1, others: 2 };
const usualRows = 10_000_000;
const smokeRows = 2_000;
const password = 'a perfectly fine password';
type Headers = Record<string, string>;

/** A list, and a plain statement that counts the same events. */
interface Question {
  name: string;
  headers: Headers;
  query: string;
  plain: string;
  values: unknown[];
}

/** The list of events over millions of rows, compared with `count(*)` of the same events: one request at a time. */
export const events: Scenario = async ({ services, options, isSmoke, rows }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const people = await peopleOf(service);
  const size = rows ?? (isSmoke ? smokeRows : usualRows);
  await fillEvents(service.database, people.subjects, size, isSmoke ? tiny : full);
  const lines: string[][] = [];
  for (const question of questionsOf(people, size)) {
    const { list, count, total } = await ask(service, question, isSmoke ? 2 : 3 * options.rounds);
    lines.push([question.name, String(total), list.toFixed(1), count.toFixed(1), (list / count).toFixed(3)]);
  }
  const header = [`${size} events`, 'total', 'list ms', 'count(*) ms', 'list ÷ count(*)'];
  return table([header, ...lines]);
};

interface People {
  owner: Headers;
  employee: Headers;
  own: Headers;
  team: Headers;
  subjects: Subjects;
}

/**
 * Creates an owner, a user with the role `employee`, a user who may read only their own tasks, and one who may read only
 * the tasks of their team.
 */
async function peopleOf(service: Installation): Promise<People> {
  const org_slug = `bench-${randomBytes(6).toString('hex')}`;
  const signup = { org_name: 'Bench', org_slug, email: 'owner@example.test', password };
  const login = (await post(service, '/public/signup', {
    ...signup,
    first_name: 'Olga',
    last_name: 'Owner',
  })) as Login;
  const owner = { authorization: `Bearer ${login.access_token}` };
  const roles = await get<{ data: { id: number; code: string }[] }>(service, '/roles?limit=100', owner);
  const builtin = roles.data.find((role) => role.code === 'employee')?.id ?? 0;
  const person = (name: string, role_id: number) => personWith(service, owner, { name, role_id, org_slug });
  const employee = await person('employee', builtin);
  const own = await person('own', await roleOf(service, owner, 'own'));
  const team = await person('team', await roleOf(service, owner, 'team'));
  const { id: team_id } = (await post(service, '/teams', { name: 'Everyone here' }, owner)) as { id: number };
  const hired = {
    first_name: 'Tom',
    last_name: 'Team',
    hire_date: '2026-01-01',
    user_id: team.user_id,
    team_id,
  };
  const { id: employee_id } = (await post(service, '/employees', hired, owner)) as { id: number };
  const users = [login.user.id, employee.user_id, own.user_id, team.user_id];
  const subjects = { org_id: login.user.org_id, users, employee_id, team_id };
  return { owner, employee: employee.headers, own: own.headers, team: team.headers, subjects };
}

interface Login {
  access_token: string;
  user: { id: number; org_id: number };
}

async function roleOf(service: Installation, owner: Headers, scope: string): Promise<number> {
  const permissions = [
    { permission: 'event:read', scopes: ['org'] },
    { permission: 'task:read', scopes: [scope] },
  ];
  const role = await post(service, '/roles', { code: `bench_${scope}`, name: scope, permissions }, owner);
  return (role as { id: number }).id;
}

async function personWith(
  service: Installation,
  owner: Headers,
  { name, role_id, org_slug }: { name: string; role_id: number; org_slug: string },
): Promise<{ headers: Headers; user_id: number }> {
  const email = `${name}@example.test`;
  await post(
    service,
    '/users',
    { email, first_name: name, last_name: 'Person', password, role_ids: [role_id] },
    owner,
  );
  const login = (await post(service, '/auth/login', { email, password, org_slug }, {}, 200)) as Login;
  return { headers: { authorization: `Bearer ${login.access_token}` }, user_id: login.user.id };
}

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

function questionsOf({ owner, employee, own, team, subjects }: People, size: number): Question[] {
  const [from, noon] = [ago(365).slice(0, 10), ago(100.4)];
  const whole = `select count(*) from events where org_id = $1 and not is_private`;
  const ofOwner = (name: string, query: string, and = '', ...values: unknown[]): Question => ({
    name: `owner, ${name}`,
    headers: owner,
    query,
    plain: `${whole} ${and}`,
    values: [subjects.org_id, ...values],
  });
  const ofPerson = (name: string, headers: Headers, and: string, ...values: unknown[]): Question => ({
    name,
    headers,
    query: '',
    plain: `${whole} and ${and}`,
    values: [subjects.org_id, ...values],
  });
  return [
    ofOwner('everything', ''),
    ofOwner('a page in the middle', `&page=${Math.ceil(size / 2 / 2 / 25)}`),
    ofOwner('aggregate_type, 9 of 10', '&aggregate_type=task', 'and aggregate_type = $2', 'task'),
    ofOwner('aggregate_type, 1 of 1,000', '&aggregate_type=team', 'and aggregate_type = $2', 'team'),
    ofOwner('event_type, 1 of 5', '&event_type=task.completed', 'and event_type = $2', 'task.completed'),
    ofOwner(
      'event_type, 1 of 3,000',
      '&event_type=team.post_update',
      'and event_type = $2',
      'team.post_update',
    ),
    ofOwner('from a year ago', `&from=${from}T00:00:00Z`, 'and occurred_at > $2', from),
    ofOwner('from 100 days ago', `&from=${noon}`, 'and occurred_at > $2', noon),
    ofPerson(
      'role employee',
      employee,
      `(event_type !~ '^auth' or $2 = any(subject_user_ids))`,
      subjects.users[1],
    ),
    ofPerson('tasks of their own', own, `$2 = any(subject_user_ids)`, subjects.users[2]),
    ofPerson(
      'tasks of their team',
      team,
      `(subject_team_id = $2 or subject_employee_id = $3)`,
      subjects.team_id,
      subjects.employee_id,
    ),
  ];
}

/**
 * Returns the median times of the list endpoint and of the plain SQL count, run alternately. The first run of each is not
 * counted: it fills the caches.
 */
async function ask(service: Installation, question: Question, times: number) {
  const lists: number[] = [];
  const counts: number[] = [];
  let total = 0;
  for (let n = 0; n <= times; n += 1) {
    const begun = performance.now();
    const page = await get<{ total: number }>(service, `/events?limit=25${question.query}`, question.headers);
    const listed = performance.now();
    await service.database.query(question.plain, question.values);
    if (n > 0) {
      lists.push(listed - begun);
      counts.push(performance.now() - listed);
    }
    total = page.total;
  }
  return { list: median(lists), count: median(counts), total };
}
