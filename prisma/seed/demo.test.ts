import { areas } from '@wfp/areas';
import { Prisma } from '@wfp/shared/db';
import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoLogin, seedDemo } from './demo.ts';
import { comments } from './demo-comments.ts';
import {
  categories,
  companyConfiguration,
  holidayCalendar,
  holidays,
  morningSchedule,
  otherCalendar,
  otherHolidays,
  places,
  workSchedule,
} from './demo-company.ts';
import { emailOf, people, teams, users } from './demo-people.ts';
import { tasks } from './demo-tasks.ts';
import { announcements } from './seed-announcements.ts';
import { bookings } from './seed-bookings.ts';
import { privateData } from './seed-private-data.ts';

let service: TestService;
const lines: string[] = [];

beforeAll(async () => {
  service = await startOwnService();
  await seedDemo(service.platform, (line) => lines.push(line));
});
afterAll(() => service.stop());

const signIn = async (email: string) => {
  const { body } = await service.call('POST', '/auth/login', { ...demoLogin, email });
  return (path: string) =>
    service.call('GET', path, undefined, { authorization: `Bearer ${body.access_token}` });
};
const counts = async () =>
  service.rows(Prisma.sql`select (select count(*) from events)::int as events, (select count(*) from tasks)::int as tasks,
    (select count(*) from task_comments)::int as comments, (select count(*) from employees)::int as people`);

