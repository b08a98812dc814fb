import { Prisma } from '@wfp/shared/db';
import { type LlmBehaviour, promptText, sendLlmResponse } from '@wfp/testing/llm-server.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReviewedService, rejectingVerdict } from '../testing/reviewed-service.ts';

const { sql } = Prisma;

let judged: ReviewedService;
beforeAll(async () => {
  judged = await ReviewedService.start();
});
afterAll(() => judged?.stop());
beforeEach(() => judged.reset());

const titles = async () =>
  (
    await judged.service.rows<{ title: string }>(
      sql`select title from tasks where org_id = ${judged.owner.user.org_id} order by id`,
    )
  ).map((one) => one.title);
const recorded = <Result>(work: () => Promise<Result>) =>
  recordedBy(judged.service, judged.owner.user.org_id, work);

describe('before a task is created', () => {
  it('nobody is asked, unless a template is there for it', async () => {
    await judged.template({ hook: 'task.pre_update' });
    await judged.template({ is_enabled: false });
    expect((await judged.create('Fix the door')).status).toBe(201);
    expect(judged.llm.asked).toEqual([]);
  });

  it('a template is asked about what was sent, and what it says is kept with the task', async () => {
    const { id } = await judged.template();
    const { result, events, audit } = await recorded(() => judged.create('Fix the door'));
    expect(result.status).toBe(201);
    expect(judged.llm.asked).toHaveLength(1);
    const [asked] = judged.llm.asked;
    expect(asked && promptText(asked)).toMatch(/Fix the door<\/data-\w+> \/ <data-\w+>todo</);
    const [run] = await judged.runs();
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

  it('what is rejected is not written; why is answered field by field, and kept', async () => {
    await judged.template();
    judged.respondWith(rejectingVerdict);
    const { result, events } = await recorded(() => judged.create('Fix it'));
    expect([result.status, result.body.details]).toEqual([
      422,
      { fieldErrors: { title: ['Says nothing about where'] }, formErrors: ['Has no customer'] },
    ]);
    expect(await titles()).toEqual([]);
    const [run] = await judged.runs();
    expect(run).toMatchObject({ record_id: null, status: 'succeeded', output: rejectingVerdict });
    expect(events).toEqual([`prompt_run.completed ${run.id}`]);
  });

  it('of several templates each is asked, and one that rejects is enough', async () => {
    await judged.template();
    await judged.template();
    judged.behave = (response, asked, before) =>
      sendLlmResponse(
        response,
        asked,
        JSON.stringify(before === 1 ? rejectingVerdict : { verdict: 'accept' }),
      );
    expect((await judged.create('Fix it')).status).toBe(422);
    expect([judged.llm.asked.length, (await judged.runs()).length]).toEqual([2, 2]);
  });

  it('only what its condition is about is judged', async () => {
    await judged.template({ condition: { all: [{ field: 'priority', op: 'eq', value: 'urgent' }] } });
    judged.respondWith(rejectingVerdict);
    expect((await judged.create('Not urgent')).status).toBe(201);
    expect(judged.llm.asked).toEqual([]);
    const urgent = { title: 'Urgent', priority: 'urgent' };
    expect((await judged.owner.call('POST', '/tasks', urgent)).status).toBe(422);
  });

  it('a failed write keeps nothing of what was said', async () => {
    await judged.template();
    const { result, events } = await recorded(() =>
      judged.owner.call('POST', '/tasks', { title: 'Child', parent_task_id: 999_999 }),
    );
    expect([result.status, events, await judged.runs()]).toEqual([422, [], []]);
  });

  it('who may not create tasks asks nobody', async () => {
    await judged.template();
    const viewer = await judged.service.newUser(judged.owner, ['viewer']);
    expect((await viewer.call('POST', '/tasks', { title: 'Mine' })).status).toBe(403);
    expect(judged.llm.asked).toEqual([]);
  });
});

describe('a provider that gives no answer', () => {
  it.each<[string, LlmBehaviour]>([
    ['fails', (response) => response.writeHead(500).end()],
    [
      'answers beyond the schema',
      (response, asked) => sendLlmResponse(response, asked, '{"verdict":"perhaps"}'),
    ],
    ['hangs for longer than a write may wait', () => undefined],
  ])(
    'and %s lets the write go on, unless the template rejects then',
    async (_, behaviour) => {
      const { id } = await judged.template();
      judged.behave = behaviour;
      expect((await judged.create('Goes on')).status).toBe(201);
      const [run] = await judged.runs();
      expect(run).toMatchObject({
        status: 'failed',
        record_id: expect.any(Number),
        error: expect.any(String),
      });
      await judged.owner.call('PATCH', `/prompt-templates/${id}`, { on_error: 'reject' });
      const { status, body } = await judged.create('Stops');
      expect([status, body.details.formErrors]).toEqual([422, [expect.stringContaining('Check of titles')]]);
      expect(await titles()).toEqual(['Goes on']);
    },
    30_000,
  );
});

describe('what is to be asked', () => {
  const phases = async () =>
    (
      await judged.service.rows<{ pre_hooks: string[] }>(
        sql`select pre_hooks from organizations where id = ${judged.owner.user.org_id}`,
      )
    )[0]?.pre_hooks;

  it('is known of the organization from one request to the next', async () => {
    const one = await judged.template();
    const other = await judged.template({ hook: 'task.pre_update' });
    expect(await phases()).toEqual(['task.pre_create', 'task.pre_update']);
    await judged.owner.call('PATCH', `/prompt-templates/${one.id}`, { is_enabled: false });
    expect(await phases()).toEqual(['task.pre_update']);
    await judged.owner.call('DELETE', `/prompt-templates/${other.id}`);
    expect(await phases()).toEqual([]);
    expect((await judged.owner.call('GET', '/organization')).body).not.toHaveProperty('pre_hooks');
  });

  it('is right after many changed it at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => judged.template()));
    await Promise.all(
      made.map(({ id }) => judged.owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false })),
    );
    expect(await phases()).toEqual([]);
  });
});
