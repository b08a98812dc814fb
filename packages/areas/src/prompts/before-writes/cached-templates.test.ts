import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { exampleTemplate } from '../templates/example-template.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let id: number;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  owner = await service.newOrganization();
  id = (await owner.call('POST', '/prompt-templates', exampleTemplate)).body.id;
});
afterAll(() => service.stop());

const urgent = async () =>
  (await owner.call('POST', '/tasks', { title: 'Undated', priority: 'urgent' })).status;
const change = (values: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update prompt_templates set ${values} where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );

it('reads a template again only if its version or time has changed', async () => {
  expect(await urgent()).toBe(422);
  // No write of the service leaves the version: this shows that the condition is not read.
  await change(sql`condition = '{"field": "title", "op": "eq", "value": "x"}'`);
  expect(await urgent()).toBe(422);
  await change(sql`updated_at = updated_at + interval '1 millisecond'`);
  expect(await urgent()).toBe(201);
});

it('evaluates the latest version after each change', async () => {
  for (const value of ['high', 'urgent', 'low', 'urgent']) {
    const condition = { field: 'priority', op: 'eq', value };
    expect((await owner.call('PATCH', `/prompt-templates/${id}`, { condition })).status).toBe(200);
    expect(await urgent()).toBe(value === 'urgent' ? 422 : 201);
  }
  await owner.call('DELETE', `/prompt-templates/${id}`);
  expect(await urgent()).toBe(201);
  expect((await owner.call('POST', `/prompt-templates/${id}/restore`)).status).toBe(200);
  expect(await urgent()).toBe(422);
});
