import type { Client } from '@wfp/client';
import { type LlmBehaviour, say, startLlmServer } from '@wfp/testing/llm-server.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, createCluster, type Pod } from '../processes/processes.ts';
import { programAt, signUpAt } from '../processes/sign-up.ts';

const answer = JSON.stringify({
  priority: 'low',
  category: 'general',
  label: null,
  ideal_owner: { description: 'Anybody', employee_id: null, user_id: null },
  reasoning: 'A model said so.',
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
  owner = programAt(api, await signUpAt(api, 'asking'));
});
afterAll(async () => {
  await cluster?.stop();
  await llm?.stop();
});

const create = async (titles: string[]) => {
  for (const title of titles) await owner.post('/tasks', { body: { title } });
};
const runs = async () => (await owner.get('/prompt-runs', { params: { query: { limit: 100 } } })).data;
const completed = async () =>
  (await owner.get('/events', { params: { query: { event_type: 'prompt_run.completed' } } })).total;
const askedAbout = (title: string) =>
  llm.asked.filter((one) => JSON.stringify(one.body.messages).includes(title)).length;

it('brings to one end each what a killed worker had in hand, with a Redis that forgot everything', async () => {
  behave = () => undefined;
  await create(['Crash one', 'Crash two', 'Crash three']);
  await eventually(
    () => llm.asked.length,
    (count) => count === 3,
  );
  await worker.kill('SIGKILL');
  const redis = new Redis(cluster.redisUrl);
  const keys = await redis.keys(`${cluster.prefix}*`);
  if (keys.length > 0) await redis.del(...keys);
  await redis.quit();
  behave = (response, asked) => say(response, asked, answer);
  worker = await cluster.startWorker();
  const ended = await eventually(runs, (all) => all.every((run) => run.status === 'succeeded'), 45_000);
  expect(ended.map((run) => run.attempts)).toEqual([2, 2, 2]);
  expect(['Crash one', 'Crash two', 'Crash three'].map(askedAbout)).toEqual([2, 2, 2]);
  expect(await completed()).toBe(3);
});

it('gives back what a worker has in hand that is told to stop: the next one asks at once', async () => {
  behave = () => undefined;
  await create(['Drained']);
  await eventually(
    () => askedAbout('Drained'),
    (count) => count === 1,
  );
  expect(await worker.kill('SIGTERM')).toBe(0);
  const [run] = await runs();
  expect([run?.status, run?.attempts]).toEqual(['pending', 0]);
  behave = (response, asked) => say(response, asked, answer);
  worker = await cluster.startWorker();
  const [ended] = await eventually(runs, ([one]) => one?.status === 'succeeded');
  expect([ended?.attempts, await completed()]).toEqual([1, 4]);
});
