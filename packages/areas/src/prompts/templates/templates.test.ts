import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { builtinTemplates } from './builtin-templates.ts';
import { exampleTemplate } from './example-template.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const errorFields = (answer: { body: any }) => Object.keys(answer.body.details.fieldErrors);

const own = {
  code: 'name-risks',
  name: 'Name risks',
  hook: 'task.post_update',
  condition: { all: [{ field: 'priority', op: 'in', value: ['high', 'urgent'] }] },
  system_text: 'You name risks.',
  user_text: '{{record}}',
  output_schema: { type: 'object', properties: { risk: { type: 'string' } }, required: ['risk'] },
  settings: { output: { risk: 'No assignee' } },
};
const verdict = {
  type: 'object',
  properties: { verdict: { type: 'string', enum: ['accept', 'reject'] } },
  required: ['verdict'],
};
const create = (body: object, by = owner) => by.call('POST', '/prompt-templates', body);
const patch = (id: number, body: object, by = owner) => by.call('PATCH', `/prompt-templates/${id}`, body);
const builtin = async (code: string): Promise<any> => {
  const { body } = await owner.call('GET', `/prompt-templates?is_builtin=true&q=${code}`);
  return body.data[0];
};
const versionsOf = async (id: number): Promise<any[]> =>
  (await owner.call('GET', `/prompt-templates/${id}/versions`)).body.data;

it('creates both built-in templates for a new organization, enabled, as version 1', async () => {
  const { body } = await owner.call('GET', '/prompt-templates');
  const { user } = owner;
  expect(body.total).toBe(2);
  for (const { purpose: _, ...expected } of builtinTemplates) {
    const found = body.data.find((one: { code: string }) => one.code === expected.code);
    const rest = { is_enabled: true, is_builtin: true, version: 1, created_by: user.id };
    expect(found).toMatchObject({ ...expected, ...rest });
    const { code: __, ...snapshot } = expected;
    expect(await versionsOf(found.id)).toMatchObject([
      { version: 1, changed_by: user.id, snapshot: { ...snapshot, is_enabled: true } },
    ]);
  }
  const events = await service.rows(sql`select from events where org_id = ${user.org_id}
    and event_type = 'prompt_template.post_create'`);
  expect(events).toHaveLength(2);
});

it('the migration created the same templates for existing organizations, once', async () => {
  const { org_id } = owner.user;
  for (const table of ['prompt_template_versions', 'prompt_templates']) {
    await executeOperational(
      service.platform,
      sql`delete from ${Prisma.raw(table)} where org_id = ${org_id}`,
    );
  }
  const file = '../../../../../prisma/migrations/20261121183500_builtin_prompts/migration.sql';
  const migration = Prisma.raw(await readFile(path.join(import.meta.dirname, file), 'utf8'));
  await executeOperational(service.platform, migration);
  await executeOperational(service.platform, migration);
  const own = ({ org_id, id, created_by, updated_by, created_at, updated_at, ...rest }: any) => rest;
  const listed = async (by: Client) => (await by.call('GET', '/prompt-templates')).body.data;
  const migrated = await listed(owner);
  expect(migrated.map(own)).toEqual((await listed(await service.newOrganization())).map(own));
  const { name, system_text, output_schema } = migrated[0];
  expect(await versionsOf(migrated[0].id)).toMatchObject([
    { version: 1, changed_by: null, snapshot: { name, system_text, output_schema, is_enabled: true } },
  ]);
});

it('stores each change as a version, with its user, event and audit entry', async () => {
  const { id } = await builtin('triage');
  const admin = await service.newUser(owner, ['admin']);
  const change = { system_text: 'Be brief. {{organization.name}}', settings: { temperature: 0 } };
  const { result, events, audit, outbox } = await recorded(() => patch(id, change, admin));
  expect(result).toMatchObject({ status: 200, body: { ...change, id, version: 2, is_enabled: true } });
  expect([events, outbox]).toEqual([[`prompt_template.post_update ${id}`], 1]);
  expect(audit).toMatchObject([
    { action: 'update', resource: 'prompt_template', record_id: id, after: { ...change, version: 2 } },
  ]);
  const [latest, first] = await versionsOf(id);
  expect(latest).toMatchObject({ version: 2, changed_by: admin.user.id, snapshot: change });
  expect(latest.changed_at).toBe(result.body.updated_at);
  expect(first.snapshot.system_text).toBe(builtinTemplates[0]?.system_text);

  // Repeating the change adds no version.
  expect((await patch(id, change)).body.version).toBe(2);
  expect(await versionsOf(id)).toHaveLength(2);
});

