import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  addMs,
  createReminderDriver,
  hours,
  minutes,
  type ReminderDriver,
} from '../testing/reminder-driver.ts';

let service: TestService;
let owner: Client;
let reminding: ReminderDriver;
const due_at = addMs(new Date(), hours(1_000)).toISOString();
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  reminding = createReminderDriver(service, owner);
});
afterAll(() => service.stop());

async function projectTask(id: number, change?: object) {
  if (change) await reminding.patch(id, change);
  await reminding.project();
  return reminding.taskReminder(id);
}

it.each([
  ['5m', 5],
  ['10m', 10],
  ['15m', 15],
  ['30m', 30],
  ['1h', 60],
  ['2h', 120],
  ['4h', 240],
  ['1d', 1_440],
  ['2d', 2_880],
  ['5d', 7_200],
  ['10d', 14_400],
])('%s is %d minutes before the due date', async (reminder_offset, before) => {
  const { id } = await reminding.createTask({ due_at, reminder_offset });
  const remind_at = addMs(due_at, -minutes(before)).toISOString();
  expect(await projectTask(id)).toMatchObject({
    kind: 'offset',
    offset: reminder_offset,
    remind_at,
    state: 'pending',
  });
  await reminding.lane(addMs(remind_at, -1));
  expect(await reminding.countFired(id)).toBe(0);
  await reminding.lane(new Date(remind_at));
  expect(await reminding.countFired(id)).toBe(1);
});

it('creates no reminder for a task without reminder_offset', async () => {
  const { id } = await reminding.createTask({ due_at });
  expect(await projectTask(id)).toBeUndefined();
});

it('counts a day as 24 hours across a daylight saving change', async () => {
  const spring = '2090-03-26T12:00:00+02:00';
  const { id } = await reminding.createTask({ due_at: spring, reminder_offset: '2d' });
  expect((await projectTask(id)).remind_at).toBe('2090-03-24T10:00:00.000Z');
});

it('follows changes of due date and offset', async () => {
  const { id } = await reminding.createTask({ due_at, reminder_offset: '1h' });
  const moved = addMs(due_at, hours(48));
  expect(await projectTask(id, { due_at: moved })).toMatchObject({
    remind_at: addMs(moved, -hours(1)).toISOString(),
    state: 'pending',
  });
  await reminding.runAt(addMs(due_at, -hours(1)));
  expect(await reminding.countFired(id)).toBe(0);
  expect(await projectTask(id, { reminder_offset: '1d' })).toMatchObject({
    offset: '1d',
    remind_at: addMs(moved, -hours(24)).toISOString(),
  });
  await reminding.runAt(addMs(moved, -hours(24)));
  expect(await reminding.countFired(id)).toBe(1);
});

it('fires a past reminder immediately if the task is not due yet', async () => {
  const soon = addMs(new Date(), hours(3));
  const { id } = await reminding.createTask({ due_at: soon, reminder_offset: '10d' });
  await reminding.runAt(new Date());
  expect(await reminding.countFired(id)).toBe(1);
  const other = await reminding.createTask({ due_at, reminder_offset: '4h' });
  await projectTask(other.id);
  await reminding.patch(other.id, { due_at: soon });
  await reminding.runAt(new Date());
  expect(await reminding.countFired(other.id)).toBe(1);
});

it('does not fire for a task that was already due', async () => {
  const { id } = await reminding.createTask({
    due_at: addMs(new Date(), -minutes(1)),
    reminder_offset: '5m',
  });
  expect((await projectTask(id)).state).toBe('missed');
  await reminding.lane(new Date());
  expect(await reminding.countFired(id)).toBe(0);
});

it('fires once per time if the due date moves away and back', async () => {
  const { id } = await reminding.createTask({ due_at, reminder_offset: '1h' });
  await reminding.runAt(addMs(due_at, -hours(1)));
  const other = addMs(due_at, hours(10));
  expect(await projectTask(id, { due_at: other })).toMatchObject({ state: 'pending' });
  expect(await projectTask(id, { due_at })).toMatchObject({ state: 'fired' });
  await reminding.lane(addMs(due_at, minutes(1)));
  expect(await reminding.countFired(id)).toBe(1);
  await projectTask(id, { due_at: other });
  await reminding.lane(addMs(other, -hours(1)));
  await reminding.lane(addMs(other, -hours(1)));
  expect(await reminding.countFired(id)).toBe(2);
});

