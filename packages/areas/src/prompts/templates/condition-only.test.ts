import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleTemplate } from './example-template.ts';

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let owner: Client;
beforeAll(async () => {
  service = await startOwnService();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  // Otherwise the worker writes runs of the built-in templates as well.
  await disablePrompts(owner);
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
});

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const create = (body: object) => owner.call('POST', '/prompt-templates', body);
const patch = (id: number, body: object) => owner.call('PATCH', `/prompt-templates/${id}`, body);
const errors = (answer: { body: any }): Record<string, string[]> => answer.body.details?.fieldErrors;

const output_schema = {
  type: 'object',
  required: ['priority'],
  properties: { priority: { enum: ['low', 'medium', 'high', 'urgent'] }, label: { type: 'string' } },
};
const suggestion = {
  code: 'bugs-are-urgent',
  name: 'Bugs are urgent',
  hook: 'task.post_create',
  condition: { field: 'category_code', op: 'eq', value: 'bug' },
  system_text: '',
  user_text: '{{record.title}}',
  output_schema,
  settings: { output: { priority: 'urgent', label: 'complaints' } },
};
const forModel = { ...suggestion, settings: {}, condition: null };

describe('a template with a constant output', () => {
  it('rejects a write that meets the condition, without a model, and stores the run', async () => {
    const made = await create(exampleTemplate);
    expect(made).toMatchObject({ status: 201, body: { needs_model: false, is_enabled: true } });
    const urgent = { title: 'Answer the customer', priority: 'urgent' };
    const { result, events, audit } = await recorded(() => owner.call('POST', '/tasks', urgent));
    expect([result.status, result.body.details]).toEqual([
      422,
      { fieldErrors: {}, formErrors: ['Required for urgent tasks'] },
    ]);
    const { body } = await owner.call('GET', '/prompt-runs');
    const [run] = body.data;
    expect(run).toMatchObject({
      ...{ record_id: null, hook: 'task.pre_create', status: 'succeeded', error: null },
      ...{ provider: 'rules', model: 'constant', output: exampleTemplate.settings?.output },
    });
    expect([body.total, events, audit.map(({ action }) => action)]).toEqual([
      1,
      [`prompt_run.completed ${run.id}`],
      ['run'],
    ]);
    expect((await owner.call('GET', '/tasks')).body.total).toBe(0);
    const named = await owner.call('POST', '/tasks', { ...urgent, due_at: null });
    expect(errors(named)).toEqual({ due_at: ['Required for urgent tasks'] });
  });

  it('allows other writes, and stores no run for them', async () => {
    await create(exampleTemplate);
    const due = { title: 'Dated', priority: 'urgent', due_at: '2090-01-01T00:00:00Z' };
    for (const task of [due, { title: 'Not urgent' }]) {
      const { result, events } = await recorded(() => owner.call('POST', '/tasks', task));
      expect([result.status, events]).toEqual([201, [`task.post_create ${result.body.id}`]]);
    }
    expect((await owner.call('GET', '/prompt-runs?status=failed')).body.total).toBe(0);
  });

  it('rejects an update that meets the condition and leaves the task unchanged', async () => {
    const task = (await owner.call('POST', '/tasks', { title: 'Blocked', status: 'blocked' })).body;
    const condition = {
      all: [
        { field: 'status', op: 'changed_to', value: 'done' },
        { field: 'description', op: 'is_empty' },
      ],
    };
    const output = { verdict: 'reject', messages: [{ field: 'status', message: 'Say how it was done' }] };
    const hook = { hook: 'task.pre_update', condition, settings: { provider: 'rules', output } };
    expect((await create({ ...exampleTemplate, ...hook })).status).toBe(201);
    const { result, events } = await recorded(() =>
      owner.call('PATCH', `/tasks/${task.id}`, { status: 'done' }),
    );
    expect([result.status, errors(result)]).toEqual([422, { status: ['Say how it was done'] }]);
    expect(events).toEqual([expect.stringMatching(/^prompt_run\.completed /)]);
    expect((await owner.call('GET', `/tasks/${task.id}`)).body).toMatchObject({
      status: 'blocked',
      updated_at: task.updated_at,
    });
    const described = { status: 'done', description: 'Called the customer' };
    expect((await owner.call('PATCH', `/tasks/${task.id}`, described)).status).toBe(200);
  });

  it('suggests its output after a write, which a user can apply', async () => {
    const made = await create(suggestion);
    expect(made).toMatchObject({ status: 201, body: { needs_model: false } });
    const runsOf = async (id: number) =>
      (await owner.call('GET', `/prompt-runs?template=${suggestion.code}&record_id=${id}`)).body.data;
    const isFinished = ([run]: any[]) => run !== undefined && !['pending', 'running'].includes(run.status);
    const bug = (await owner.call('POST', '/tasks', { title: 'Too late', category_code: 'bug' })).body;
    const other = (await owner.call('POST', '/tasks', { title: 'Fine', category_code: 'general' })).body;
    const [run] = await eventually(() => runsOf(bug.id), isFinished);
    expect(run).toMatchObject({
      ...{ status: 'succeeded', output: suggestion.settings.output, input: null, input_tokens: null },
      ...{ provider: 'rules', model: 'constant', cost: null, attempts: 1 },
    });
    const [skipped] = await eventually(() => runsOf(other.id), isFinished);
    expect(skipped).toMatchObject({ status: 'skipped', output: null });
    const applied = await recorded(() => owner.call('POST', `/prompt-runs/${run.id}/apply`));
    expect(applied.result).toMatchObject({
      status: 200,
      body: { applied_fields: ['priority', 'label'], applied_by: owner.user.id },
    });
    expect(applied.events).toEqual(
      expect.arrayContaining([`prompt_run.applied ${run.id}`, `task.post_update ${bug.id}`]),
    );
    expect((await owner.call('GET', `/tasks/${bug.id}`)).body).toMatchObject({
      priority: 'urgent',
      label: 'complaints',
    });
  });

  it('is previewed like any other template', async () => {
    const { id } = (await create(suggestion)).body;
    const preview = async (category_code: string) => {
      const task = (await owner.call('POST', '/tasks', { title: 'Shown', category_code })).body;
      return (await owner.call('POST', `/prompt-templates/${id}/preview`, { record_id: task.id })).body;
    };
    expect(await preview('bug')).toMatchObject({
      status: 'succeeded',
      output: suggestion.settings.output,
      provider: 'rules',
    });
    expect(await preview('general')).toMatchObject({ status: 'skipped', output: null });
  });

  it.each<[string, object, string, RegExp]>([
    ['without a condition', { condition: null }, 'condition', /settings\.output/],
    ['that does not match the schema', { settings: { output: {} } }, 'settings.output', /priority/],
    [
      'that is too long',
      { output_schema: { type: 'object' }, settings: { output: { text: 'x'.repeat(9_000) } } },
      'settings.output',
      /8 KiB/,
    ],
    ['that is not an object', { settings: { output: 'high' } }, 'settings.output', /./],
    [
      'with settings of a call',
      { settings: { output: { priority: 'high' }, temperature: 1 } },
      'settings.temperature',
      /no model is called/,
    ],
    [
      'without a verdict before a write',
      {
        hook: 'task.pre_create',
        output_schema: { type: 'object', required: ['verdict'], properties: { verdict: { type: 'string' } } },
        settings: { output: { verdict: 'refuse' } },
      },
      'settings.output',
      /"accept" or "reject"/,
    ],
  ])('%s is rejected', async (_, invalid, field, message) => {
    const { result, ...left } = await recorded(() => create({ ...suggestion, ...invalid }));
    expect([result.status, Object.keys(errors(result)), left]).toEqual([422, [field], nothing]);
    expect(errors(result)[field]?.[0]).toMatch(message);
  });

  it('must still match after a change of the schema, the condition or the hook', async () => {
    const { id } = (await create(suggestion)).body;
    const stricter = { ...output_schema, required: ['priority', 'reasoning'] };
    const answers = [
      await recorded(() => patch(id, { output_schema: stricter })),
      await recorded(() => patch(id, { condition: null })),
      await recorded(() => patch(id, { hook: 'task.pre_create' })),
    ];
    expect(answers.map(({ result }) => [result.status, Object.keys(errors(result))])).toEqual([
      [422, ['output_schema']],
      [422, ['condition']],
      [422, ['output_schema']],
    ]);
    for (const { result: _, ...left } of answers) expect(left).toEqual(nothing);
    const both = { output_schema: stricter, settings: { output: { priority: 'low', reasoning: 'So' } } };
    expect((await patch(id, both)).status).toBe(200);
    expect((await patch(id, { settings: { output: { priority: 'low' } } })).status).toBe(422);
  });

  it('is not allowed in a built-in template', async () => {
    const [{ id }] = (await owner.call('GET', '/prompt-templates?q=triage')).body.data;
    const { condition, settings } = suggestion;
    const { result, ...left } = await recorded(() => patch(id, { condition, settings }));
    expect([result.status, Object.keys(errors(result)), left]).toEqual([422, ['settings.output'], nothing]);
  });
});