it('resets a built-in template without changing is_enabled', async () => {
  const { id } = await builtin('blockers');
  await patch(id, {
    user_text: '{{record.title}}',
    name: 'Other',
    is_enabled: false,
    condition: own.condition,
  });
  const { result, events, audit } = await recorded(() => owner.call('POST', `/prompt-templates/${id}/reset`));
  const { purpose: _, ...expected } = builtinTemplates[1] as (typeof builtinTemplates)[number];
  expect(result).toMatchObject({ status: 200, body: { ...expected, id, version: 3, is_enabled: false } });
  expect(events).toEqual([`prompt_template.post_update ${id}`]);
  expect(audit).toMatchObject([{ action: 'reset', record_id: id, before: { name: 'Other' } }]);
  expect((await versionsOf(id)).map((one) => one.version)).toEqual([3, 2, 1]);

  const again = await recorded(() => owner.call('POST', `/prompt-templates/${id}/reset`));
  expect(again).toEqual({ result: expect.objectContaining({ status: 200, body: result.body }), ...nothing });
  expect(await versionsOf(id)).toHaveLength(3);
});

it('creates, changes, deletes and restores a custom template', async () => {
  const made = await recorded(() => create(own));
  expect(made.result).toMatchObject({
    status: 201,
    body: { ...own, version: 1, is_builtin: false, is_enabled: true, on_error: 'continue' },
  });
  const { id } = made.result.body;
  expect(made.events).toEqual([`prompt_template.post_create ${id}`]);
  expect(await versionsOf(id)).toMatchObject([{ version: 1, snapshot: { condition: own.condition } }]);
  const settings = { output: { verdict: 'reject' } };
  const before = { hook: 'task.pre_create', on_error: 'reject', output_schema: verdict, settings };
  expect(await patch(id, before)).toMatchObject({ status: 200, body: { ...before, version: 2 } });
  const forModel = { condition: null, settings: { temperature: 0.2 }, is_enabled: false };
  expect(await patch(id, forModel)).toMatchObject({ status: 200, body: forModel });

  const reset = await recorded(() => owner.call('POST', `/prompt-templates/${id}/reset`));
  expect([reset.result.status, errorFields(reset.result), reset.events]).toEqual([422, ['is_builtin'], []]);
  const gone = await recorded(() => owner.call('DELETE', `/prompt-templates/${id}`));
  expect([gone.result.status, gone.events]).toEqual([204, [`prompt_template.post_archive ${id}`]]);
  expect((await owner.call('GET', `/prompt-templates/${id}/versions`)).status).toBe(404);
  expect((await create(own)).status).toBe(201);
  const taken = await owner.call('POST', `/prompt-templates/${id}/restore`);
  expect([taken.status, errorFields(taken)]).toEqual([422, ['code']]);
});

describe('an invalid template is rejected by field, without a write', () => {
  it.each<[object, string]>([
    [{ system_text: 'Hello {{record.salary}} {{ everything }}' }, 'system_text'],
    [{ user_text: '{{record.__proto__}}' }, 'user_text'],
    [{ output_schema: { type: 'string' } }, 'output_schema.type'],
    [{ output_schema: { type: 'object', properties: { a: { type: 'sting' } } } }, 'output_schema'],
    [
      { output_schema: { type: 'object', properties: { a: { $ref: 'https://example.test/s' } } } },
      'output_schema',
    ],
    [{ output_schema: { type: 'object', properties: { a: { pattern: '(a+)+$' } } } }, 'output_schema'],
    [{ output_schema: { type: 'object', description: 'x'.repeat(40_000) } }, 'output_schema'],
    [{ hook: 'task.post_archive' }, 'hook'],
    [{ hook: 'task.pre_update' }, 'output_schema'],
    [{ on_error: 'reject' }, 'on_error'],
    [{ condition: { all: [{ field: 'salary', op: 'is_set' }] } }, 'condition.all.0.field'],
    [{ condition: { field: 'priority', op: 'eq', value: 'asap' } }, 'condition.value'],
    [{ settings: { provider: 'rules' } }, 'settings.provider'],
    [{ settings: { provider: 'unknown' } }, 'settings'],
    [{ settings: { provider: 'anthropic' } }, 'settings'],
    [{ settings: { temperature: 3 } }, 'settings.temperature'],
    [{ settings: { api_key: 'secret' } }, 'settings.api_key'],
    [{ code: 'Triage Task' }, 'code'],
    [{ code: 'triage-task' }, 'code'],
    [{ version: 5 }, 'version'],
    [{ is_builtin: true }, 'is_builtin'],
  ])('%j', async (invalid, field) => {
    const { result, ...left } = await recorded(() => create({ ...own, ...invalid }));
    expect([result.status, errorFields(result), left]).toEqual([422, [field], nothing]);
  });

  it.each(['task.pre_export', 'task.post_archive', 'team.pre_create'])(
    'for the hook %s, with the allowed ones',
    async (hook) => {
      const { status, body } = await create({ ...own, hook });
      expect([status, body.details.fieldErrors]).toEqual([
        422,
        {
          hook: [
            'Must be a hook of tasks: task.post_create, task.post_update, task.pre_create, task.pre_update, task.pre_archive. Other hooks have no task that a template can be evaluated on',
          ],
        },
      ]);
    },
  );

  it('for a new hook, a new code or a deletion of a built-in template', async () => {
    const { id } = await builtin('triage');
    const answers = [
      await recorded(() => patch(id, { hook: 'task.post_update' })),
      await recorded(() => patch(id, { code: 'mine' })),
      await recorded(() => owner.call('DELETE', `/prompt-templates/${id}`)),
    ];
    expect(answers.map((one) => one.result.status)).toEqual([422, 422, 422]);
    expect(answers.map((one) => errorFields(one.result))).toEqual([['hook'], ['code'], ['is_builtin']]);
    expect(answers.flatMap((one) => [...one.events, ...one.audit])).toEqual([]);
    expect(await versionsOf(id)).toHaveLength(1);
  });
});

