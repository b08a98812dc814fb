import { randomUUID } from 'node:crypto';
import { type Client, startService, type TestService } from '@wfp/api/testing';
import { Prisma } from '@wfp/shared/db';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LlmBehaviour, say, startLlmServer, textOf } from '../testing/llm-server.ts';
import { recordedBy } from '../testing/recorded.ts';

const { sql } = Prisma;

let llm: Awaited<ReturnType<typeof startLlmServer>>;
let service: TestService;
let owner: Client;
let behave: LlmBehaviour;

beforeAll(async () => {
  llm = await startLlmServer((...call) => behave(...call));
  service = await startService({
    LLM_PROVIDER: 'openai-compatible',
    LLM_BASE_URL: llm.baseUrl,
    LLM_MODEL: 'small',
  });
});
afterAll(async () => {
  await service?.stop();
  await llm?.stop();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  llm.asked.length = 0;
  answerWith({ verdict: 'accept', notes: 'Looks fine' });
});

const answerWith = (output: object) => {
  behave = (response, asked) => say(response, asked, JSON.stringify(output));
};
const rejection = {
  verdict: 'reject',
  messages: [
    { field: 'title', message: 'Says nothing about where' },
    { field: 'password', message: 'Has no customer' },
  ],
};

const output_schema = {
  type: 'object',
  required: ['verdict'],
  properties: {
    verdict: { enum: ['accept', 'reject'] },
    messages: { type: 'array', items: { type: 'object' }, maxItems: 5 },
    notes: { type: 'string' },
  },
};

async function template(body: object = {}): Promise<any> {
  const { status, body: made } = await owner.call('POST', '/prompt-templates', {
    code: `check-${randomUUID().slice(0, 8).replaceAll(/\d/g, 'x')}`,
    name: 'Check of titles',
    hook: 'task.pre_create',
    system_text: 'Judge whether the task may be written.',
    user_text: '{{record.title}} / {{record.status}} / {{input}}',
    output_schema,
    ...body,
  });
  expect([status, made]).toEqual([201, expect.anything()]);
  return made;
}

const create = (title: string, headers: Record<string, string> = {}) =>
  owner.call('POST', '/tasks', { title }, headers);
const runs = async () =>
  (await owner.call('GET', '/prompt-runs')).body.data.filter((run: any) => run.hook.includes('pre_'));
const titles = async () =>
  (
    await service.rows<{ title: string }>(
      sql`select title from tasks where org_id = ${owner.user.org_id} order by id`,
    )
  ).map((one) => one.title);
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

describe('before a task is created', () => {
  it('nobody is asked, unless a template is there for it', async () => {
    await template({ hook: 'task.pre_update' });
    await template({ is_enabled: false });
    expect((await create('Fix the door')).status).toBe(201);
    expect(llm.asked).toEqual([]);
  });

  it('a template is asked about what was sent, and what it says is kept with the task', async () => {
    const { id } = await template();
    const { result, events, audit } = await recorded(() => create('Fix the door'));
    expect(result.status).toBe(201);
    expect(llm.asked).toHaveLength(1);
    const [asked] = llm.asked;
    expect(asked && textOf(asked)).toMatch(/Fix the door<\/data-\w+> \/ <data-\w+>todo</);
    const [run] = await runs();
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
    await template();
    answerWith(rejection);
    const { result, events } = await recorded(() => create('Fix it'));
    expect([result.status, result.body.details]).toEqual([
      422,
      { fieldErrors: { title: ['Says nothing about where'] }, formErrors: ['Has no customer'] },
    ]);
    expect(await titles()).toEqual([]);
    const [run] = await runs();
    expect(run).toMatchObject({ record_id: null, status: 'succeeded', output: rejection });
    expect(events).toEqual([`prompt_run.completed ${run.id}`]);
  });

  it('of several templates each is asked, and one that rejects is enough', async () => {
    await template();
    await template();
    behave = (response, asked, before) =>
      say(response, asked, JSON.stringify(before === 1 ? rejection : { verdict: 'accept' }));
    expect((await create('Fix it')).status).toBe(422);
    expect([llm.asked.length, (await runs()).length]).toEqual([2, 2]);
  });

  it('only what its condition is about is judged', async () => {
    await template({ condition: { all: [{ field: 'priority', op: 'eq', value: 'urgent' }] } });
    answerWith(rejection);
    expect((await create('Not urgent')).status).toBe(201);
    expect(llm.asked).toEqual([]);
    const urgent = { title: 'Urgent', priority: 'urgent' };
    expect((await owner.call('POST', '/tasks', urgent)).status).toBe(422);
  });

  it('a failed write keeps nothing of what was said', async () => {
    await template();
    const { result, events } = await recorded(() =>
      owner.call('POST', '/tasks', { title: 'Child', parent_task_id: 999_999 }),
    );
    expect([result.status, events, await runs()]).toEqual([422, [], []]);
  });

  it('who may not create tasks asks nobody', async () => {
    await template();
    const viewer = await service.newUser(owner, ['viewer']);
    expect((await viewer.call('POST', '/tasks', { title: 'Mine' })).status).toBe(403);
    expect(llm.asked).toEqual([]);
  });
});

