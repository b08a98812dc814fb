import { decryptMail, type Platform } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { readCrossTenant } from '@wfp/shared/operational';
import { apiWith, callPublic, type DemoApi, type Ids, required, seedFinished } from './demo-api.ts';
import { comments } from './demo-comments.ts';
import { emailOf, people, plainName, squadMembers, teams, type UserKey, users } from './demo-people.ts';
import { tasks } from './demo-tasks.ts';
import { seedAnnouncements } from './seed-announcements.ts';
import { seedBookings } from './seed-bookings.ts';
import { seedCompany } from './seed-company.ts';
import { seedPrivateData } from './seed-private-data.ts';

/** Credentials of the demo organization's owner. */
export const demoLogin = { org_slug: 'demo', email: emailOf('admin'), password: 'demo-password' };

type Signed = (key: UserKey, request_id?: string) => Promise<DemoApi>;

/**
 * Creates the demo organization once: its configuration, calendar, people, teams, tasks and comments, through the endpoints of the
 * service, each as a plausible user. An interrupted seed continues where it stopped. A complete organization is never changed,
 * regardless of what its users have done.
 */
export async function seedDemo(platform: Platform, log: (line: string) => void): Promise<void> {
  const state = await demoState(platform);
  if (state === 'finished') return;
  const started = Date.now();
  log('Seeding the demo organization: people, teams and tasks');
  if (state === 'missing') await signUpOwner(platform);
  await verifyOwner(platform);
  const as = signingIn(platform);
  const owner = await as('admin');
  const userIds = await seedUsers(owner);
  await seedCompany(await as('hr'), platform.clock.now().getUTCFullYear());
  const teamIds = await seedTeams(owner);
  const employeeIds = await seedPeople(await as('hr'), platform.clock.now(), teamIds, userIds);
  await seedLeadsAndSquads(owner, teamIds, employeeIds);
  await seedPrivateData(as, employeeIds);
  await seedAnnouncements(await as('hr'), teamIds);
  await seedBookings(as, platform.clock.now());
  const taskIds = await seedTasks(as, platform.clock.now(), { teamIds, employeeIds, userIds });
  await seedComments(as, taskIds);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  log(
    `Demo organization ready: ${people.length} people, ${tasks.length} tasks, ${comments.length} comments (${seconds} s)`,
  );
}

/** An organization older than an hour counts as complete: missing records were deleted on purpose. */
async function demoState(platform: Platform): Promise<'missing' | 'begun' | 'finished'> {
  const [row] = await readCrossTenant<{ finished: boolean }>(
    platform,
    Prisma.sql`select o.created_at < now() - interval '1 hour' or exists (
        select from audit_log a where a.org_id = o.id and a.resource = 'task_comment' and a.request_id = ${seedFinished}
      ) as finished
      from organizations o where o.slug = ${demoLogin.org_slug}`,
  );
  if (!row) return 'missing';
  return row.finished ? 'finished' : 'begun';
}

async function signUpOwner(platform: Platform): Promise<void> {
  const [{ first_name, last_name }] = users;
  await callPublic(platform, '/public/signup', {
    ...demoLogin,
    org_name: 'Demo Company',
    first_name,
    last_name,
  });
}

/**
 * Confirms the owner's address with the token of the confirmation mail, so that the demo organization stays
 * writable. The worker starts after the seed: until then the mail is in the outbox.
 */
async function verifyOwner(platform: Platform): Promise<void> {
  const [mail] = await readCrossTenant<{ org_id: number; content_enc: Uint8Array }>(
    platform,
    Prisma.sql`select m.org_id, m.content_enc from mails m join organizations o on o.id = m.org_id
      where o.slug = ${demoLogin.org_slug} and o.status = 'unverified' and m.kind = 'verify_email'
        and m.content_enc is not null order by m.id desc limit 1`,
  );
  if (!mail) return;
  const { text } = decryptMail(platform.config, mail.org_id, mail.content_enc);
  const token = text.match(/^[\w-]{43}$/m)?.[0];
  if (!token) throw new Error('The mail that confirms the demo owner’s address contains no token');
  await callPublic(platform, '/public/signup/verify', { token });
}

/** Signs in each user once; later calls share the session. */
function signingIn(platform: Platform): Signed {
  const tokens = new Map<UserKey, string>();
  return async (key, request_id) => {
    const known = tokens.get(key);
    if (known) return apiWith(platform, known, request_id);
    const { access_token } = await callPublic(platform, '/auth/login', { ...demoLogin, email: emailOf(key) });
    tokens.set(key, access_token);
    return apiWith(platform, access_token, request_id);
  };
}

async function seedUsers(owner: DemoApi): Promise<Ids> {
  const roles = await owner.known('/roles', (role) => role.code);
  const ids = await owner.known('/users', (user) => String(user.email).split('@')[0]);
  for (const { key, role, first_name, last_name } of users) {
    if (ids.has(key)) continue;
    const body = { first_name, last_name, email: emailOf(key), password: demoLogin.password };
    const user = await owner.call('post', '/users', { body: { ...body, role_ids: [required(roles, role)] } });
    ids.set(key, user.id);
  }
  return ids;
}

