import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client, TestService } from '@wfp/testing';
import { webhookLane } from '../sender/webhooks.lane.ts';

const { sql } = Prisma;

/** Runs delivery lanes on inserted deliveries, without relay or worker. */
export interface LaneHarness {
  /** Adds a query to the URL unless it has one: endpoints of one organization need URLs of their own. */
  createEndpoint(url: string, options?: object): Promise<number>;
  /** Inserts due attempts, each of its own event, and returns their ids in ascending order. */
  insertDue(webhook_id: number, count: number, options?: Partial<DueAttempt>): Promise<number[]>;
  /** Runs the endpoint's lane. Returns when it is to run again. */
  run(webhook_id: number, signal?: AbortSignal): Promise<Date | null>;
  rows(webhook_id: number): Promise<any[]>;
  counts(webhook_id: number): Promise<Record<string, number>>;
  /** Executes SQL outside of the service, for example to make time pass. */
  tamper(statement: Prisma.Sql): Promise<void>;
}

interface DueAttempt {
  attempt: number;
  is_manual: boolean;
  is_replay: boolean;
}

export function createLaneHarness(service: TestService, owner: Client): LaneHarness {
  const { org_id } = owner.user;
  let endpoints = 0;
  const rows = (webhook_id: number) =>
    service.rows<any>(
      sql`select d.*, d.id::float8 as id, d.event_id::float8 as event_id from webhook_deliveries d
        where d.org_id = ${org_id} and d.webhook_id = ${webhook_id} order by d.id`,
    );
  return {
    rows,
    createEndpoint: async (url, options = {}) => {
      endpoints += 1;
      const own = url.includes('?') ? url : `${url}?endpoint=${endpoints}`;
      const { status, body } = await owner.call('POST', '/webhooks', { url: own, ...options });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id;
    },
    insertDue: async (webhook_id, count, { attempt = 1, is_manual = false, is_replay = false } = {}) => {
      for (let n = 0; n < count; n++) await owner.call('POST', '/tasks', { title: `Event ${n}` });
      const inserted = await executeOperational<{ id: number }>(
        service.platform,
        sql`insert into webhook_deliveries (org_id, webhook_id, event_id, event_occurred_at, event_type, attempt, scheduled_at, is_manual, is_replay)
          select * from (
            select org_id, ${webhook_id}::int, id, occurred_at, event_type, ${attempt}::int, now(), ${is_manual}::bool, ${is_replay}::bool
            from events where org_id = ${org_id} and event_type = 'task.post_create' order by id desc limit ${count}::int
          ) e order by id returning id::float8 as id`,
      );
      return inserted.map((one) => one.id);
    },
    run: (webhook_id, signal = new AbortController().signal) =>
      webhookLane.run({
        platform: service.platform,
        payload: { org_id, webhook_id },
        origin: { request_id: 'lane-test', ip: null, user_agent: null },
        emits: webhookLane.emits,
        log: service.platform.log,
        note: async () => undefined,
        signal,
      } as never),
    counts: async (webhook_id) =>
      Object.fromEntries(
        [...Map.groupBy(await rows(webhook_id), (row) => row.status)].map(([status, all]) => [
          status,
          all.length,
        ]),
      ),
    tamper: async (statement) => {
      await executeOperational(service.platform, sql`${statement} returning 1 as done`);
    },
  };
}
