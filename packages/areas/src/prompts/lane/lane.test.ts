import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { type LlmBehaviour, sendLlmResponse, startLlmServer } from '@wfp/testing/llm-server.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

const output = JSON.stringify({
  priority: 'low',
  category: 'general',
  label: null,
  ideal_owner: { description: 'Any colleague', employee_id: null, user_id: null },
  reasoning: 'A model said so.',
});
const respond: LlmBehaviour = (response, asked) => sendLlmResponse(response, asked, output);

let service: TestService;
let llm: Awaited<ReturnType<typeof startLlmServer>>;
let behave = respond;
const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
let owner: Client;
beforeAll(async () => {
  llm = await startLlmServer((...call) => behave(...call));
  service = await startOwnService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: llm.baseUrl,
    LLM_MODEL: 'model-1',
    LLM_API_KEY: 'sk-very-secret',
    LOG_LEVEL: 'silent',
  });
  for (let n = 0; n < 2; n++)
    workers.push(await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await service?.stop();
  await llm?.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  behave = respond;
  llm.requests.length = 0;
});

const create = async (title: string): Promise<number> =>
  (await owner.call('POST', '/tasks', { title })).body.id;
const runsOf = async (query = ''): Promise<any[]> =>
  (await owner.call('GET', `/prompt-runs?template=triage-task&limit=100${query}`)).body.data;
const finishedRuns = (count: number, query = '') =>
  eventually(
    () => runsOf(query),
    (runs) => runs.length >= count && runs.every((run) => !['pending', 'running'].includes(run.status)),
  );
const eventsOf = async (type: string) => (await owner.call('GET', `/events?event_type=${type}`)).body;

describe('two workers', () => {
  it('evaluate each event once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => create(`Task number ${n}`)));
    const runs = await finishedRuns(30);
    expect(runs.map((run) => run.record_id).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(runs.map((run) => `${run.status} ${run.provider} ${run.attempts}`))).toEqual(
      new Set(['succeeded openai-compatible 1']),
    );
    expect(llm.requests).toHaveLength(30);
    expect((await eventsOf('prompt_run.completed')).total).toBe(30);
  });

  it('audit what is sent before sending it, without the texts', async () => {
    const id = await create('Only for the provider');
    const [run] = await finishedRuns(1);
    const entries = await service.rows(sql`
      select action, actor_type, event_id, after, (before || after)::text as words from audit_log
      where org_id = ${owner.user.org_id} and resource = 'prompt_run' and record_id = ${run.id} order by id`);
    expect(entries).toMatchObject([
      { action: 'send_to_provider', event_id: null },
      {
        action: 'run',
        actor_type: 'system',
        after: { provider: 'openai-compatible', model: 'model-1', input_tokens: 100, output_tokens: 20 },
      },
    ]);
    expect(entries[1].after.sent).toMatchObject({ provider: 'openai-compatible', model: 'model-1' });
    expect(entries[1].after.sent.bytes).toBeGreaterThan(500);
    expect(entries[1].after.sent.facts).toContain('record');
    expect(entries[1].words).not.toContain('Only for the provider');
    expect(JSON.stringify(run)).not.toContain('sk-very-secret');
    expect(run.record_id).toBe(id);
  });

  it('retry transient errors, but not outputs that do not match the schema', async () => {
    behave = (response, asked, before) => {
      if (before === 0) response.writeHead(503).end();
      else sendLlmResponse(response, asked, output);
    };
    await create('Later');
    const [run] = await finishedRuns(1);
    expect(run).toMatchObject({ status: 'succeeded', attempts: 2, error: null });

    behave = (response, asked) =>
      sendLlmResponse(response, asked, output.replace('{', '{"Merge with Initech":1,'));
    const id = await create('Nonsense');
    const [failed] = await finishedRuns(1, `&record_id=${id}`);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, output: null });
    expect(failed.error).toMatch(/schema.*Initech/);
    // The error quotes the output, which must not be in the audit log.
    const logged = await service.rows(sql`select a.before, a.after, e.payload from audit_log a
      join events e on e.org_id = a.org_id and e.id = a.event_id
      where a.org_id = ${owner.user.org_id} and a.resource = 'prompt_run' and a.record_id = ${failed.id}`);
    expect(logged).toMatchObject([{ after: { status: 'failed' } }]);
    expect(JSON.stringify(logged)).not.toContain('Initech');
  });

  it('continue the run of a dead worker, which then records nothing', async () => {
    const pendingResponses: (() => void)[] = [];
    behave = (response, asked) => void pendingResponses.push(() => sendLlmResponse(response, asked, output));
    await create('Held');
    const [run] = await eventually(
      () => runsOf(),
      ([one]) => one?.status === 'running' && pendingResponses.length === 1,
    );
    // Simulates an expired lease.
    await executeOperational(
      service.platform,
      sql`update prompt_runs set status = 'pending', leased_until = null, due_at = now() where id = ${run.id} returning id`,
    );
    await eventually(
      () => pendingResponses.length,
      (count) => count === 2,
    );
    pendingResponses[0]?.();
    pendingResponses[1]?.();
    expect(await finishedRuns(1)).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
    expect((await eventsOf('prompt_run.completed')).total).toBe(1);
  });
});

describe('the budget of a day', () => {
  const limit = (values: object) =>
    owner.call('PATCH', '/organizations/current/settings', { prompts: values });

  it('rejects further runs with an error', async () => {
    expect((await limit({ runs_per_day: 3 })).status).toBe(200);
    await Promise.all(Array.from({ length: 8 }, (_, n) => create(`Much ${n}`)));
    const runs = await finishedRuns(8);
    const refused = runs.filter((run) => run.status === 'refused');
    expect([runs.filter((run) => run.status === 'succeeded').length, refused.length]).toEqual([3, 5]);
    expect(refused[0].error).toContain('3 runs');
    expect(llm.requests).toHaveLength(3);
  });

  it('counts each call, including failed ones', async () => {
    expect((await limit({ runs_per_day: 2 })).status).toBe(200);
    behave = (response) => response.writeHead(503, { 'retry-after-ms': '0' }).end();
    await create('Asked again and again');
    const [run] = await finishedRuns(1);
    expect([run.status, llm.requests.length]).toEqual(['refused', 2]);
  });

  it('limits concurrent runs, which wait for reserved tokens', async () => {
    expect((await limit({ tokens_per_day: 130 })).status).toBe(200);
    await Promise.all(Array.from({ length: 6 }, (_, n) => create(`At once ${n}`)));
    const runs = await finishedRuns(6);
    // Each run uses 120 tokens. After the first, 10 are left, so the second starts; the others find the budget used up.
    expect(llm.requests).toHaveLength(2);
    expect(runs.map((run) => `${run.status} ${run.attempts}`).toSorted()).toEqual([
      ...Array(4).fill('refused 1'),
      ...Array(2).fill('succeeded 1'),
    ]);
  });

  it('counts the tokens of invalid outputs', async () => {
    expect((await limit({ tokens_per_day: 200 })).status).toBe(200);
    behave = (response, asked) => sendLlmResponse(response, asked, 'no JSON');
    await create('Twice asked, for 240 tokens');
    expect(await finishedRuns(1)).toMatchObject([{ status: 'failed' }]);
    behave = respond;
    const id = await create('Too much');
    expect(await finishedRuns(1, `&record_id=${id}`)).toMatchObject([{ status: 'refused' }]);
  });
});