describe('a provider that gives no answer', () => {
  it.each<[string, LlmBehaviour]>([
    ['fails', (response) => response.writeHead(500).end()],
    ['answers beyond the schema', (response, asked) => say(response, asked, '{"verdict":"perhaps"}')],
    ['hangs for longer than a write may wait', () => undefined],
  ])(
    'and %s lets the write go on, unless the template rejects then',
    async (_, behaviour) => {
      const { id } = await template();
      behave = behaviour;
      expect((await create('Goes on')).status).toBe(201);
      const [run] = await runs();
      expect(run).toMatchObject({
        status: 'failed',
        record_id: expect.any(Number),
        error: expect.any(String),
      });
      await owner.call('PATCH', `/prompt-templates/${id}`, { on_error: 'reject' });
      const { status, body } = await create('Stops');
      expect([status, body.details.formErrors]).toEqual([422, [expect.stringContaining('Check of titles')]]);
      expect(await titles()).toEqual(['Goes on']);
    },
    30_000,
  );
});

describe('before a task is changed', () => {
  it.each<[string, (id: number) => [string, string, object]]>([
    ['patched', (id) => ['PATCH', `/tasks/${id}`, { status: 'blocked' }]],
    ['moved', (id) => ['POST', `/tasks/${id}/move`, { status: 'blocked', position: 0 }]],
    ['changed in bulk', (id) => ['POST', '/tasks/bulk', { ids: [id], patch: { status: 'blocked' } }]],
  ])('what it would be is judged when it is %s', async (_, request) => {
    const { id } = (await create('Fix the door')).body;
    await template({ hook: 'task.pre_update' });
    expect((await owner.call(...request(id))).status).toBe(200);
    const [asked] = llm.asked;
    expect(asked && textOf(asked)).toMatch(/Fix the door<\/data-\w+> \/ <data-\w+>blocked</);
    expect(await runs()).toMatchObject([{ record_id: id, hook: 'task.pre_update' }]);
    answerWith(rejection);
    const before = (await owner.call('GET', `/tasks/${id}`)).body;
    expect((await owner.call(...request(id))).status).toBe(422);
    expect((await owner.call('GET', `/tasks/${id}`)).body).toEqual(before);
    expect(await runs()).toMatchObject([{ record_id: id, output: rejection }, { record_id: id }]);
  });

  it('in bulk, one task that is rejected stops all, and is named', async () => {
    const ids: number[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push((await create(title)).body.id);
    await template({ hook: 'task.pre_update' });
    behave = (response, asked) =>
      say(
        response,
        asked,
        JSON.stringify(textOf(asked).includes('Two<') ? rejection : { verdict: 'accept' }),
      );
    const { status, body } = await owner.call('POST', '/tasks/bulk', { ids, patch: { priority: 'high' } });
    expect([status, body.details.formErrors]).toEqual([
      422,
      [`Task ${ids[1]}: Says nothing about where`, `Task ${ids[1]}: Has no customer`],
    ]);
    expect(llm.asked).toHaveLength(3);
  });

  it('nobody is asked about what the caller may not change', async () => {
    const { id } = (await create('Mine')).body;
    await template({ hook: 'task.pre_update' });
    const employee = await service.newUser(owner, ['employee']);
    const stranger = await service.newOrganization();
    const patch = (by: Client) => by.call('PATCH', `/tasks/${id}`, { title: 'Theirs' });
    expect([403, 404]).toContain((await patch(employee)).status);
    expect((await patch(stranger)).status).toBe(404);
    expect(llm.asked).toEqual([]);
  });
});

describe('a request with an Idempotency-Key', () => {
  it('is asked about once, while no transaction is open', async () => {
    await template();
    const open: unknown[] = [];
    behave = (response, asked) => {
      service
        .rows(sql`select query from pg_stat_activity where datname = current_database() and xact_start is not null
          and pid <> pg_backend_pid() and backend_type = 'client backend' and state = 'idle in transaction'`)
        .then((rows) => open.push(...rows))
        .then(() => say(response, asked, '{"verdict":"accept"}'));
    };
    const headers = { 'idempotency-key': randomUUID() };
    const first = await create('Once', headers);
    const again = await create('Once', headers);
    expect([first.status, again.body]).toEqual([201, first.body]);
    expect([llm.asked.length, open, await titles()]).toEqual([1, [], ['Once']]);
  });
});

describe('what is to be asked', () => {
  const phases = async () =>
    (
      await service.rows<{ pre_hooks: string[] }>(
        sql`select pre_hooks from organizations where id = ${owner.user.org_id}`,
      )
    )[0]?.pre_hooks;

  it('is known of the organization from one request to the next', async () => {
    const one = await template();
    const other = await template({ hook: 'task.pre_update' });
    expect(await phases()).toEqual(['task.pre_create', 'task.pre_update']);
    await owner.call('PATCH', `/prompt-templates/${one.id}`, { is_enabled: false });
    expect(await phases()).toEqual(['task.pre_update']);
    await owner.call('DELETE', `/prompt-templates/${other.id}`);
    expect(await phases()).toEqual([]);
    expect((await owner.call('GET', '/organization')).body).not.toHaveProperty('pre_hooks');
  });

  it('is right after many changed it at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => template()));
    await Promise.all(
      made.map(({ id }) => owner.call('PATCH', `/prompt-templates/${id}`, { is_enabled: false })),
    );
    expect(await phases()).toEqual([]);
  });
});