it('numbers the versions of concurrent changes without gaps or duplicates', async () => {
  const { id } = await builtin('triage');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => patch(id, { name: `Name ${index}` })),
  );
  expect(answers.map((one) => one.body.version).sort()).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  const versions = await versionsOf(id);
  expect(versions.map((one) => one.version)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  for (const { body } of answers) {
    expect(versions.find((one) => one.version === body.version)?.snapshot.name).toBe(body.name);
  }
});

it('filters by hook and is_enabled, and requires the permission and the organization', async () => {
  const { id } = await builtin('triage');
  await patch(id, { is_enabled: false });
  const codes = async (query: string) =>
    (await owner.call('GET', `/prompt-templates?${query}`)).body.data.map(
      (one: { code: string }) => one.code,
    );
  expect(await codes('is_enabled=true')).toEqual(['detect-task-blockers']);
  expect(await codes('hook=task.post_create')).toEqual(['triage-task']);
  const stranger = await service.newOrganization();
  expect((await stranger.call('GET', `/prompt-templates/${id}/versions`)).status).toBe(404);
  expect((await stranger.call('POST', `/prompt-templates/${id}/reset`)).status).toBe(404);
  const employee = await service.newUser(owner, ['employee']);
  expect((await employee.call('GET', '/prompt-templates')).status).toBe(403);
  const manager = await service.newUser(owner, ['manager']);
  expect((await patch(id, { is_enabled: true }, manager)).status).toBe(403);
});

it('limits live templates to fifty under concurrent creates and restores', async () => {
  const made: Awaited<ReturnType<typeof create>>[] = [];
  // No more at once than the pool serves before a wait for a connection ends.
  for (let first = 0; first < 52; first += 13)
    made.push(
      ...(await Promise.all(
        Array.from({ length: 13 }, (_, n) =>
          create({ ...own, code: `many-${first + n}`, is_enabled: false }),
        ),
      )),
    );
  const rejected = made.filter((one) => one.status === 422);
  expect([made.filter((one) => one.status === 201).length, rejected.length]).toEqual([48, 4]);
  expect(rejected.map(errorFields)).toEqual(Array.from({ length: 4 }, () => ['code']));
  const path = `/prompt-templates/${made.find((one) => one.status === 201)?.body.id}`;
  expect((await owner.call('DELETE', path)).status).toBe(204);
  expect((await create({ ...own, code: 'in-its-place', is_enabled: false })).status).toBe(201);
  expect((await owner.call('POST', `${path}/restore`)).status).toBe(422);
});

it('limits the enabled templates of a hook before writes to ten', async () => {
  const check = { ...exampleTemplate, code: undefined };
  const made = await Promise.all(
    Array.from({ length: 11 }, (_, n) => create({ ...check, code: `check-${n}` })),
  );
  const [first] = made.filter((one) => one.status === 201);
  const rejected = made.filter((one) => one.status === 422);
  expect([rejected.length, rejected.map(errorFields)]).toEqual([1, [['is_enabled']]]);
  const spare = (await create({ ...check, code: 'spare', is_enabled: false })).body.id;
  const other = (await create({ ...check, code: 'other', hook: 'task.pre_update' })).body.id;
  for (const [id, body] of [
    [spare, { is_enabled: true }],
    [other, { hook: 'task.pre_create' }],
  ]) {
    const { result, ...left } = await recorded(() => patch(id, body));
    expect([result.status, errorFields(result), left]).toEqual([422, ['is_enabled'], nothing]);
  }
  expect((await patch(first?.body.id, { name: 'Still enabled', is_enabled: true })).status).toBe(200);
  const path = `/prompt-templates/${first?.body.id}`;
  expect((await owner.call('DELETE', path)).status).toBe(204);
  expect((await patch(spare, { is_enabled: true })).status).toBe(200);
  expect(errorFields(await owner.call('POST', `${path}/restore`))).toEqual(['is_enabled']);
});
