import type { LaneRun } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { sendLlmResponse, startLlmServer } from '@wfp/testing/llm-server.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { modelQueue, passToModels, promptQueue } from './lane.store.ts';
import { projectRuns } from './project-runs.store.ts';
import { modelLane, promptLane } from './prompts.lane.ts';

const { sql } = Prisma;
const promptLanes = [promptLane, modelLane];
const isUrgent = { field: 'title', op: 'contains', value: 'urgent' };

let service: TestService;
let llm: Awaited<ReturnType<typeof startLlmServer>>;
let owner: Client;
/** Calls of the model that are not answered yet. */
let held: (() => void)[] = [];
let isHolding = false;
beforeAll(async () => {
  llm = await startLlmServer((response, asked) => {
    const answer = () => sendLlmResponse(response, asked, '{"note":"Of the model"}');
    if (isHolding) held.push(answer);
    else answer();
  });
  service = await startOwnService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: llm.baseUrl,
    LLM_MODEL: 'model-1',
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  await service?.stop();
  await llm?.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  [held, isHolding] = [[], false];
  llm.requests.length = 0;
  const { data } = (await owner.call('GET', '/prompt-templates')).body;
  for (const { id } of data) await owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false });
});

async function addTemplate(condition: object | null, settings: object = {}): Promise<number> {
  const { status, body } = await owner.call('POST', '/prompt-templates', {
    ...{ code: 'note', name: 'Note', hook: 'task.post_create', system_text: '', user_text: '{{record}}' },
    ...{ condition, settings, output_schema: { type: 'object' } },
  });
  expect(status).toBe(201);
  return body.id;
}
const create = (title: string) => owner.call('POST', '/tasks', { title });

/** Inserts the runs of all tasks, as the relay does. */
async function project() {
  const batch =
    await service.rows<any>(sql`select e.org_id, e.id::int as seq, e.id::int as event_id, e.occurred_at,
      e.event_type, e.aggregate_type, e.aggregate_id, false as is_private from events e
    where e.org_id = ${owner.user.org_id} and e.event_type = 'task.post_create' order by e.id`);
  return executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch, service.config));
}

async function runLane(queue: string): Promise<void> {
  await promptLanes
    .find((lane) => lane.queue === queue)
    ?.run({
      platform: service.platform,
      payload: { org_id: owner.user.org_id },
      origin: { ip: null, user_agent: null, request_id: 'lane' },
      emits: ['prompt_run.completed'],
      log: service.platform.log,
      note: async () => undefined,
      signal: new AbortController().signal,
    } as unknown as LaneRun<never>);
}
const isDue = async (queue: string) => {
  const due = (await promptLanes
    .find((lane) => lane.queue === queue)
    ?.due(service.platform)) as unknown as readonly { org_id: number }[];
  return due.some(({ org_id }) => org_id === owner.user.org_id);
};
const findDueQueues = async () => {
  const queues = [promptQueue, modelQueue];
  const due = await Promise.all(queues.map(isDue));
  return queues.filter((_, n) => due[n]);
};
const runs = () =>
  service.rows<{ id: number; status: string; attempts: number; calls_model: boolean; error: string | null }>(
    sql`select id, status, attempts, calls_model, error from prompt_runs where org_id = ${owner.user.org_id} order by id`,
  );
const statesOf = async () =>
  (await runs()).map(({ status, attempts, calls_model }) => [status, attempts, calls_model]);

it('passes runs whose condition is met to the model, and skips the others without it', async () => {
  await addTemplate(isUrgent);
  for (const title of ['An urgent one', 'Another one', 'Also urgent']) await create(title);
  await project();
  expect(await findDueQueues()).toEqual([promptQueue]);
  expect(await recordedBy(service, owner.user.org_id, () => runLane(promptQueue))).toMatchObject(nothing);
  expect(await statesOf()).toEqual([
    ['pending', 0, true],
    ['skipped', 1, false],
    ['pending', 0, true],
  ]);
  expect(llm.requests).toHaveLength(0);
  expect(await findDueQueues()).toEqual([modelQueue]);

  await runLane(promptQueue);
  expect(llm.requests).toHaveLength(0);
  await runLane(modelQueue);
  expect(await statesOf()).toEqual([
    ['succeeded', 1, true],
    ['skipped', 1, false],
    ['succeeded', 1, true],
  ]);
  expect(llm.requests).toHaveLength(2);
  expect(await findDueQueues()).toEqual([]);
});