async function seedTeams(owner: DemoApi): Promise<Ids> {
  const ids = await owner.known('/teams', (team) => team.slug);
  for (const { parent, lead: _, ...fields } of teams) {
    if (ids.has(fields.slug)) continue;
    const parent_id = parent === undefined ? null : required(ids, parent);
    ids.set(fields.slug, (await owner.call('post', '/teams', { body: { ...fields, parent_id } })).id);
  }
  return ids;
}

/** Hires all employees; returns ids by first name without accents. */
async function seedPeople(hr: DemoApi, now: Date, teamIds: Ids, userIds: Ids): Promise<Ids> {
  const ids = await hr.known('/employees', (person) => plainName(String(person.first_name)));
  const placeIds = await hr.known('/places', (place) => place.name);
  const scheduleIds = await hr.known('/work-schedules', (one) => one.name);
  const calendarIds = await hr.known('/holiday-calendars', (one) => one.name);
  for (const { team, manager, hired, extra, ...fields } of people) {
    const name = plainName(fields.first_name);
    const { user, place = 'Head office', schedule, calendar, ...rest } = extra;
    const known = ids.get(name);
    if (known !== undefined) {
      if (user === users[0].key) await completeOwner(hr, known, fields, hired);
      continue;
    }
    const body = {
      ...fields,
      ...rest,
      hire_date: hired.startsWith('+') ? inDays(now, Number(hired)).slice(0, 10) : hired,
      team_id: team && required(teamIds, team),
      manager_id: manager && required(ids, manager),
      place_id: required(placeIds, place),
      work_schedule_id: schedule === undefined ? null : required(scheduleIds, schedule),
      holiday_calendar_id: calendar === undefined ? null : required(calendarIds, calendar),
      user_id: user === undefined ? null : required(userIds, user),
    };
    ids.set(name, (await hr.call('post', '/employees', { body })).id);
  }
  return ids;
}

/** Signup made the owner an employee with a name and the current day as hire date; this adds the rest. */
async function completeOwner(
  hr: DemoApi,
  id: number,
  owner: { job_title: string; work_email: string },
  hire_date: string,
): Promise<void> {
  const { job_title, work_email } = owner;
  await hr.call('patch', '/employees/:id', { params: { id }, body: { job_title, work_email } });
  const path = '/employees/:employeeId/changes';
  const changes = await hr.known(path, (change) => change.kind, { employeeId: id });
  if (changes.has('correction')) return;
  const correction = {
    kind: 'correction',
    corrects_id: required(changes, 'hire'),
    effective_date: hire_date,
    set: {},
  };
  await hr.call('post', path, { params: { employeeId: id }, body: correction });
}

async function seedLeadsAndSquads(owner: DemoApi, teamIds: Ids, employeeIds: Ids): Promise<void> {
  for (const { slug, lead } of teams) {
    const body = { lead_employee_id: required(employeeIds, lead) };
    await owner.call('patch', '/teams/:id', { params: { id: required(teamIds, slug) }, body });
  }
  for (const { team, who, role } of squadMembers) {
    const params = { teamId: required(teamIds, team) };
    const employee_id = required(employeeIds, who);
    const members = await owner.known('/teams/:teamId/members', (member) => member.employee_id, params);
    if (members.has(String(employee_id))) continue;
    await owner.call('post', '/teams/:teamId/members', { params, body: { employee_id, role } });
  }
}

interface Everybody {
  teamIds: Ids;
  employeeIds: Ids;
  userIds: Ids;
}

/** Creates the board; returns ids by title. */
async function seedTasks(as: Signed, now: Date, everybody: Everybody): Promise<Ids> {
  const ids = await (await as('admin')).known('/tasks', (task) => task.title);
  let epic: number | null = null;
  for (const { by, assignee, due_in_days, is_child, fields } of tasks) {
    const body: object = {
      ...fields,
      ...assignment(assignee, everybody),
      due_at: due_in_days === null ? null : inDays(now, due_in_days),
      parent_task_id: is_child ? epic : null,
    };
    const id: number = ids.get(fields.title) ?? (await (await as(by)).call('post', '/tasks', { body })).id;
    ids.set(fields.title, id);
    if (fields.task_type === 'epic') epic = id;
  }
  return ids;
}

function assignment(assignee: string, { teamIds, employeeIds, userIds }: Everybody): object {
  if (assignee === '') return {};
  if (assignee.startsWith('#')) return { assigned_team_id: required(teamIds, assignee.slice(1)) };
  if (assignee.startsWith('@')) return { assigned_to: required(userIds, assignee.slice(1)) };
  return { assigned_employee_id: required(employeeIds, assignee) };
}

/** Creates the comments; a reply refers to the last comment above it that is not a reply. */
async function seedComments(as: Signed, taskIds: Ids): Promise<void> {
  const path = '/tasks/:taskId/comments';
  const owner = await as('admin');
  let answered: number | null = null;
  for (const { title, by, body, is_reply } of comments) {
    const params = { taskId: required(taskIds, title) };
    const isLast = body === comments.at(-1)?.body;
    const known = await owner.known(path, (comment) => comment.body, params);
    const author = await as(by, isLast ? seedFinished : undefined);
    const parent_id: number | null = is_reply ? answered : null;
    const id: number =
      known.get(body) ?? (await author.call('post', path, { params, body: { body, parent_id } })).id;
    if (!is_reply) answered = id;
  }
}

/** 15:00 UTC, a number of days from today. */
function inDays(now: Date, days: number): string {
  const day = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  return `${day}T15:00:00.000Z`;
}
