import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { countRows } from '@wfp/testing/row-counts.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let task: { id: number };
let triage: { id: number };
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  task = (await owner.call('POST', '/tasks', { title: 'The site is down for everybody' })).body;
  [triage] = (await owner.call('GET', '/prompt-templates?q=triage')).body.data;
});
afterAll(() => service?.stop());

const preview = (by: Client, template: number, record_id: number) =>
  by.call('POST', `/prompt-templates/${template}/preview`, { record_id });
const recorded = <R>(work: () => Promise<R>) => recordedBy(service, owner.user.org_id, work);

it('returns the result of a run, and stores nothing', async () => {
  const before = await countRows(service);
  const { result, events, audit } = await recorded(() => preview(owner, triage.id, task.id));
  expect(result.status).toBe(200);
  expect(result.body).toMatchObject({
    status: 'succeeded',
    provider: 'rules',
    error: null,
    is_shortened: false,
  });
  expect(result.body.output.priority).toBe('urgent');
  expect(result.body.input.user).toContain('The site is down for everybody');
  expect([events, audit]).toEqual([[], []]);
  expect(await countRows(service)).toEqual(before);
});

it('returns an error in the response if the evaluation fails', async () => {
  const own = (
    await owner.call('POST', '/prompt-templates', {
      code: 'own',
      name: 'Own',
      hook: 'task.post_create',
      is_enabled: false,
      system_text: 'Judge.',
      user_text: '{{record}}',
      output_schema: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
    })
  ).body;
  expect((await preview(owner, own.id, task.id)).body).toMatchObject({
    status: 'failed',
    output: null,
    error: expect.stringContaining('Needs a model'),
  });
});

it('returns prompts only to users who may read templates, all tasks and all people', async () => {
  const code = async (name: string, scopes: string[]) => {
    const whole = ['prompt_template:read', 'prompt_template:run', 'employee:read', 'user:read'];
    const permissions = [
      ...whole.map((permission) => ({ permission, scopes: ['org'] })),
      { permission: 'task:read', scopes },
    ];
    const made = await owner.call('POST', '/roles', { code: name, name, permissions });
    expect(made.status).toBe(201);
    return name;
  };
  const [unrestricted, restricted] = [
    await service.newUser(owner, [await code('unrestricted', ['org'])]),
    await service.newUser(owner, [await code('restricted', ['own'])]),
  ];
  const mine = (await owner.call('POST', '/tasks', { title: 'Mine', assigned_to: restricted.user.id })).body;
  const previewOf = async (by: Client) => (await preview(by, triage.id, mine.id)).body;
  expect(await previewOf(unrestricted)).toMatchObject({
    status: 'succeeded',
    input: { user: expect.any(String) },
  });
  expect(await previewOf(restricted)).toMatchObject({ status: 'succeeded', input: null });
});

it('requires prompt_template:run and a readable record', async () => {
  const manager = await service.newUser(owner, ['manager']);
  const denied = await recorded(() => preview(manager, triage.id, task.id));
  expect(denied.result.status).toBe(403);
  expect(denied).toMatchObject(onlyDenial('run', 'prompt_template', triage.id));
  const stranger = await service.newOrganization();
  expect((await preview(stranger, triage.id, task.id)).status).toBe(404);
  const [theirs] = (await stranger.call('GET', '/prompt-templates?q=triage')).body.data;
  const foreign = await preview(stranger, theirs.id, task.id);
  expect([foreign.status, Object.keys(foreign.body.details.fieldErrors)]).toEqual([422, ['record_id']]);
});