describe('seedDemo', () => {
  it('logs its steps', () => {
    expect(lines).toEqual([
      expect.stringMatching(/^Seeding/),
      expect.stringMatching(/24 people, 62 tasks, 42 comments/),
    ]);
  });

  it('fills every column of the board', async () => {
    const get = await signIn(demoLogin.email);
    const { body } = await get('/tasks?limit=100');
    expect(body.total).toBe(tasks.length);
    const statuses = new Set(body.data.map((task: { status: string }) => task.status));
    expect([...statuses]).toEqual(['todo', 'in_progress', 'reviewing', 'blocked', 'done', 'cancelled']);
    for (const column of ['assigned_employee_id', 'assigned_team_id', 'assigned_to', 'parent_task_id']) {
      expect(body.data.some((task: Record<string, unknown>) => task[column] !== null)).toBe(true);
    }
    expect((await get('/employees')).body.total).toBe(people.length);
    expect((await get('/teams')).body.total).toBe(teams.length);
  });

  it('creates work schedules, and calendars with the holidays of two years', async () => {
    const get = await signIn(demoLogin.email);
    expect((await get('/work-schedules')).body.data).toMatchObject([workSchedule, morningSchedule]);
    const { data } = (await get('/holiday-calendars')).body;
    expect(data).toMatchObject([holidayCalendar, otherCalendar]);
    const totals = [];
    for (const { id } of data) totals.push((await get(`/holiday-calendars/${id}/holidays`)).body.total);
    expect(totals).toEqual([2 * holidays.length, 2 * otherHolidays.length]);
  });

  it('gives employees schedules and calendars of their own, from which their working time follows', async () => {
    const get = await signIn(demoLogin.email);
    const reasonsOf = async (name: string, day: string) => {
      const { id } = (await get(`/employees?q=${encodeURIComponent(name)}`)).body.data[0];
      const { body } = await get(`/employees/${id}/working-time?from=${day}&to=${day}`);
      return body.days[0].reasons.map((one: { kind: string; name: string | null }) => one.name ?? one.kind);
    };
    const year = new Date().getUTCFullYear();
    const [unity, spain] = [`${year}-10-03`, `${year}-10-12`];
    expect(await reasonsOf('Jonas', unity)).toEqual(expect.arrayContaining(['Day of German Unity']));
    expect(await reasonsOf('Mateo', spain)).toEqual(expect.arrayContaining(['National Day of Spain']));
    expect(await reasonsOf('Jonas', spain)).not.toContain('National Day of Spain');
    expect(await reasonsOf('Wei', spain)).toEqual(expect.arrayContaining([workSchedule.name, 'fte']));
    expect((await reasonsOf('Lucía', spain))[0]).toBe(morningSchedule.name);
    expect(await reasonsOf('Lucía', spain)).not.toContain('fte');
  });

  it('configures the company with this schedule and calendar', async () => {
    const get = await signIn(demoLogin.email);
    const [schedule] = (await get('/work-schedules')).body.data;
    const [calendar] = (await get('/holiday-calendars')).body.data;
    expect((await get('/company-configuration')).body).toMatchObject({
      ...companyConfiguration,
      default_work_schedule_id: schedule.id,
      default_holiday_calendar_id: calendar.id,
    });
  });

  it('creates the rows that areas declare, in order', async () => {
    const get = await signIn(demoLogin.email);
    const declared = areas.flatMap((area) => area.demo ?? []);
    expect(declared.length).toBeGreaterThan(0);
    for (const { path, rows } of declared) expect((await get(path)).body.data).toMatchObject(rows);
  });

  it('creates categories for initiatives', async () => {
    const get = await signIn(demoLogin.email);
    const { body } = await get('/categories/tree?applies_to=initiative');
    expect(body.total).toBe(categories.length);
    const names = (nodes: { name: string; children: [] }[]): unknown[] =>
      nodes.map(({ name, children }) => [name, ...names(children)]);
    expect(names(body.data)).toEqual([
      ['Product', ['Platform'], ['Mobile']],
      ['People', ['Hiring']],
    ]);
  });

  it('creates places, which have the time zone and the holidays of their country', async () => {
    const get = await signIn(demoLogin.email);
    const [calendar] = (await get('/holiday-calendars')).body.data;
    const { body } = await get('/places');
    expect(body.total).toBe(places.length);
    for (const place of body.data)
      expect(place).toMatchObject({
        ...{ effective_time_zone: 'Europe/Berlin', effective_holiday_calendar_id: calendar.id },
      });
  });

  it('gives each employee but the founder a place', async () => {
    const get = await signIn(demoLogin.email);
    const { data } = (await get('/places')).body;
    const idOf = (name: string) => data.find((one: { name: string }) => one.name === name).id;
    const at = async (name: string) => (await get(`/employees?place_id=${idOf(name)}`)).body.total;
    expect([await at('Head office'), await at('Remote')]).toEqual([people.length - 3, 2]);
    const { body } = await get(`/places/${idOf('Head office')}/occupancy`);
    // Without the future hire.
    expect(body).toMatchObject({ capacity: 40, people: people.length - 4, free: 44 - people.length });
  });

  it('enters private data, which employees read for themselves and HR for all', async () => {
    const [own, hr] = [await signIn(emailOf('employee')), await signIn(emailOf('hr'))];
    for (const { by, who, values } of privateData) {
      const { id } = (await hr(`/employees?q=${who}`)).body.data[0];
      expect((await hr(`/employees/${id}/private`)).body).toMatchObject(values);
      expect((await own(`/employees/${id}/private`)).status).toBe(by === 'employee' ? 200 : 404);
    }
  });

  it('books rooms, each as its own user', async () => {
    const get = await signIn(emailOf('viewer'));
    const { data } = (await get('/place-bookings')).body;
    expect(data.map((one: { title: string }) => one.title)).toEqual(bookings.map(({ title }) => title));
    expect(new Set(data.map((one: { booked_by: number }) => one.booked_by)).size).toBe(bookings.length);
    for (const one of data) expect(one.created_by).toBe(one.booked_by);
  });

  it('publishes announcements, one of them for a department', async () => {
    const titles = async (key: (typeof users)[number]['key']) =>
      (await (await signIn(emailOf(key)))('/announcements')).body.data.map(
        (one: { title: string }) => one.title,
      );
    const [pinned, policy, department] = announcements.map(({ title }) => title);
    expect(await titles('hr')).toEqual([pinned, department, policy]);
    expect(await titles('manager')).toEqual([pinned, department, policy]);
    expect(await titles('viewer')).toEqual([pinned, policy]);
  });

  it.each(users.map((user) => [user.key, user.role] as const))(
    '%s@demo.test signs in as %s',
    async (key, role) => {
      const get = await signIn(emailOf(key));
      const { roles } = (await get('/users/me')).body;
      // Employees with direct reports also have the role manager.
      const employee = people.find((one) => one.extra.user === key);
      const leads = people.some((one) => employee && one.manager === employee.first_name);
      expect(roles).toEqual([...new Set(leads ? [role, 'manager'] : [role])].sort());
      expect((await get('/tasks')).status).toBe(200);
    },
  );

  it('writes each record as a plausible user', async () => {
    const [system] = await service.rows(
      Prisma.sql`select count(*)::int as entries from audit_log where actor_type <> 'user'`,
    );
    expect(system).toEqual({ entries: 0 });
    const authors = await service.rows(Prisma.sql`select distinct author_user_id from task_comments`);
    expect(authors).toHaveLength(new Set(comments.map((comment) => comment.by)).size);
  });

  it('creates a verified organization, which stays writable', async () => {
    const get = await signIn(demoLogin.email);
    expect((await get('/organizations/current')).body.status).toBe('active');
  });

  it('does nothing the second time', async () => {
    const before = await counts();
    await seedDemo(service.platform, () => expect.unreachable());
    expect(await counts()).toEqual(before);
  });
});

describe('an interrupted seed', () => {
  it('continues where it stopped', async () => {
    const other = await startOwnService();
    try {
      const broken = { ...other.platform, wakeRelay: interruptAfter(60) };
      await expect(seedDemo(broken, () => undefined)).rejects.toThrow('interrupted');
      await seedDemo(other.platform, () => undefined);
      const query = Prisma.sql`select (select count(*) from tasks)::int as tasks, (select count(*) from task_comments)::int as comments,
        (select count(*) from employees)::int as people, (select count(distinct title) from tasks)::int as titles`;
      const [found] = await other.rows(query);
      expect(found).toEqual({
        tasks: tasks.length,
        comments: comments.length,
        people: people.length,
        titles: tasks.length,
      });
    } finally {
      await other.stop();
    }
  });
});

/** Returns a function that throws on the call with the given number: immediately after that write is committed. */
function interruptAfter(writes: number): () => void {
  let left = writes;
  return () => {
    left -= 1;
    if (left === 0) throw new Error('interrupted');
  };
}