describe('a template that needs a model, without one', () => {
  it('is rejected if it is enabled, with what to configure', async () => {
    const { result, ...left } = await recorded(() => create(forModel));
    expect([result.status, Object.keys(errors(result)), left]).toEqual([422, ['settings.provider'], nothing]);
    const [message] = errors(result)['settings.provider'] ?? [];
    for (const remedy of ['LLM_PROVIDER', 'settings.output', 'condition', 'is_enabled'])
      expect(message).toContain(remedy);
    const rules = await create({ ...forModel, is_enabled: false, settings: { provider: 'rules' } });
    expect(errors(rules)).toEqual({ 'settings.provider': [expect.stringContaining('settings.output')] });
  });

  it('can be saved disabled, but not be enabled', async () => {
    const draft = await create({ ...forModel, is_enabled: false });
    expect(draft).toMatchObject({ status: 201, body: { is_enabled: false, needs_model: true } });
    const { id } = draft.body;
    const { result, ...left } = await recorded(() => patch(id, { is_enabled: true }));
    expect([result.status, Object.keys(errors(result)), left]).toEqual([422, ['settings.provider'], nothing]);
    expect(await patch(id, { name: 'Still a draft' })).toMatchObject({ status: 200 });
    const { condition, settings } = suggestion;
    const enabled = await patch(id, { condition, settings, is_enabled: true });
    expect(enabled).toMatchObject({ status: 200, body: { is_enabled: true, needs_model: false } });
    const removed = await patch(id, { settings: {} });
    expect([removed.status, Object.keys(errors(removed))]).toEqual([422, ['settings.provider']]);
  });

  it('has needs_model in the list, unlike built-in templates', async () => {
    await create({ ...forModel, is_enabled: false });
    await create({ ...suggestion, code: 'constant' });
    const { data } = (await owner.call('GET', '/prompt-templates')).body;
    expect(data.map((one: any) => [one.code, one.needs_model])).toEqual([
      [suggestion.code, true],
      ['constant', false],
      ['detect-task-blockers', false],
      ['triage-task', false],
    ]);
  });
});

