import { areas } from '@wfp/areas';
import { type Job, type LaneRun, type Projection, Relay } from '@wfp/shared';
import { eventually } from '@wfp/testing/receiver.ts';
import { payloadOf } from './grown-organization.ts';
import { anyTask, eventsPerBatch, type Operation, type Session } from './operation.ts';

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

export const consequences: readonly Operation[] = [
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
    // Up to 20 similar tasks for each.
    keys: 480,
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
