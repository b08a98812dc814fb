import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Installation } from '../processes/installation.ts';

const pollMs = 50;
const patienceMs = 300_000;

/** Deferred work of writes, each with a condition that is true while some of it is unfinished. */
const work = {
  relay: 'exists (select from outbox)',
  prompts: `exists (select from prompt_runs where org_id = $1 and status in ('pending', 'running'))`,
  webhooks: `exists (select from webhook_deliveries where org_id = $1 and filed_at = 'infinity')`,
  initiatives: 'exists (select from initiative_recounts where org_id = $1)',
  audit: `(select max(id) from audit_log where org_id = $1)
    > coalesce((select sealed_id from audit_heads where org_id = $1), 0)`,
};
export type Work = keyof typeof work;
export const kindsOfWork = Object.keys(work) as Work[];

/** For each kind of work, the time at which it was last found unfinished, in ms since the wait began. */
export type Drain = Record<Work, number>;

/** Numbers of rows that were added for an organization since a point in time. */
export interface Tally {
  /** Events of tasks, all of which the endpoint is subscribed to, and all events. */
  task_events: number;
  events: number;
  numbered: number;
  audit_entries: number;
  chained: number;
  deliveries: number;
  succeeded_runs: number;
  replaced_runs: number;
  other_runs: number;
  without_reminder: number;
}

/** Observes one organization until the worker has finished all work that requests caused. */
export interface Observer {
  untilDone(): Promise<Drain>;
  /**
   * Counts results since the observer was created.
   *
   * @throws Error if the number of an event, a link of the chain, a delivery or a reminder is missing, or a run failed
   */
  verify(): Promise<Tally>;
  close(): Promise<void>;
}

/** Uses a connection that avoids scans of whole tables, so that polling costs little compared with the measured work. */
export async function observe({ settings }: Installation, org_id: number): Promise<Observer> {
  const client = new pg.Client({ connectionString: settings.DATABASE_URL, options: '-c enable_seqscan=off' });
  await client.connect();
  const { rows } = await client.query(
    `select coalesce((select max(id) from events where org_id = $1), 0) as event,
       coalesce((select max(id) from audit_log where org_id = $1), 0) as audit,
       coalesce((select max(id) from tasks where org_id = $1), 0) as task`,
    [org_id],
  );
  const { event, audit, task } = rows[0];
  return {
    untilDone: () => untilDone(client, org_id),
    verify: async () => {
      const { rows: counted } = await client.query<Tally>(countResults, [org_id, event, audit, task]);
      return verified(counted[0] as Tally);
    },
    close: () => client.end(),
  };
}

async function untilDone(client: pg.Client, org_id: number): Promise<Drain> {
  const columns = kindsOfWork.map((kind) => `${work[kind]} as ${kind}`);
  // One statement, hence one snapshot: finished work creates further work in the same transaction.
  const statement = { name: 'unfinished', text: `select ${columns.join(', ')}`, values: [org_id] };
  const drain = Object.fromEntries(kindsOfWork.map((kind) => [kind, 0])) as Drain;
  for (const start = performance.now(); ; await pause(pollMs)) {
    const { rows } = await client.query<Record<Work, boolean>>(statement);
    const left = kindsOfWork.filter((kind) => rows[0]?.[kind]);
    for (const kind of left) drain[kind] = performance.now() - start;
    if (left.length === 0) return drain;
    if (performance.now() - start > patienceMs)
      throw new Error(`Not finished within five minutes: ${left.join(', ')}`);
  }
}

const since = (name: string) => `org_id = $1 and ${name} > $2`;
const countRuns = (condition: string) =>
  `(select count(*)::int from prompt_runs where ${since('event_id')} and ${condition})`;
const countResults = `select
  (select count(*)::int from events where ${since('id')} and aggregate_type = 'task') as task_events,
  (select count(*)::int from events where ${since('id')}) as events,
  (select count(*)::int from event_log where ${since('event_id')}) as numbered,
  (select count(*)::int from audit_log where org_id = $1 and id > $3) as audit_entries,
  (select count(*)::int from audit_chain where org_id = $1 and audit_id > $3) as chained,
  (select count(*)::int from webhook_deliveries where ${since('event_id')} and status = 'succeeded') as deliveries,
  ${countRuns("status = 'succeeded'")} as succeeded_runs,
  ${countRuns("status = 'skipped'")} as replaced_runs,
  ${countRuns("status not in ('succeeded', 'skipped')")} as other_runs,
  (select count(*)::int from tasks t where org_id = $1 and id > $4 and reminder_offset is not null and not exists (
    select from task_reminders r where r.org_id = t.org_id and r.task_id = t.id)) as without_reminder`;

function verified(tally: Tally): Tally {
  const defects = [
    tally.numbered < tally.events && 'events without a number',
    tally.chained < tally.audit_entries && 'audit entries missing from the chain',
    tally.deliveries < tally.task_events && 'events that were not delivered',
    tally.other_runs > 0 && 'failed or refused runs of prompts',
    tally.without_reminder > 0 && 'tasks without their reminder',
  ].filter(Boolean);
  if (defects.length > 0) throw new Error(`There are ${defects.join(', ')}: ${JSON.stringify(tally)}`);
  return tally;
}
