import type { LaneRun } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRuns } from './project-runs.store.ts';
import { promptLane } from './prompts.lane.ts';

const { sql } = Prisma;
/** More runs than one turn can lease with the clock below, which advances by a minute on every call. */
const waiting = 70;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service?.stop());

it('yields to other organizations during a long backlog, and continues later', async () => {
  const { org_id } = owner.user;
  for (let n = 0; n < waiting; n += 1) await owner.call('POST', '/tasks', { title: `Task ${n}` });
  const batch =
    await service.rows<any>(sql`select e.org_id, e.id::int as seq, e.id::int as event_id, e.occurred_at,
    e.event_type, e.aggregate_type, e.aggregate_id, false as is_private from events e
    where e.org_id = ${org_id} and e.event_type = 'task.post_create'`);
  await executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch, service.config));
  const count = async (status: string) =>
    (
      await service.rows(
        sql`select from prompt_runs where org_id = ${org_id} and status = ${status}::prompt_run_status`,
      )
    ).length;
  expect(await count('pending')).toBe(waiting);

  let now = Date.now();
  const clock = {
    now: () => {
      now += 60_000;
      return new Date(now);
    },
  };
  const turn = () =>
    promptLane.run({
      platform: { ...service.platform, clock },
      payload: { org_id },
      origin: { ip: null, user_agent: null, request_id: 'lane' },
      emits: ['prompt_run.completed'],
      log: service.platform.log,
      note: async () => undefined,
      signal: new AbortController().signal,
    } as unknown as LaneRun<never>);
  expect(await turn()).toBeInstanceOf(Date);
  const left = await count('pending');
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(waiting);
  for (let n = 0; n < waiting && (await turn()) !== null; n += 1);
  expect(await count('succeeded')).toBe(waiting);
});
