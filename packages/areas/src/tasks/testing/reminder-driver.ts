import type { NumberedEvent } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperationalInTransaction } from '@wfp/shared/operational';
import type { Client, TestService } from '@wfp/testing';
import { projectReminders } from '../reminders/lane.store.ts';
import { reminderLane } from '../reminders/reminders.lane.ts';

const { sql } = Prisma;

export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => minutes(60 * count);
export const addMs = (from: Date | string, ms: number) => new Date(new Date(from).getTime() + ms);

/** Runs the projection and the lane directly, with any current time and without a worker. */
export interface ReminderDriver {
  /** Projects the events since the last call. */
  project(): Promise<void>;
  /** Runs the lane with `now` as the current time; returns the time of its next wake-up. */
  lane(now: Date): Promise<Date | null>;
  /** Projects, then runs the lane. */
  runAt(now: Date): Promise<Date | null>;
  createTask(body: object, by?: Client): Promise<any>;
  patch(id: number, body: object): Promise<void>;
  taskReminder(task_id: number): Promise<any>;
  countFired(task_id: number): Promise<number>;
  mails(to: Client): Promise<string[]>;
}

export function createReminderDriver(service: TestService, owner: Client): ReminderDriver {
  const org_id = owner.user.org_id;
  let mark = 0;
  const follow = async () => {
    const events = await service.rows<Omit<NumberedEvent, 'org_id' | 'seq'>>(
      sql`select id::float8 as event_id, occurred_at, event_type, aggregate_type, aggregate_id, is_private
        from events where org_id = ${org_id} and id > ${mark} order by id`,
    );
    mark = events.at(-1)?.event_id ?? mark;
    const batch = events.map((event, index) => ({ ...event, org_id, seq: index + 1 }));
    await executeOperationalInTransaction(service.platform, (tx) => projectReminders(tx, batch));
  };
  const lane = (now: Date): Promise<Date | null> =>
    reminderLane.run({
      platform: { ...service.platform, clock: { now: () => now } },
      payload: { org_id },
      origin: { request_id: 'reminder-test', ip: null, user_agent: null },
      emits: reminderLane.emits,
      log: service.platform.log,
      note: async () => undefined,
      signal: new AbortController().signal,
    } as never);
  const must = async (method: string, path: string, body: object, by = owner) => {
    const answer = await by.call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    project: follow,
    lane,
    runAt: async (now) => {
      await follow();
      return lane(now);
    },
    createTask: (body, by = owner) => must('POST', '/tasks', { title: 'Remembered', ...body }, by),
    patch: async (id, body) => {
      await must('PATCH', `/tasks/${id}`, body);
    },
    taskReminder: async (task_id) => {
      const { body } = await owner.call('GET', `/tasks/${task_id}/reminders`);
      return body.data.find((one: any) => one.user_id === null);
    },
    countFired: async (task_id) => {
      const rows = await service.rows(sql`select id from events
        where org_id = ${org_id} and aggregate_id = ${task_id} and event_type = 'task.reminder_due'`);
      return rows.length;
    },
    mails: async (to) =>
      (await service.mails(to.user.email))
        .filter((mail) => mail.kind === 'task_reminder')
        .map((mail) => mail.subject),
  };
}