it('calls the model for runs without a condition', async () => {
  await addTemplate(null);
  await create('Any');
  await project();
  expect(await findDueQueues()).toEqual([modelQueue]);
  await runLane(promptQueue);
  expect(llm.requests).toHaveLength(0);
  await runLane(modelQueue);
  expect(await statesOf()).toEqual([['succeeded', 1, true]]);
});

it('passes runs that an earlier release inserted, or whose template uses the model since', async () => {
  const id = await addTemplate(isUrgent, { output: { note: 'Constant' } });
  await create('An urgent one');
  await project();
  const changed = { condition: null, settings: {} };
  expect((await owner.call('PATCH', `/prompt-templates/${id}`, changed)).status).toBe(200);
  expect(await statesOf()).toEqual([['pending', 0, false]]);
  await runLane(promptQueue);
  expect(await findDueQueues()).toEqual([modelQueue]);
  await runLane(modelQueue);
  expect(await statesOf()).toEqual([['succeeded', 1, true]]);
  expect(llm.requests).toHaveLength(1);
});

it('finishes a run without a call if its template needs no model any more', async () => {
  const id = await addTemplate(null);
  await create('An urgent one');
  await project();
  const changed = { condition: isUrgent, settings: { output: { note: 'Constant' } } };
  expect((await owner.call('PATCH', `/prompt-templates/${id}`, changed)).status).toBe(200);
  await runLane(modelQueue);
  expect(await statesOf()).toEqual([['succeeded', 1, true]]);
  expect(llm.requests).toHaveLength(0);
});

it('does not end the lease of the lane that calls the model when a run is passed again', async () => {
  await addTemplate(isUrgent);
  await create('An urgent one');
  await project();
  await runLane(promptQueue);
  isHolding = true;
  const running = runLane(modelQueue);
  await eventually(
    () => held.length,
    (count) => count === 1,
  );
  const [run] = await runs();
  await passToModels(service.platform, owner.user.org_id, [{ id: run?.id ?? 0, attempts: 1 }]);
  expect(await statesOf()).toEqual([['running', 1, true]]);
  held[0]?.();
  await running;
  expect(await statesOf()).toEqual([['succeeded', 1, true]]);
});

it('does not pass a run that another worker has leased since', async () => {
  await addTemplate(isUrgent);
  await create('An urgent one');
  await project();
  const [run] = await runs();
  await executeOperational(
    service.platform,
    sql`update prompt_runs set status = 'running', attempts = 2, leased_until = now() + interval '1 minute'
      where org_id = ${owner.user.org_id} returning id`,
  );
  await passToModels(service.platform, owner.user.org_id, [{ id: run?.id ?? 0, attempts: 1 }]);
  expect(await statesOf()).toEqual([['running', 2, false]]);
});

it('wakes the lane of each run, that of models after a condition later', async () => {
  const { org_id } = owner.user;
  const wakeUp = (queue: string) => ({ queue, key: `org-${org_id}`, payload: { org_id } });
  const later = (queue: string) => ({ ...wakeUp(queue), delayMs: expect.any(Number) });
  const projectNew = async (title: string) => {
    await create(title);
    return (await project()).toSorted((a, b) => a.queue.localeCompare(b.queue));
  };
  const id = await addTemplate(isUrgent);
  expect(await projectNew('One')).toEqual([later(modelQueue), wakeUp(promptQueue)]);
  await owner.call('PATCH', `/prompt-templates/${id}`, { condition: null });
  expect(await projectNew('Two')).toEqual([wakeUp(modelQueue)]);
  const constant = { condition: isUrgent, settings: { output: { note: 'Constant' } } };
  await owner.call('PATCH', `/prompt-templates/${id}`, constant);
  expect(await projectNew('Three')).toEqual([wakeUp(promptQueue)]);
});
