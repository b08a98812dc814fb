import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service?.stop());

it('names the fields of a condition, with their operators, allowed values and variables', async () => {
  const conditionOf = async (code: string, name: string) => {
    const { body } = await owner.call('GET', `/platform/resources/${code}/schema?for=create`);
    return body.properties[name].anyOf[0]['x-condition'];
  };
  const { fields, variables } = await conditionOf('prompt_template', 'condition');
  expect(fields.status).toMatchObject({ kind: 'text', values: expect.arrayContaining(['todo']) });
  expect(fields.status.ops).toContain('changed_to');
  expect(fields.assigned_to).toMatchObject({ kind: 'number', ref: 'user' });
  expect(fields.category_code).toMatchObject({ kind: 'text', vocabulary: 'task_category' });
  expect(variables).toEqual(['me', 'today', 'now', 'record.*', 'input.*']);
  const audience = await conditionOf('announcement', 'audience');
  expect(audience.fields.hire_date.ops).not.toContain('changed');
  expect(audience.fields.place_id).toMatchObject({ kind: 'number', ref: 'place' });
  expect(audience.variables).toEqual(['today']);
});
