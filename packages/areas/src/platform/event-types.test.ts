import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let employee: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  employee = await service.newUser(owner, ['employee']);
});
afterAll(() => service.stop());

const path = '/platform/metadata/events';
const catalogue = async (by = owner, query = '') => {
  const { status, body } = await by.call('GET', `${path}${query}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.data.length);
  return body.data as Record<string, any>[];
};
const findType = async (type: string) => (await catalogue()).find((one) => one.event_type === type);

describe('the catalogue of event types', () => {
  it('describes when a type is written, by which operations and who sees it', async () => {
    expect(await findType('task.completed')).toEqual({
      event_type: 'task.completed',
      aggregate_type: 'task',
      description: 'The status of a task changed to done. Emitted in addition to task.post_update.',
      emitted_by: [
        'PATCH /tasks/:id',
        'POST /prompt-runs/:id/apply',
        'POST /tasks/:id/move',
        'POST /tasks/bulk',
      ],
      visible_to: 'all users who may read tasks, within their scope',
      schema: expect.objectContaining({ title: 'task.completed', type: 'object' }),
    });
    expect((await findType('task.reminder_due'))?.emitted_by).toEqual(['task-reminders']);
  });

  it.each([
    ['task.reminder_added', 'if the task reminder belongs to one user, only to that user'],
    ['auth.login', 'of these, only the user concerned and users who may read the whole audit log'],
    ['user.email_changed', 'of these, only the user concerned and users who may read the whole audit log'],
    ['task_view.post_create', 'if the task view belongs to one user, only to that user'],
  ])('describes which readers see %s', async (type, restriction) => {
    expect((await findType(type))?.visible_to.split('; ')[1]).toBe(restriction);
  });

  it('has a schema with the constants of each type', async () => {
    expect((await findType('enum.value.replaced'))?.schema.properties).toMatchObject({
      event_type: { type: 'string', const: 'enum.value.replaced' },
      aggregate_type: { type: 'string', const: 'enum' },
      aggregate_id: { type: 'integer', description: 'The id of the enum' },
      payload: {
        properties: {
          action: { type: 'string', const: 'value.replaced' },
          record_type: { type: 'string', const: 'enum' },
          record_name: { description: 'The label of the enum value' },
          actor_id: expect.any(Object),
        },
        required: expect.arrayContaining([
          'org_id',
          'actor_id',
          'record_id',
          'record_type',
          'action',
          'timestamp',
        ]),
      },
    });
    expect((await findType('user.invited'))?.schema.properties.payload.properties).not.toHaveProperty(
      'record_name',
    );
  });

  it('is sorted and equal at both paths', async () => {
    const all = await catalogue();
    const types = all.map((one) => one.event_type);
    expect(types).toEqual([...new Set(types)].sort());
    expect((await owner.call('GET', '/event-types')).body.data).toEqual(all);
  });

  it('can be filtered by aggregate type', async () => {
    const ofEnums = await catalogue(owner, '?aggregate_type=enum');
    expect(new Set(ofEnums.map((one) => one.aggregate_type))).toEqual(new Set(['enum']));
    expect(ofEnums.map((one) => one.event_type)).toEqual(
      expect.arrayContaining(['enum.post_create', 'enum.value.replaced']),
    );
    expect(await catalogue(owner, '?aggregate_type=nothing')).toEqual([]);
    expect((await owner.call('GET', `${path}?aggregate_type=No`)).status).toBe(422);
  });

  it('contains the types that the caller can see, and has an ETag', async () => {
    const types = (await catalogue(employee)).map((one) => one.event_type);
    expect(types).toContain('task.completed');
    expect(types).not.toContain('webhook_endpoint.post_create');
    expect(await catalogue(employee, '?aggregate_type=audit_search')).toEqual([]);
    expect(await catalogue(owner, '?aggregate_type=audit_search')).toHaveLength(4);
    const { headers } = await employee.call('GET', path);
    const again = { 'if-none-match': headers.get('etag') ?? '' };
    expect((await employee.call('GET', path, undefined, again)).status).toBe(304);
    expect((await owner.call('GET', path, undefined, again)).status).toBe(200);
  });
});