it('respects a changed due date before the relay has processed it', async () => {
  const { id } = await reminding.createTask({ due_at, reminder_offset: '1h' });
  await projectTask(id);
  await reminding.patch(id, { due_at: addMs(due_at, hours(1)) });
  await reminding.lane(addMs(due_at, -hours(1)));
  expect(await reminding.countFired(id)).toBe(0);
  await reminding.runAt(due_at ? new Date(due_at) : new Date());
  expect(await reminding.countFired(id)).toBe(1);
});

it('cancels the reminder if the offset or due date is cleared', async () => {
  for (const change of [{ reminder_offset: null }, { due_at: null, reminder_offset: null }]) {
    const { id } = await reminding.createTask({ due_at, reminder_offset: '1h' });
    await projectTask(id);
    expect(await projectTask(id, change)).toMatchObject({ state: 'cancelled' });
    await reminding.lane(new Date(due_at));
    expect(await reminding.countFired(id)).toBe(0);
    expect(await projectTask(id, { due_at, reminder_offset: '1h' })).toMatchObject({ state: 'pending' });
  }
});

it.each(['done', 'cancelled'])('does not fire for a task that is %s until it is reopened', async (status) => {
  const { id } = await reminding.createTask({ due_at, reminder_offset: '1h' });
  await projectTask(id);
  expect(await projectTask(id, { status })).toMatchObject({ state: 'cancelled' });
  await reminding.lane(addMs(due_at, -hours(1)));
  expect(await reminding.countFired(id)).toBe(0);
  expect(await projectTask(id, { status: 'in_progress' })).toMatchObject({ state: 'pending' });
  await reminding.lane(addMs(due_at, -hours(1)));
  expect(await reminding.countFired(id)).toBe(1);
  await projectTask(id, { status });
  expect(await projectTask(id, { status: 'todo' })).toMatchObject({ state: 'fired' });
  await reminding.lane(new Date(due_at));
  expect(await reminding.countFired(id)).toBe(1);
});

it('does not fire for a deleted task, before and after the relay has processed it', async () => {
  for (const isSeen of [true, false]) {
    const { id } = await reminding.createTask({ due_at, reminder_offset: '1h' });
    await reminding.project();
    await owner.call('DELETE', `/tasks/${id}`);
    if (isSeen) await reminding.project();
    await reminding.lane(addMs(due_at, -hours(1)));
    expect(await reminding.countFired(id)).toBe(0);
  }
});

it('fires late after an outage within a day, or while the task is not due', async () => {
  const late = await reminding.createTask({ due_at, reminder_offset: '5m' });
  const tooLate = await reminding.createTask({ due_at: addMs(due_at, -hours(2)), reminder_offset: '5m' });
  const early = await reminding.createTask({ due_at: addMs(due_at, hours(48)), reminder_offset: '5d' });
  await reminding.runAt(addMs(due_at, hours(23)));
  expect(await reminding.countFired(late.id)).toBe(1);
  expect(await reminding.countFired(tooLate.id)).toBe(0);
  expect(await reminding.taskReminder(tooLate.id)).toMatchObject({ state: 'missed', fired_at: null });
  expect(await reminding.countFired(early.id)).toBe(1);
});

it('fires a reminder after an outage if its task was changed before it was due', async () => {
  /** Changes a task before it is due, with more time on a busy machine. */
  const changedInTime = async (ms: number): Promise<{ id: number; due: Date }> => {
    const due = addMs(new Date(), ms);
    const { id } = await reminding.createTask({ due_at: due, reminder_offset: '5m' });
    await reminding.patch(id, { description: 'Changed' });
    return new Date() < due ? { id, due } : changedInTime(ms * 4);
  };
  const { id, due } = await changedInTime(400);
  await new Promise((resolve) => setTimeout(resolve, due.getTime() - Date.now() + 100));
  await reminding.patch(id, { description: 'Changed once it was due' });
  await reminding.runAt(new Date());
  expect(await reminding.countFired(id)).toBe(1);
});
