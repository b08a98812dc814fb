import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { promptText, sendLlmResponse, startLlmServer } from '@wfp/testing/llm-server.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

const output = JSON.stringify({
  priority: 'low',
  category: 'general',
  label: null,
  ideal_owner: { description: 'Any colleague', employee_id: null, user_id: null },
  reasoning: 'A model said so.',
});

let service: TestService;
let llm: Awaited<ReturnType<typeof startLlmServer>>;
let worker: Awaited<ReturnType<typeof startWorker>>;
/** Calls of the model that the test has not answered yet; null if they are answered immediately. */
let held: (() => void)[] | null = [];
beforeAll(async () => {
  llm = await startLlmServer((response, asked) => {
    const answer = () => sendLlmResponse(response, asked, output);
    if (held) held.push(answer);
    else answer();
  });
  service = await startOwnService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: llm.baseUrl,
    LLM_MODEL: 'model-1',
    LOG_LEVEL: 'silent',
  });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await llm?.stop();
});
afterEach(() => {
  held = [];
  llm.requests.length = 0;
});

function answerAll(): void {
  const calls = held ?? [];
  held = null;
  for (const answer of calls) answer();
}

const create = async (owner: Client, title: string): Promise<number> =>
  (await owner.call('POST', '/tasks', { title })).body.id;
const createIn = (owners: readonly Client[], title: string) =>
  Promise.all(owners.map((owner, n) => create(owner, `${title} ${n};`)));

async function createOrganizations(count: number, isVerified: boolean): Promise<Client[]> {
  const owners: Client[] = [];
  for (let n = 0; n < count; n += 1) owners.push(await service.newOrganization(undefined, isVerified));
  return owners;
}

const runsIn = (owners: readonly Client[]) =>
  service.rows<{ code: string; status: string; provider: string | null; model: string | null }>(
    sql`select p.code, r.status, r.provider, r.model from prompt_runs r
      join prompt_templates p on p.org_id = r.org_id and p.id = r.template_id
      where r.org_id = any(${owners.map(({ user }) => user.org_id)}::int[]) order by r.id`,
  );
const expectAllSucceeded = async (owners: readonly Client[]) => {
  const runs = await eventually(
    () => runsIn(owners),
    (all) => all.length === owners.length && all.every(({ status }) => status === 'succeeded'),
    60_000,
  );
  expect(new Set(runs.map(({ provider }) => provider))).toEqual(new Set(['openai-compatible']));
};
const countSent = (title: string) =>
  llm.requests.filter((request) => promptText(request).includes(title)).length;

async function addTemplate(owner: Client, code: string, condition: object, more: object) {
  const { status } = await owner.call('POST', '/prompt-templates', {
    ...{ code, name: code, hook: 'task.post_create', system_text: '', user_text: '', condition },
    ...{ output_schema: { type: 'object' }, ...more },
  });
  expect(status).toBe(201);
}

it('finishes runs that need no model while other organizations wait for the model in all slots', async () => {
  const others = await createOrganizations(25, true);
  const owner = await service.newOrganization();
  const [triage] = (await owner.call('GET', '/prompt-templates?q=triage')).body.data;
  const settings = { provider: 'rules' };
  expect((await owner.call('PATCH', `/prompt-templates/${triage.id}`, { settings })).status).toBe(200);
  const isUrgent = { field: 'title', op: 'contains', value: 'urgent' };
  const constant = { settings: { output: { priority: 'urgent' } } };
  await addTemplate(owner, 'constant', isUrgent, constant);
  await addTemplate(owner, 'constant-unmet', { not: isUrgent }, constant);
  await addTemplate(owner, 'model-unmet', { not: isUrgent }, { user_text: '{{record}}' });

  await createIn(others, 'Waits for the model');
  await eventually(
    () => runsIn(others),
    (runs) => runs.length === others.length,
  );
  await eventually(
    () => llm.requests.length,
    (sent) => sent === 20,
  );
  await create(owner, 'An urgent one');
  const runs = await eventually(
    () => runsIn([owner]),
    (all) => all.length === 4 && all.every(({ status }) => !['pending', 'running'].includes(status)),
  );
  expect(runs.map(({ code, status, model }) => [code, status, model]).toSorted()).toEqual([
    ['constant', 'succeeded', 'constant'],
    ['constant-unmet', 'skipped', null],
    ['model-unmet', 'skipped', null],
    ['triage-task', 'succeeded', expect.any(String)],
  ]);
  expect([llm.requests.length, held?.length]).toEqual([20, 20]);

  answerAll();
  await expectAllSucceeded(others);
});

it('sends a run of a verified organization while many unverified ones wait for the model', async () => {
  const unverified = await createOrganizations(20, false);
  const owner = await service.newOrganization();
  await createIn(unverified, 'Unverified');
  await eventually(
    () => runsIn(unverified),
    (runs) => runs.length === unverified.length,
  );
  await eventually(
    () => llm.requests.length,
    (sent) => sent >= 5,
  );
  await create(owner, 'Verified');
  await eventually(
    () => countSent('Verified'),
    (sent) => sent === 1,
  );
  expect(countSent('Unverified')).toBeLessThanOrEqual(10);

  answerAll();
  await expectAllSucceeded([...unverified, owner]);
});
