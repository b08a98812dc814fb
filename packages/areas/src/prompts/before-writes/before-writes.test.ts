import { Prisma } from '@wfp/shared/db';
import { type LlmBehaviour, promptText, sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReviewedService, rejectingVerdict } from '../testing/reviewed-service.ts';

const { sql } = Prisma;

let reviewed: ReviewedService;
beforeAll(async () => {
  reviewed = await ReviewedService.start();
});
afterAll(() => reviewed?.stop());
beforeEach(() => reviewed.reset());

const titles = async () =>
  (
    await reviewed.service.rows<{ title: string }>(
      sql`select title from tasks where org_id = ${reviewed.owner.user.org_id} order by id`,
    )
  ).map((one) => one.title);
const recorded = <Result>(work: () => Promise<Result>) =>
  recordedBy(reviewed.service, reviewed.owner.user.org_id, work);

describe('prompt templates before a task is created', () => {
  it('calls no provider without an enabled template for the hook', async () => {
    await reviewed.template({ hook: 'task.pre_update' });
    await reviewed.template({ is_enabled: false });
    expect((await reviewed.create('Fix the door')).status).toBe(201);
    expect(reviewed.llm.requests).toEqual([]);
  });

  it('evaluates the request and stores the run with the task', async () => {
    const { id } = await reviewed.template();
    const { result, events, audit } = await recorded(() => reviewed.create('Fix the door'));
    expect(result.status).toBe(201);
    expect(reviewed.llm.requests).toHaveLength(1);
    const [asked] = reviewed.llm.requests;
    expect(asked && promptText(asked)).toMatch(/Fix the door<\/data-\w+> \/ <data-\w+>todo</);
    const [run] = await reviewed.runs();
    expect(run).toMatchObject({
      template_id: id,
      hook: 'task.pre_create',
      record_type: 'task',
      record_id: result.body.id,
      event_id: null,
      status: 'succeeded',
      output: { verdict: 'accept', notes: 'Looks fine' },
      provider: 'openai-compatible',
      model: 'small',
      input_tokens: 100,
    });
    expect(events).toEqual([`task.post_create ${result.body.id}`, `prompt_run.completed ${run.id}`]);
    expect(audit.map(({ action, resource }) => [action, resource])).toEqual([
      ['send_to_provider', 'prompt_template'],
      ['create', 'task'],
      ['run', 'prompt_run'],
    ]);
    expect(JSON.stringify(audit)).not.toContain('Judge whether');
  });

  it('rejects the write with errors by field and stores the run', async () => {
    await reviewed.template();
    reviewed.respondWith(rejectingVerdict);
    const { result, events } = await recorded(() => reviewed.create('Fix it'));
    expect([result.status, result.body.details]).toEqual([
      422,
      { fieldErrors: { title: ['Says nothing about where'] }, formErrors: ['Has no customer'] },
    ]);
    expect(await titles()).toEqual([]);
    const [run] = await reviewed.runs();
    expect(run).toMatchObject({ record_id: null, status: 'succeeded', output: rejectingVerdict });
    expect(events).toEqual([`prompt_run.completed ${run.id}`]);
  });

  it('evaluates all templates and rejects the write if one rejects it', async () => {
    await reviewed.template();
    await reviewed.template();
    reviewed.behave = (response, asked, before) =>
      sendLlmResponse(
        response,
        asked,
        JSON.stringify(before === 1 ? rejectingVerdict : { verdict: 'accept' }),
      );
    expect((await reviewed.create('Fix it')).status).toBe(422);
    expect([reviewed.llm.requests.length, (await reviewed.runs()).length]).toEqual([2, 2]);
  });

  it('evaluates only tasks that meet the condition', async () => {
    await reviewed.template({ condition: { all: [{ field: 'priority', op: 'eq', value: 'urgent' }] } });
    reviewed.respondWith(rejectingVerdict);
    expect((await reviewed.create('Not urgent')).status).toBe(201);
    expect(reviewed.llm.requests).toEqual([]);
    const urgent = { title: 'Urgent', priority: 'urgent' };
    expect((await reviewed.owner.call('POST', '/tasks', urgent)).status).toBe(422);
  });

  it('stores no run if the write fails', async () => {
    await reviewed.template();
    const { result, events } = await recorded(() =>
      reviewed.owner.call('POST', '/tasks', { title: 'Child', parent_task_id: 999_999 }),
    );
    expect([result.status, events, await reviewed.runs()]).toEqual([422, [], []]);
  });

  it('calls no provider if the caller may not create tasks', async () => {
    await reviewed.template();
    const viewer = await reviewed.service.newUser(reviewed.owner, ['viewer']);
    expect((await viewer.call('POST', '/tasks', { title: 'Mine' })).status).toBe(403);
    expect(reviewed.llm.requests).toEqual([]);
  });
});

describe('a provider without a valid response', () => {
  it.each<[string, LlmBehaviour]>([
    ['fails', (response) => response.writeHead(500).end()],
    [
      'answers beyond the schema',
      (response, asked) => sendLlmResponse(response, asked, '{"verdict":"perhaps"}'),
    ],
    ['exceeds the deadline of a write', () => undefined],
  ])(
    'that %s allows the write, unless on_error is reject',
    async (_, behaviour) => {
      const { id } = await reviewed.template();
      reviewed.behave = behaviour;
      expect((await reviewed.create('Continues')).status).toBe(201);
      const [run] = await reviewed.runs();
      expect(run).toMatchObject({
        status: 'failed',
        record_id: expect.any(Number),
        error: expect.any(String),
      });
      await reviewed.owner.call('PATCH', `/prompt-templates/${id}`, { on_error: 'reject' });
      const { status, body } = await reviewed.create('Stops');
      expect([status, body.details.formErrors]).toEqual([422, [expect.stringContaining('Check of titles')]]);
      expect(await titles()).toEqual(['Continues']);
    },
    30_000,
  );
});

describe('pre_hooks of an organization', () => {
  const phases = async () =>
    (
      await reviewed.service.rows<{ pre_hooks: string[] }>(
        sql`select pre_hooks from organizations where id = ${reviewed.owner.user.org_id}`,
      )
    )[0]?.pre_hooks;

  it('follow the enabled templates', async () => {
    const one = await reviewed.template();
    const other = await reviewed.template({ hook: 'task.pre_update' });
    expect(await phases()).toEqual(['task.pre_create', 'task.pre_update']);
    await reviewed.owner.call('PATCH', `/prompt-templates/${one.id}`, { is_enabled: false });
    expect(await phases()).toEqual(['task.pre_update']);
    await reviewed.owner.call('DELETE', `/prompt-templates/${other.id}`);
    expect(await phases()).toEqual([]);
    expect((await reviewed.owner.call('GET', '/organization')).body).not.toHaveProperty('pre_hooks');
  });

  it('are correct after concurrent changes', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => reviewed.template()));
    await Promise.all(
      made.map(({ id }) => reviewed.owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false })),
    );
    expect(await phases()).toEqual([]);
  });
});
