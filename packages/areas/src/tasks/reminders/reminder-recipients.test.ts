import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMs, createReminderDriver, hours, type ReminderDriver } from '../testing/reminder-driver.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let reminding: ReminderDriver;
const due_at = addMs(new Date(), hours(1_000)).toISOString();
const moment = addMs(due_at, -hours(1));
const reminded = { due_at, reminder_offset: '1h' };
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
beforeEach(() => {
  reminding = createReminderDriver(service, owner);
});
afterAll(() => service.stop());

async function createColleague(): Promise<{ user: Client; employee_id: number }> {
  const user = await service.newUser(owner, ['employee']);
  const hired = await owner.call('POST', '/employees', {
    first_name: 'Cleo',
    last_name: 'Colleague',
    hire_date: '2024-01-01',
    user_id: user.user.id,
  });
  return { user, employee_id: hired.body.id };
}

let teams = 0;
async function createTeam(...employees: number[]): Promise<number> {
  teams += 1;
  const { id } = (await owner.call('POST', '/teams', { name: `Team ${teams}`, kind: 'squad' })).body;
  for (const employee_id of employees) await owner.call('POST', `/teams/${id}/members`, { employee_id });
  return id;
}

it('sends no mail to an address that was never confirmed, until its user confirms it by a password reset', async () => {
  const { user } = await createColleague();
  await executeOperational(
    service.platform,
    sql`update users set email_verified_at = null where id = ${user.user.id} returning id`,
  );
  const remind = async (title: string) => {
    const task = await reminding.createTask({ ...reminded, title, assigned_to: user.user.id });
    await reminding.project();
    const { events } = await recordedBy(service, owner.user.org_id, () => reminding.lane(moment));
    expect(events).toEqual([`task.reminder_due ${task.id}`]);
    return (await service.mails(user.user.email)).map((one) => one.subject);
  };
  expect(await remind('Visit evil.example')).toEqual([]);
  const { body: organization } = await owner.call('GET', '/organizations/current');
  const account = { org_slug: organization.slug, email: user.user.email };
  await service.call('POST', '/auth/password-reset', account);
  const mails = await eventually(
    () => service.mails(user.user.email),
    (found) => found.length > 0,
  );
  const token = mails[0]?.text.match(/^[\w-]{43}$/m)?.[0];
  const reset = { token, new_password: 'another fine password' };
  expect((await service.call('POST', '/auth/password-reset/confirm', reset)).status).toBe(204);
  expect(await remind('Pay the rent')).toContain('Reminder: Pay the rent');
});

it('writes the event, audit entry and mail in one transaction', async () => {
  const { user, employee_id } = await createColleague();
  const title = 'Pay the rent';
  const { id } = await reminding.createTask({ ...reminded, title, assigned_employee_id: employee_id });
  await reminding.project();
  const reminder = await reminding.taskReminder(id);
  const { events, audit, outbox } = await recordedBy(service, owner.user.org_id, () =>
    reminding.lane(moment),
  );
  expect(events).toEqual([`task.reminder_due ${id}`]);
  expect(audit).toMatchObject([
    { action: 'reminder_due', resource: 'task_reminder', record_id: reminder.id, after: { state: 'fired' } },
  ]);
  expect(outbox).toBe(1);
  expect(await reminding.taskReminder(id)).toMatchObject({ state: 'fired', fired_at: expect.any(String) });
  const mail = (await service.mails(user.user.email)).at(-1);
  expect(mail).toMatchObject({ kind: 'task_reminder', subject: 'Reminder: Pay the rent' });
  expect(mail?.text).toContain(`/api/tasks/${id}`);
  expect(mail?.text).toMatch(/is due on .+ \(UTC\)/);
  const { body } = await user.call('GET', `/events/task/${id}`);
  expect(body.data.at(-1)).toMatchObject({
    event_type: 'task.reminder_due',
    aggregate_id: id,
    payload: { record_id: id, record_type: 'task', record_name: title, action: 'reminder_due' },
  });
});

it('notifies the assigned user, and no user if the task is unassigned', async () => {
  const user = await service.newUser(owner, ['employee']);
  const [theirs, nobodys] = [
    await reminding.createTask({ ...reminded, assigned_to: user.user.id, title: 'Theirs' }),
    await reminding.createTask(reminded),
  ];
  await reminding.runAt(moment);
  expect(await reminding.mails(user)).toEqual(['Reminder: Theirs']);
  expect(await reminding.countFired(theirs.id)).toBe(1);
  expect(await reminding.countFired(nobodys.id)).toBe(1);
});

it('notifies the members that a team has when the reminder fires', async () => {
  const [first, second, third] = [await createColleague(), await createColleague(), await createColleague()];
  const team = await createTeam(first.employee_id, second.employee_id);
  const { id } = await reminding.createTask({ ...reminded, assigned_team_id: team });
  await reminding.project();
  const members = (await owner.call('GET', `/teams/${team}/members`)).body.data;
  const leaving = members.find((one: any) => one.employee_id === second.employee_id);
  await owner.call('DELETE', `/teams/${team}/members/${leaving.id}`);
  await owner.call('POST', `/teams/${team}/members`, { employee_id: third.employee_id });
  await reminding.lane(moment);
  const countMails = await Promise.all([first, second, third].map(({ user }) => reminding.mails(user)));
  expect(countMails.map((mails) => mails.length)).toEqual([1, 0, 1]);
  expect(await reminding.countFired(id)).toBe(1);
});

