import { areas } from '@wfp/areas';
import { type Job, type LaneRun, type Platform, type Projection, Relay } from '@wfp/shared';
import type { Client } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import type pg from 'pg';
import { type Grown, payloadOf } from './grown-organization.ts';

/** The connections and credentials by which operations are run. */
export interface Session {
  /** The client of a pod whose connections are recorded. */
  owner: Client;
  /** The platform of a worker whose connections are recorded. */
  platform: Platform;
  /** A superuser, whose statements are not recorded. */
  admin: pg.Client;
  grown: Grown;
}

/** An operation, with the number of rows that its largest statement handles. */
export interface Operation {
  name: string;
  rows: number;
  /** Additional buffers of its statements on tables that were never analyzed, at most, and what they are for. */
  withoutStatistics?: { buffers: number; reason: string };
  /** Measured on analyzed tables only. */
  needsStatistics?: boolean;
  /** Prepares the run. Its statements are not measured. */
  prepare?(session: Session): Promise<void>;
  run(session: Session): Promise<void>;
}

const eventsPerBatch = 100;

async function call({ owner }: Session, method: string, path: string, body?: object): Promise<any> {
  const { status, body: answer } = await owner.call(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

let uses = 0;

/** Returns one of the inserted tasks, another one each time. */
function anyTask({ grown: { tasks } }: Session): number {
  uses += 1;
  return tasks.first + ((uses * 7919) % (tasks.last - tasks.first - eventsPerBatch));
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function createTask(session: Session): Promise<void> {
  await call(session, 'POST', '/tasks', {
    title: 'The printer on the second floor is broken',
    description: 'It has not printed since the update and blocks the release',
    status: 'in_progress',
    priority: 'high',
    label: 'printers',
    category_code: 'bug',
    effort: 's',
    task_type: 'task',
    assigned_employee_id: session.grown.employee_id,
    parent_task_id: anyTask(session),
    initiative_id: session.grown.initiative_id,
    due_at: at(72),
    reminder_offset: '1d',
    tags: ['printer', 'urgent'],
  });
}

/** Number of requests that move a task at the same time, so that most of them wait for the same statement. */
const concurrentMoves = 24;

/**
 * Reads the page after the middle of a list. Without statistics, PostgreSQL expects hardly any row of an organization,
 * and sorts those of any index.
 */
function deepPage(path: string): Operation {
  let after = '';
  return {
    name: `read ${path} after a cursor`,
    rows: 25,
    needsStatistics: true,
    prepare: async (session) => {
      const { total } = await call(session, 'GET', `${path}&limit=1&total=exact`);
      const skipped = Math.floor(total / 2);
      const isByNumber = path.startsWith('/events');
      const place = isByNumber ? `page=${skipped}` : `offset=${skipped}`;
      after = (await call(session, 'GET', `${path}&limit=1&${place}`)).next;
    },
    run: (session) => call(session, 'GET', `${path}&after=${after}`),
  };
}

const requests: readonly Operation[] = [
  { name: 'create a task', rows: 1, run: createTask },
  {
    name: 'update a task',
    rows: 1,
    run: async (session) => {
      const assigned_employee_id = session.grown.employee_id;
      const description = `Waiting for a part since ${at(0)}`;
      const change = { description, assigned_employee_id, due_at: at(96) };
      await call(session, 'PATCH', `/tasks/${anyTask(session)}`, change);
    },
  },
  {
    name: 'complete a task',
    rows: 1,
    run: async (session) => {
      const id = anyTask(session);
      await call(session, 'PATCH', `/tasks/${id}`, { status: 'blocked' });
      await call(session, 'PATCH', `/tasks/${id}`, { status: 'done' });
    },
  },
  {
    name: 'move a task',
    rows: 1,
    run: (session) =>
      call(session, 'POST', `/tasks/${anyTask(session)}/move`, { status: 'todo', position: 40 }),
  },
  {
    name: 'move tasks at the same time',
    // Each task, and its neighbours in the column.
    rows: 2 * concurrentMoves,
    run: async (session) => {
      const { first, last } = session.grown.tasks;
      const ids = [...new Set(Array.from({ length: concurrentMoves }, () => anyTask(session)))];
      // The column has a sixth of the tasks. Among those that were inserted last, no task has been moved before.
      const from = Math.floor((last - first) / 6) - 400;
      const moves = ids.map((id, n) => ({ id, to: { status: 'reviewing', position: from + 8 * n } }));
      await Promise.all(moves.map(({ id, to }) => call(session, 'POST', `/tasks/${id}/move`, to)));
    },
  },
  {
    name: 'comment on a task',
    rows: 1,
    run: (session) =>
      call(session, 'POST', `/tasks/${anyTask(session)}/comments`, { body: 'A part is missing' }),
  },
  {
    name: 'read a task',
    rows: 1,
    run: (session) => call(session, 'GET', `/tasks/${anyTask(session)}`),
  },
  {
    name: 'read the first page of the board',
    rows: 150,
    run: (session) => call(session, 'GET', '/tasks/board'),
  },
  { name: 'read the first page of tasks', rows: 25, run: (session) => call(session, 'GET', '/tasks') },
  // Compares the first tasks of the board, and finds the words, which few tasks contain, by their trigrams.
  ...['task 17 about', 'responds'].map((words) => ({
    name: `search tasks for ${words}`,
    rows: 1_050,
    withoutStatistics: {
      buffers: 1_200,
      reason: 'the first tasks of the board are found by sorting all, until there are about 200,000',
    },
    run: async (session: Session) => {
      await call(session, 'GET', `/tasks?q=${encodeURIComponent(words)}`);
    },
  })),
  {
    name: 'read the history of a task',
    rows: 25,
    run: (session) => call(session, 'GET', `/events/task/${anyTask(session)}`),
  },
  { name: 'read the first page of events', rows: 25, run: (session) => call(session, 'GET', '/events') },
  // Counts up to 10,001 entries of indexes, at least 50 of which are on each page.
  {
    name: 'list prompt runs',
    rows: 200,
    withoutStatistics: {
      buffers: 22_000,
      reason:
        'the text of each counted run is found by its key, and few runs are sorted instead of read in order',
    },
    run: (session) => call(session, 'GET', '/prompt-runs'),
  },
  ...['board', 'due_at', 'priority', 'updated_at', 'title'].flatMap((sort) => [
    deepPage(`/tasks?sort=${sort}`),
    deepPage(`/tasks?sort=-${sort}`),
  ]),
  deepPage('/tasks?sort=-priority&effort=m'),
  ...['status', '-finished_at', 'latency_ms', '-cost'].map((sort) => deepPage(`/prompt-runs?sort=${sort}`)),
  deepPage('/events?'),
  deepPage('/audit-log?'),
];

const jobs = new Map<string, Job>(areas.flatMap((area) => area.jobs ?? []).map((job) => [job.queue, job]));
const projections: Projection[] = areas.flatMap((area) => area.projections ?? []);

/** Runs a lane once, as a worker does, after the sweeper has looked for due rows. */
async function runLane({ platform }: Session, queue: string, payload: object): Promise<void> {
  const job = jobs.get(queue);
  if (!job) throw new Error(`No lane ${queue}`);
  await job.due(platform);
  await job.run({
    platform,
    payload,
    origin: { request_id: 'hot-statements', ip: null, user_agent: null },
    emits: [...(job.emits ?? [])],
    log: platform.log,
    note: async () => undefined,
    signal: new AbortController().signal,
  } as unknown as LaneRun<never>);
}

/** Inserts events of tasks, as writes do, for one batch of the relay. */
async function insertEvents(session: Session): Promise<void> {
  const { admin, grown } = session;
  const { org_id, owner_id } = grown;
  const first = anyTask(session);
  await admin.query(
    `with made as (
       insert into events (org_id, aggregate_type, aggregate_id, event_type, payload, occurred_at, subject_user_ids)
       select $1, 'task', t.id, case when t.id % 2 = 0 then 'task.post_create' else 'task.post_update' end, $5, now(), array[$2::int]
       from tasks t where t.org_id = $1 and t.deleted_at is null
         and t.id between $3 and $4
       returning id, org_id, occurred_at, aggregate_id),
     logged as (
       insert into audit_log (org_id, occurred_at, event_id, actor_type, actor_id, action, resource, record_id, after, request_id)
       select org_id, occurred_at, id, 'user', $2, 'update', 'task', aggregate_id, '{"status": "done"}', 'hot' from made)
     insert into outbox (org_id, event_id, occurred_at) select org_id, id, occurred_at from made`,
    [org_id, owner_id, first, first + eventsPerBatch - 1, payloadOf(org_id, owner_id)],
  );
}

async function relayEvents({ platform, admin }: Session, batches: () => Promise<void>): Promise<void> {
  const relay = new Relay(platform, { projections, enqueue: async () => undefined });
  relay.start();
  try {
    for (let n = 0; n < 7; n += 1) {
      await batches();
      platform.wakeRelay();
      await eventually(
        async () => (await admin.query('select count(*)::int as waiting from outbox')).rows[0].waiting,
        (waiting) => waiting === 0,
      );
    }
    if (relay.status.failures > 0) throw new Error(`${relay.status.failures} projections failed`);
  } finally {
    await relay.stop();
  }
}

/** Makes the reminders of some tasks due now. */
async function makeRemindersDue({ admin, grown }: Session): Promise<void> {
  await admin.query(
    `with chosen as (
       select r.id, r.task_id from task_reminders r join tasks t on t.org_id = r.org_id and t.id = r.task_id and t.status = 'todo'
       where r.org_id = $1 and r.user_id is null and r.state in ('pending', 'fired') and r.deleted_at is null limit 8),
     changed as (
       update tasks t set due_at = date_trunc('second', now()) + interval '1 hour', reminder_offset = '1h', assigned_employee_id = null,
         assigned_to = $2
       from chosen c where t.org_id = $1 and t.id = c.task_id)
     update task_reminders r set remind_at = date_trunc('second', now()), "offset" = '1h', state = 'pending'
     from chosen c where r.org_id = $1 and r.id = c.id`,
    [grown.org_id, grown.owner_id],
  );
}

/** Deletes due prompt runs and open deliveries, except as many as the operations below handle. */
async function keepFew({ admin, grown }: Session): Promise<void> {
  await admin.query(
    `delete from prompt_runs where org_id = $1 and status = 'pending' and id not in (
       select id from prompt_runs where org_id = $1 and status = 'pending' order by id desc limit 24)`,
    [grown.org_id],
  );
  await admin.query(
    `delete from webhook_deliveries_open where org_id = $1 and id not in (
       select id from webhook_deliveries_open where org_id = $1 order by id desc limit 200)`,
    [grown.org_id],
  );
}

const consequences: readonly Operation[] = [
  {
    name: 'relay a batch',
    rows: eventsPerBatch,
    run: (session) => relayEvents(session, () => insertEvents(session)),
  },
  {
    name: 'fire reminders',
    rows: 50,
    prepare: makeRemindersDue,
    run: (session) => runLane(session, 'task-reminders', { org_id: session.grown.org_id }),
  },
  {
    name: 'evaluate prompts',
    rows: 24,
    prepare: keepFew,
    run: (session) => runLane(session, 'prompts', { org_id: session.grown.org_id }),
  },
  {
    name: 'deliver webhooks',
    rows: 200,
    run: (session) => {
      const { org_id, webhook_id } = session.grown;
      return runLane(session, 'webhooks', { org_id, webhook_id });
    },
  },
  {
    name: 'recount initiatives',
    rows: 1,
    run: (session) => runLane(session, 'initiatives', { org_id: session.grown.org_id }),
  },
  {
    name: 'chain the audit log',
    rows: 1_000,
    run: (session) => runLane(session, 'audit', { org_id: session.grown.org_id }),
  },
];

export { consequences, requests };
