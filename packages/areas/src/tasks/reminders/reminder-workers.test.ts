import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  addMs,
  createReminderDriver,
  hours,
  minutes,
  type ReminderDriver,
} from '../testing/reminder-driver.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let reminding: ReminderDriver;
let atEnd: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  atEnd.push(() => service.stop());
  owner = await service.newOrganization();
  reminding = createReminderDriver(service, owner);
});
afterEach(async () => {
  for (const end of atEnd.reverse()) await end();
  atEnd = [];
});

async function startWorkers(count = 1): Promise<() => Promise<void>> {
  const options = { config: service.config, log: service.platform.log, opsPort: 0 };
  const workers = await Promise.all(Array.from({ length: count }, () => startWorker(options)));
  let running = true;
  const stop = async () => {
    if (running) await Promise.all(workers.map((worker) => worker.stop()));
    running = false;
  };
  atEnd.push(stop);
  return stop;
}

const createDueIn = (ms: number, body: object = {}) =>
  reminding.createTask({ due_at: addMs(new Date(), minutes(5) + ms), reminder_offset: '5m', ...body });
const waitUntilFired = (id: number) =>
  eventually(
    () => reminding.countFired(id),
    (count) => count === 1,
  );
/** Waits until a later reminder has fired: any duplicate would have fired by then. */
async function waitForLaterReminder(): Promise<void> {
  await waitUntilFired((await createDueIn(100)).id);
}

it('fires once, with two workers', async () => {
  await startWorkers(2);
  const tasks = await Promise.all(Array.from({ length: 20 }, (_, index) => createDueIn(300 + 20 * index)));
  for (const { id } of tasks) await waitUntilFired(id);
  await waitForLaterReminder();
  const counts = await Promise.all(tasks.map(({ id }) => reminding.countFired(id)));
  expect(counts).toEqual(tasks.map(() => 1));
});

/** Stops the worker while a reminder is pending: due later than before if the reminder fired before the stop. */
async function stopWhilePending(stop: () => Promise<void>, dueInMs = 1_500) {
  const waiting = await createDueIn(dueInMs);
  await eventually(
    async () => (await reminding.taskReminder(waiting.id))?.state ?? 'new',
    (state) => state !== 'new',
  );
  await stop();
  if ((await reminding.countFired(waiting.id)) === 0) return waiting;
  return stopWhilePending(await startWorkers(), 2 * dueInMs);
}

it('fires reminders that became due without a worker, and none twice after a restart', async () => {
  const before = await createDueIn(-100);
  const stop = await startWorkers();
  await waitUntilFired(before.id);
  const waiting = await stopWhilePending(stop);
  await eventually(
    () => Date.now(),
    (now) => now > Date.parse(waiting.due_at) - minutes(5),
  );
  expect(await reminding.countFired(waiting.id)).toBe(0);
  await startWorkers(2);
  await waitUntilFired(waiting.id);
  await waitForLaterReminder();
  expect(await reminding.countFired(before.id)).toBe(1);
  expect(await reminding.countFired(waiting.id)).toBe(1);
});

/** Creates a task whose reminder waits in Redis: due later than before if the reminder fired too early. */
async function createWaiting(redis: Redis, dueInMs = 3_000): Promise<number> {
  const { id } = await createDueIn(dueInMs);
  const { isWaiting } = await eventually(
    async () => {
      const keys = await redis.keys(`${service.config.REDIS_PREFIX}*task-reminders*:delayed`);
      return { isWaiting: keys.length > 0, fired: await reminding.countFired(id) };
    },
    (found) => found.isWaiting || found.fired > 0,
  );
  return isWaiting ? id : createWaiting(redis, 2 * dueInMs);
}

it('fires pending reminders after Redis was flushed', async () => {
  await startWorkers();
  const redis = new Redis(service.config.REDIS_URL ?? '');
  const id = await createWaiting(redis);
  const keys = await redis.keys(`${service.config.REDIS_PREFIX}*`);
  await redis.del(...keys);
  redis.disconnect();
  await waitUntilFired(id);
});

it('fires at most once per time while due dates change and lanes run concurrently', async () => {
  const due_at = addMs(new Date(), hours(100));
  const user = await service.newUser(owner, ['employee']);
  const { id } = await reminding.createTask({ due_at, reminder_offset: '1h', assigned_to: user.user.id });
  await reminding.project();
  const moments = [0, 1, 2, 3].map((hour) => addMs(due_at, hours(hour)));
  for (let round = 0; round < 15; round += 1) {
    const now = addMs(due_at, hours(round % 4) - hours(1));
    const move = reminding.patch(id, { due_at: moments[(round * 3) % 4] });
    const lanes = Array.from({ length: 3 }, () => reminding.lane(now));
    await Promise.all([move, ...lanes, reminding.project()]);
  }
  await Promise.all(Array.from({ length: 4 }, () => reminding.runAt(addMs(due_at, hours(3)))));
  const firings = await service.rows<{ count: number }>(
    sql`select count(*)::int as count from task_reminder_firings where org_id = ${owner.user.org_id} group by remind_at`,
  );
  expect(firings.every(({ count }) => count === 1)).toBe(true);
  const fired = await reminding.countFired(id);
  expect(fired).toBe(firings.length);
  expect(fired).toBeGreaterThan(1);
  expect(await reminding.mails(user)).toHaveLength(fired);
  expect((await reminding.taskReminder(id)).state).toBe('fired');
});

it('continues after a reminder that fails, rolls it back and fires it later', async () => {
  const due_at = addMs(new Date(), hours(100));
  const user = await service.newUser(owner, ['employee']);
  const reminded = { reminder_offset: '1h', assigned_to: user.user.id };
  const broken = await reminding.createTask({ ...reminded, due_at: addMs(due_at, -minutes(1)) });
  const sound = await reminding.createTask({ ...reminded, due_at });
  await reminding.project();
  const { id } = await reminding.taskReminder(broken.id);
  const database = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await database.connect();
  atEnd.push(() => database.end());
  await database.query(
    `alter table task_reminder_firings add constraint broken check (reminder_id <> ${id})`,
  );
  const now = addMs(due_at, -hours(1));
  expect(await reminding.lane(now)).toBeNull();
  expect([await reminding.countFired(broken.id), await reminding.countFired(sound.id)]).toEqual([0, 1]);
  expect(await reminding.mails(user)).toHaveLength(1);
  expect((await reminding.taskReminder(broken.id)).state).toBe('pending');
  await database.query('alter table task_reminder_firings drop constraint broken');
  await reminding.lane(now);
  expect([await reminding.countFired(broken.id), await reminding.countFired(sound.id)]).toEqual([1, 1]);
});
