import type { Client } from '@wfp/client';
import { type LlmBehaviour, sendLlmResponse, startLlmServer } from '@wfp/testing/llm-server.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { apiClientAt, signUpAt } from '../processes/sign-up.ts';

const answer = JSON.stringify({
  priority: 'low',
  category: 'general',
  label: null,
  ideal_owner: { description: 'Any employee', employee_id: null, user_id: null },
  reasoning: 'Reason of the model.',
});

let llm: Awaited<ReturnType<typeof startLlmServer>>;
let behave: LlmBehaviour;
let cluster: Cluster;
let worker: Pod;
let owner: Client;
beforeAll(async () => {
  llm = await startLlmServer((...call) => behave(...call));
  cluster = await createCluster({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: llm.baseUrl,
    LLM_MODEL: 'model-1',
    LLM_API_KEY: 'sk-of-a-test',
  });
  const api = await cluster.startApi();
  worker = await cluster.startWorker();
  owner = apiClientAt(api, await signUpAt(api, 'asking'));
});
afterAll(async () => {
  await cluster?.stop();
  await llm?.stop();
});

/** @returns titles of the created tasks by id */
const create = async (titles: string[]) => {
  const created = new Map<number, string>();
  for (const title of titles) created.set((await owner.post('/tasks', { body: { title } })).id, title);
  return created;
};
const runs = async () => (await owner.get('/prompt-runs', { params: { query: { limit: 100 } } })).data;
const completed = async () =>
  (await owner.get('/events', { params: { query: { event_type: 'prompt_run.completed' } } })).total;
/** Counts attempts at a run that failed because the database timed out on a busy machine. */
const failuresOf = ({ id }: { id: number }, pods: readonly Pod[]) => {
  const texts = [`"prompt_run_id":${id},`, 'Prompt run failed', 'database is unavailable'];
  const lines = pods.flatMap((pod) => pod.log().split('\n'));
  return lines.filter((line) => texts.every((text) => line.includes(text))).length;
};
const countRequestsAbout = (title: string) =>
  llm.requests.filter((one) => JSON.stringify(one.body.messages).includes(title)).length;

it('completes each run of a killed worker exactly once, with an empty Redis', async () => {
  behave = () => undefined;
  const titles = await create(['Crash one', 'Crash two', 'Crash three']);
  await eventually(
    () => llm.requests.length,
    (count) => count === 3,
  );
  const killed = worker;
  await killed.kill('SIGKILL');
  const redis = new Redis(cluster.redisUrl);
  const keys = await redis.keys(`${cluster.prefix}*`);
  if (keys.length > 0) await redis.del(...keys);
  await redis.quit();
  behave = (response, request) => sendLlmResponse(response, request, answer);
  worker = await cluster.startWorker();
  const ended = await eventually(runs, (all) => all.every((run) => run.status === 'succeeded'));
  const titleOf = ({ record_id }: { record_id: number | null }) => titles.get(record_id ?? 0) ?? '';
  expect(new Set(ended.map(titleOf))).toEqual(new Set(titles.values()));
  expect(ended).toHaveLength(titles.size);
  for (const run of ended) {
    expect(run.attempts).toBe(2 + failuresOf(run, [killed, worker]));
    const requests = countRequestsAbout(titleOf(run));
    expect(requests).toBeGreaterThanOrEqual(2);
    expect(requests).toBeLessThanOrEqual(run.attempts);
  }
  expect(await completed()).toBe(3);
});

it('returns the run of a terminated worker, and the next worker continues immediately', async () => {
  behave = () => undefined;
  await create(['Drained']);
  await eventually(
    () => countRequestsAbout('Drained'),
    (count) => count === 1,
  );
  expect(await worker.kill('SIGTERM')).toBe(0);
  const [run] = await runs();
  expect([run?.status, run?.attempts]).toEqual(['pending', 0]);
  behave = (response, request) => sendLlmResponse(response, request, answer);
  worker = await cluster.startWorker();
  const [ended] = await eventually(runs, ([one]) => one?.status === 'succeeded');
  expect([ended?.attempts, await completed()]).toEqual([1, 4]);
});
