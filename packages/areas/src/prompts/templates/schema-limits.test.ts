import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleTemplate } from './example-template.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let other: pg.Client;
let id: number;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  other = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await other.connect();
  id = (await owner.call('POST', '/prompt-templates', exampleTemplate)).body.id;
});
afterAll(async () => {
  await other?.end();
  await service?.stop();
});

const patch = (body: object) => owner.call('PATCH', `/prompt-templates/${id}`, body);
const fields = (answer: { body: any }) => Object.keys(answer.body.details?.fieldErrors ?? {});
const verdict = { enum: ['accept', 'reject'] };
const schema = (keywords: object) => ({
  ...{ type: 'object', required: ['verdict'], properties: { verdict } },
  ...keywords,
});
const branches = (count: number, keyword: string) => {
  const all = Array.from({ length: count }, (_, index) => ({ required: [`a${index}`] }));
  return schema({ not: { [keyword]: all } });
};
const properties = (count: number) =>
  schema({
    properties: {
      verdict,
      ...Object.fromEntries(Array.from({ length: count - 2 }, (_, index) => [`p${index}`, true])),
    },
  });
const conditional = JSON.parse(
  '{"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"minimum": 1}}',
);
const conditionals = (count: number) => {
  const named = Array.from({ length: count }, (_, index) => [`p${index}`, conditional]);
  return schema({ properties: { verdict, ...Object.fromEntries(named) } });
};

/** Each of its many short keywords is at a path that contains the long name. */
const longPaths = (length: number) => {
  const many = { minLength: 1, maxLength: 2, minimum: 1, maximum: 2, minItems: 1, maxItems: 2 };
  const inner = Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => [`p${index}`, { $ref: '#/$defs/many' }]),
  );
  const outer = { ['\u2028'.repeat(length)]: { type: 'object', properties: inner } };
  return { $defs: { many }, ...schema({ properties: { verdict, ...outer } }) };
};

it.each<[string, object, RegExp]>([
  ['long names above many keywords', longPaths(3_000), /paths of its keywords must not exceed 256 KiB/],
  ['more than 200 subschemas', properties(201), /at most 200/],
  ['fifty conditionals', conditionals(50), /at most 200/],
  ['more than 50 branches of oneOf', branches(51, 'oneOf'), /at most 50 branches/],
  ['more than 50 branches of anyOf', branches(51, 'anyOf'), /at most 50 branches/],
  ['more than 50 branches of allOf', branches(51, 'allOf'), /at most 50 branches/],
])('rejects a schema with %s', async (_, output_schema, message) => {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => patch({ output_schema }));
  expect([result.status, fields(result), left]).toEqual([422, ['output_schema'], nothing]);
  expect(result.body.details.fieldErrors.output_schema[0]).toMatch(message);
  const created = await owner.call('POST', '/prompt-templates', {
    ...exampleTemplate,
    code: 'x',
    output_schema,
  });
  expect([created.status, fields(created)]).toEqual([422, ['output_schema']]);
});

it('accepts schemas at the limits', async () => {
  for (const output_schema of [properties(200), branches(50, 'oneOf'), conditionals(49), longPaths(30)])
    expect((await patch({ output_schema })).status).toBe(200);
});

it('compiles schemas before the transaction, which locks the template', async () => {
  await other.query('begin');
  try {
    await other.query('select from prompt_templates where org_id = $1 and id = $2 for update', [
      owner.user.org_id,
      id,
    ]);
    const broken = schema({ properties: { verdict, size: { type: 'sting' } } });
    expect(fields(await patch({ output_schema: broken }))).toEqual(['output_schema']);
    // The value is unknown; the lookup needs no lock either.
    const condition = { field: 'category_code', op: 'eq', value: 'none_such' };
    expect(fields(await patch({ condition }))).toEqual(['condition.value']);
  } finally {
    await other.query('rollback');
  }
});

it('uses and keeps a stored schema that is larger than the limits for new ones', async () => {
  const large = properties(900);
  await executeOperational(
    service.platform,
    sql`update prompt_templates set output_schema = ${JSON.stringify(large)}::jsonb
      where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
  const rejected = await owner.call('POST', '/tasks', { title: 'Undated', priority: 'urgent' });
  expect([rejected.status, rejected.body.details.formErrors]).toEqual([422, ['Required for urgent tasks']]);
  const whole = await patch({ name: 'Renamed', output_schema: large });
  expect([whole.status, whole.body.name]).toEqual([200, 'Renamed']);
  const settings = { output: { verdict: 'reject', messages: ['Must have a date'] } };
  expect((await patch({ settings })).status).toBe(200);
  expect(fields(await patch({ output_schema: properties(899) }))).toEqual(['output_schema']);
});
