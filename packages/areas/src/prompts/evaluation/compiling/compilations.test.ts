import { type Client, startService, type TestResponse, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exampleTemplate } from '../../templates/example-template.ts';
import {
  exhaustCompilations,
  maxSchemas,
  newSchema,
  storeUncompiledSchema,
} from '../../testing/uncompiled-schema.ts';

let service: TestService;
let owner: Client;
let id: number;
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

const patch = (body: object, by = owner, template = id) =>
  by.call('PATCH', `/prompt-templates/${template}`, body);

const exhaust = () => exhaustCompilations(owner, id);

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
  const code = 'another';
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
  await storeUncompiledSchema(service, owner, id);
  expectRejected(await preview());
});
