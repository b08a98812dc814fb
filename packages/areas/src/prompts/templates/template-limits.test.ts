import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
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

const create = (body: object) => owner.call('POST', '/prompt-templates', { ...exampleTemplate, ...body });
const patch = (id: number, body: object) => owner.call('PATCH', `/prompt-templates/${id}`, body);
const fieldErrors = (answer: { body: any }) => answer.body.details?.fieldErrors;
const fields = (answer: { body: any }) => Object.keys(fieldErrors(answer) ?? {});

/** A condition with this number of values, in comparisons of 100 values of equal length. */
const condition = (values: number, length = 5) => ({
  any: Array.from({ length: Math.ceil(values / 100) }, (_, leaf) => ({
    field: 'title',
    op: 'in',
    value: Array.from({ length: Math.min(100, values - 100 * leaf) }, (_, n) => `${n}`.padEnd(length, 'x')),
  })),
});
const bytes = (value: object) => JSON.stringify(value).length;

async function store(id: number, column: string, value: object | string): Promise<void> {
  const json = JSON.stringify(value);
  const changed = Prisma.raw(column);
  const text = typeof value === 'string' ? sql`${value}` : sql`${json}::jsonb`;
  await executeOperational(
    service.platform,
    sql`update prompt_templates set ${changed} = ${text} where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
}

it.each([
  ['more than 500 values', condition(501), /at most 500 values/],
  ['more than 16 KiB', condition(100, 200), /16 KiB/],
])('rejects a condition of %s, and stores nothing', async (_, large, message) => {
  const { id } = (await create({})).body;
  for (const send of [() => patch(id, { condition: large }), () => create({ code: 'x', condition: large })]) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, send);
    expect([result.status, fields(result), left]).toEqual([422, ['condition'], nothing]);
    expect(fieldErrors(result).condition[0]).toMatch(message);
  }
});

it('accepts a condition at the limits', async () => {
  const { id } = (await create({ condition: condition(500) })).body;
  const longest = condition(100, 150);
  expect(bytes(longest)).toBeLessThanOrEqual(16 * 1024);
  expect((await patch(id, { condition: longest })).status).toBe(200);
});

it('uses and keeps a stored condition that is larger than the limits for new ones', async () => {
  const { id } = (await create({ hook: 'task.pre_create' })).body;
  const large = condition(4_000, 20);
  await store(id, 'condition', large);
  const rejected = await owner.call('POST', '/tasks', { title: '7'.padEnd(20, 'x') });
  expect([rejected.status, rejected.body.details.formErrors]).toEqual([422, ['Required for urgent tasks']]);
  expect((await owner.call('POST', '/tasks', { title: 'Another' })).status).toBe(201);
  const whole = await patch(id, { name: 'Renamed', condition: large });
  expect([whole.status, whole.body.name, whole.body.condition]).toEqual([200, 'Renamed', large]);
  expect(fields(await patch(id, { condition: condition(3_999, 20) }))).toEqual(['condition']);
  expect((await patch(id, { condition: condition(10) })).status).toBe(200);
});

it('limits a template to 64 KiB in all, unless it was larger before', async () => {
  const { id } = (await create({ system_text: 'x'.repeat(19_000) })).body;
  const text = 'ü'.repeat(19_000);
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    patch(id, { name: 'Longer', system_text: text, user_text: 'ü'.repeat(15_000) }),
  );
  expect([result.status, fields(result), left]).toEqual([422, ['system_text'], nothing]);
  expect(fieldErrors(result).system_text[0]).toMatch(/must not exceed 64 KiB/);
  expect((await patch(id, { system_text: text })).status).toBe(200);
  await store(id, 'user_text', text);
  expect((await patch(id, { name: 'Kept' })).status).toBe(200);
  expect((await patch(id, { user_text: 'ü'.repeat(18_000) })).status).toBe(200);
  expect(fields(await patch(id, { user_text: text }))).toEqual(['user_text']);
});

it.each(['task.post_create', 'task.pre_update'])(
  'limits the enabled templates of %s to ten',
  async (hook) => {
    await disablePrompts(owner);
    const ids: number[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await create({ code: `t-${n}`, hook })).body.id);
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      create({ code: 'x', hook }),
    );
    expect([result.status, fields(result), left]).toEqual([422, ['is_enabled'], nothing]);
    const other = (await create({ code: 'other', hook, is_enabled: false })).body.id;
    expect(fields(await patch(other, { is_enabled: true }))).toEqual(['is_enabled']);
    // More than ten may have been enabled before the limit applied.
    await executeOperational(
      service.platform,
      sql`update prompt_templates set is_enabled = true where org_id = ${owner.user.org_id} and id = ${other} returning id`,
    );
    const whole = await patch(other, { name: 'Renamed', hook, is_enabled: true });
    expect([whole.status, whole.body.name]).toEqual([200, 'Renamed']);
    expect((await patch(other, { is_enabled: false })).status).toBe(200);
    expect((await patch(ids[0] ?? 0, { is_enabled: false })).status).toBe(200);
    expect((await patch(other, { is_enabled: true })).status).toBe(200);
  },
);
