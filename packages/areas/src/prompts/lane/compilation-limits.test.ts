import type { LaneRun } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational, executeOperationalInTransaction } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { sendLlmResponse, startLlmServer } from '@wfp/testing/llm-server.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CompilationLimits } from '../evaluation/compiling/compilations.ts';
import { exhaustCompilations, newSchema, storeUncompiledSchema } from '../testing/uncompiled-schema.ts';
import { projectRuns } from './project-runs.store.ts';
import { modelLane, promptLane } from './prompts.lane.ts';

const { sql } = Prisma;

let service: TestService;
let llm: Awaited<ReturnType<typeof startLlmServer>>;
let owner: Client;
beforeAll(async () => {
  llm = await startLlmServer((response, asked) => sendLlmResponse(response, asked, '{"verdict":"accept"}'));
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
  llm.requests.length = 0;
  for (const { id } of await templates())
    await owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false });
});

const templates = async (): Promise<{ id: number; code: string }[]> =>
  (await owner.call('GET', '/prompt-templates')).body.data;

async function addTemplate(more: object = {}, by = owner): Promise<number> {
  const { status, body } = await by.call('POST', '/prompt-templates', {
    ...{ code: 'note', name: 'Note', hook: 'task.post_create', system_text: '', user_text: '{{record}}' },
    ...{ output_schema: newSchema(), ...more },
  });
  expect(status).toBe(201);
  return body.id;
}

/** Inserts the runs of a new task, as the relay does. */
async function startRun(): Promise<void> {
  await owner.call('POST', '/tasks', { title: 'One' });
  const batch =
    await service.rows<any>(sql`select e.org_id, e.id::int as seq, e.id::int as event_id, e.occurred_at,
      e.event_type, e.aggregate_type, e.aggregate_id, false as is_private from events e
    where e.org_id = ${owner.user.org_id} and e.event_type = 'task.post_create' order by e.id`);
  await executeOperationalInTransaction(service.platform, (tx) => projectRuns(tx, batch, service.config));
}

/** Runs the lanes of the organization until nothing is due. */
async function runLanes(): Promise<void> {
  for (const lane of [promptLane, modelLane])
    await lane.run({
      platform: service.platform,
      payload: { org_id: owner.user.org_id },
      origin: { ip: null, user_agent: null, request_id: 'lane' },
      emits: ['prompt_run.completed'],
      log: service.platform.log,
      note: async () => undefined,
      signal: new AbortController().signal,
    } as unknown as LaneRun<never>);
}

const runs = () =>
  service.rows<{ status: string; attempts: number; error: string | null; seconds: number }>(
    sql`select status, attempts, error, extract(epoch from due_at - now())::float8 as seconds
      from prompt_runs where org_id = ${owner.user.org_id} order by id`,
  );

async function expectPostponed(): Promise<void> {
  const { result: _, ...left } = await recordedBy(service, owner.user.org_id, runLanes);
  expect(left).toEqual(nothing);
  const [run, ...others] = await runs();
  expect([run, others]).toEqual([
    {
      status: 'pending',
      attempts: 1,
      error: expect.stringMatching(/^Too many output schemas; try again in \d+ s$/),
      seconds: expect.any(Number),
    },
    [],
  ]);
  // Until the minute of the limit ends.
  expect(run?.seconds).toBeGreaterThan(4);
  expect(run?.seconds).toBeLessThanOrEqual(60);
  expect(llm.requests).toEqual([]);
}

/** Compiles the schema for another organization, and runs the lanes when the run is due. */
async function expectFinished(schema: object): Promise<void> {
  await addTemplate({ output_schema: schema }, await service.newOrganization());
  const { org_id } = owner.user;
  await executeOperational(
    service.platform,
    sql`update prompt_runs set due_at = now() where org_id = ${org_id} returning id`,
  );
  await runLanes();
  expect(await runs()).toMatchObject([{ status: 'succeeded', attempts: 2, error: null }]);
}

it('retries a run of a model whose schema may not be compiled, and calls the model only then', async () => {
  const id = await addTemplate();
  await exhaustCompilations(owner, id);
  const schema = await storeUncompiledSchema(service, owner, id);
  await startRun();
  await expectPostponed();
  await expectFinished(schema);
  expect(llm.requests).toHaveLength(1);
});

it('retries a run of the rules in the same way', async () => {
  await exhaustCompilations(owner, await addTemplate({ is_enabled: false }));
  const id = (await templates()).find(({ code }) => code === 'triage-task')?.id ?? 0;
  const enabled = { is_enabled: true, settings: { provider: 'rules' } };
  expect((await owner.call('PATCH', `/prompt-templates/${id}`, enabled)).status).toBe(200);
  const schema = await storeUncompiledSchema(service, owner, id, newSchema([]));
  await startRun();
  await expectPostponed();
  await expectFinished(schema);
  expect(llm.requests).toEqual([]);
});

it('counts the compilations of an unverified organization as such', async () => {
  const { org_id } = owner.user;
  const id = await addTemplate();
  await executeOperational(
    service.platform,
    sql`update organizations set verified_at = null where id = ${org_id} returning id`,
  );
  await storeUncompiledSchema(service, owner, id);
  await startRun();
  const counted = vi.spyOn(CompilationLimits.prototype, 'run');
  await runLanes();
  expect(await runs()).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
  expect(counted.mock.calls.map(([client]) => client)).toMatchObject([{ org_id, is_unverified: true }]);
});