it('notifies only the new assignee of a task reassigned before it fires, and each later assignee once', async () => {
  const [one, two] = [await service.newUser(owner, ['employee']), await service.newUser(owner, ['employee'])];
  const { id } = await reminding.createTask({ ...reminded, assigned_to: one.user.id });
  await reminding.project();
  await reminding.patch(id, { assigned_to: two.user.id });
  await reminding.lane(moment);
  expect([await reminding.mails(one), await reminding.mails(two)].map((mails) => mails.length)).toEqual([
    0, 1,
  ]);
  for (const assigned_to of [one.user.id, two.user.id, null, one.user.id]) {
    await reminding.patch(id, { assigned_to });
    await reminding.runAt(moment);
  }
  expect([await reminding.mails(one), await reminding.mails(two)].map((mails) => mails.length)).toEqual([
    1, 1,
  ]);
  expect(await reminding.countFired(id)).toBe(2);
});

it('notifies a user once who is assigned directly and through a team', async () => {
  const { user, employee_id } = await createColleague();
  const { id } = await reminding.createTask({ ...reminded, assigned_team_id: await createTeam(employee_id) });
  await reminding.runAt(moment);
  await reminding.patch(id, { assigned_employee_id: employee_id });
  await reminding.runAt(moment);
  expect(await reminding.mails(user)).toHaveLength(1);
});

it('fires a user’s own reminders separately', async () => {
  const [one, two] = [await service.newUser(owner, ['viewer']), await service.newUser(owner, ['viewer'])];
  const { id } = await reminding.createTask({ due_at, assigned_to: owner.user.id });
  await one.call('POST', `/tasks/${id}/reminders`, { kind: 'offset', offset: '1h' });
  await two.call('POST', `/tasks/${id}/reminders`, { kind: 'absolute', remind_at: addMs(due_at, hours(1)) });
  await reminding.runAt(moment);
  const countMails = async () =>
    (await Promise.all([one, two, owner].map(reminding.mails))).map((mails) => mails.length);
  expect(await countMails()).toEqual([1, 0, 0]);
  await reminding.patch(id, { due_at: addMs(due_at, hours(24)) });
  await reminding.runAt(addMs(due_at, hours(1)));
  expect(await countMails()).toEqual([1, 1, 0]);
  await reminding.runAt(addMs(due_at, hours(23)));
  expect(await countMails()).toEqual([2, 1, 0]);
});

it('does not notify users who may no longer read the task', async () => {
  const permissions = [{ permission: 'task:read', scopes: ['own'] }];
  await owner.call('POST', '/roles', { code: 'own_tasks', name: 'Own tasks', permissions });
  const [narrow, leaver] = [
    await service.newUser(owner, ['own_tasks']),
    await service.newUser(owner, ['viewer']),
  ];
  const { id } = await reminding.createTask({ due_at, assigned_to: narrow.user.id });
  for (const user of [narrow, leaver])
    expect((await user.call('POST', `/tasks/${id}/reminders`, { kind: 'offset', offset: '1h' })).status).toBe(
      201,
    );
  await reminding.patch(id, { assigned_to: null });
  expect((await owner.call('POST', `/users/${leaver.user.id}/deactivate`, {})).status).toBe(200);
  await reminding.runAt(moment);
  expect([await reminding.mails(narrow), await reminding.mails(leaver)]).toEqual([[], []]);
  expect(await reminding.countFired(id)).toBe(0);
  expect((await narrow.call('GET', `/tasks/${id}/reminders`)).status).toBe(404);
});

it('notifies once per time if the offset changes and changes back', async () => {
  const user = await service.newUser(owner, ['viewer']);
  const { id } = await reminding.createTask({ due_at });
  const path = `/tasks/${id}/reminders`;
  const own = (await user.call('POST', path, { kind: 'offset', offset: '1h' })).body;
  await reminding.runAt(moment);
  for (const offset of ['30m', '1h']) await user.call('PATCH', `${path}/${own.id}`, { offset });
  await reminding.lane(moment);
  await reminding.runAt(moment);
  expect(await reminding.mails(user)).toHaveLength(1);
  expect((await user.call('GET', `${path}/${own.id}`)).body.state).toBe('fired');
});

it('sends no mail if the organization has switched it off, but fires the reminder', async () => {
  const org = await service.newOrganization();
  const driver = createReminderDriver(service, org);
  const switchMails = (task_reminders: boolean | null) =>
    org.call('PATCH', '/organizations/current/settings', { notifications: { task_reminders } });
  expect((await switchMails(false)).status).toBe(200);
  const silent = await driver.createTask({ ...reminded, assigned_to: org.user.id, title: 'Silent' });
  await driver.runAt(moment);
  expect([await driver.countFired(silent.id), await driver.mails(org)]).toEqual([1, []]);
  await switchMails(null);
  await driver.createTask({ ...reminded, assigned_to: org.user.id, title: 'Mailed' });
  await driver.runAt(moment);
  expect(await driver.mails(org)).toEqual(['Reminder: Mailed']);
});
