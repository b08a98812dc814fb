import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestResponse, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exampleTemplate } from '../templates/example-template.ts';

const { sql } = Prisma;

/** The documented number of schemas that an organization may have compiled in a minute. */
const maxSchemas = 30;

let service: TestService;
let owner: Client;
let id: number;
let counter = 0;
beforeAll(async () => {
  service = await startService();
  // Compiles the schema of the example, which then counts in no organization.
  await (await service.newOrganization()).call('POST', '/prompt-templates', exampleTemplate);
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  id = (await owner.call('POST', '/prompt-templates', exampleTemplate)).body.id;
});

/** A schema that no test has used before. */
function newSchema() {
  counter += 1;
  const properties = { verdict: { enum: ['accept', 'reject'] }, [`unique_${counter}`]: true };
  return { type: 'object', required: ['verdict'], properties };
}

const patch = (body: object, by = owner, template = id) =>
  by.call('PATCH', `/prompt-templates/${template}`, body);

async function exhaust(): Promise<void> {
  let last: TestResponse | undefined;
  for (let count = 0; count < maxSchemas; count += 1) last = await patch({ output_schema: newSchema() });
  expect(last?.status).toBe(200);
}

function expectRejected({ status, headers, body }: TestResponse): void {
  expect([status, body.error]).toEqual([
    429,
    expect.stringMatching(/^Too many output schemas; try again in \d+ s$/),
  ]);
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThanOrEqual(60);
}

it('rejects a new schema after 30 in a minute, in creates and updates, and records nothing', async () => {
  const known = newSchema();
  expect((await patch({ output_schema: known })).status).toBe(200);
  for (let count = 1; count < maxSchemas; count += 1)
    expect((await patch({ output_schema: newSchema() })).status).toBe(200);
  const code = `another-${counter}`;
  for (const send of [
    () => patch({ name: 'Renamed', output_schema: newSchema() }),
    () => owner.call('POST', '/prompt-templates', { ...exampleTemplate, code, output_schema: newSchema() }),
  ]) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, send);
    expectRejected(result);
    expect(left).toEqual(nothing);
  }
  expect((await patch({ output_schema: known })).status).toBe(200);
  expect((await patch({ name: 'Renamed' })).body.name).toBe('Renamed');
});

it('counts schemas that cannot be compiled', async () => {
  const broken = () => ({ ...newSchema(), minProperties: -1 });
  for (let count = 0; count < maxSchemas; count += 1)
    expect((await patch({ output_schema: broken() })).status).toBe(422);
  expectRejected(await patch({ output_schema: broken() }));
});

it('does not affect other organizations', async () => {
  await exhaust();
  expectRejected(await patch({ output_schema: newSchema() }));
  const other = await service.newOrganization();
  const { body } = await other.call('POST', '/prompt-templates', {
    ...exampleTemplate,
    output_schema: newSchema(),
  });
  expect((await patch({ output_schema: newSchema() }, other, body.id)).status).toBe(200);
});

it('rejects the preview of a template whose schema is not compiled', async () => {
  const task = (await owner.call('POST', '/tasks', { title: 'One' })).body;
  const preview = () => owner.call('POST', `/prompt-templates/${id}/preview`, { record_id: task.id });
  await exhaust();
  expect((await preview()).status).toBe(200);
  await executeOperational(
    service.platform,
    sql`update prompt_templates set output_schema = ${JSON.stringify(newSchema())}::jsonb
      where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
  expectRejected(await preview());
});