describe('a condition on a category', () => {
  const condition = (op: string, value: unknown) => ({
    any: [{ field: 'priority', op: 'is_set' }, { not: { field: 'category_code', op, value } }],
  });

  it.each<[string, unknown]>([
    ['eq', 'complaints'],
    ['changed_to', 'complaints'],
    ['in', ['bug', 'complaints']],
    ['not_in', ['complaints']],
  ])('%s %j is rejected if the organization has no such value', async (op, value) => {
    const { result, ...left } = await recorded(() =>
      create({ ...suggestion, condition: condition(op, value) }),
    );
    expect([result.status, errors(result), left]).toEqual([
      422,
      { 'condition.any.1.not.value': ['Unknown values of the enum task_category: complaints'] },
      nothing,
    ]);
  });

  it('accepts values of the organization, also retired ones, and parts of values', async () => {
    const made = await owner.call('POST', '/enums/task_category/values', {
      code: 'returns',
      label: 'Returns',
    });
    expect(made.status).toBe(201);
    const { id } = (await create({ ...suggestion, condition: condition('eq', 'returns') })).body;
    expect((await owner.call('DELETE', `/enums/task_category/values/${made.body.id}`)).status).toBe(204);
    for (const accepted of [condition('ne', 'returns'), condition('starts_with', 'ret')])
      expect((await patch(id, { condition: accepted })).status).toBe(200);
    expect((await patch(id, { condition: condition('eq', 'refunds') })).status).toBe(422);
    const variable = condition('eq', { var: 'input.category_code' });
    expect((await patch(id, { condition: variable })).status).toBe(200);
  });
});
