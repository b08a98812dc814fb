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
const typeOf = async (type: string) => (await catalogue()).find((one) => one.event_type === type);

describe('the catalogue of event types', () => {
  it('says of each when it is written, by what, about what and for whom', async () => {
    expect(await typeOf('task.completed')).toEqual({
      event_type: 'task.completed',
      aggregate_type: 'task',
      description: 'A task became done and was not before; in addition to task.post_update.',
      emitted_by: [
        'PATCH /tasks/:id',
        'POST /prompt-runs/:id/apply',
        'POST /tasks/:id/move',
        'POST /tasks/bulk',
      ],
      visible_to: 'whoever may read tasks, as far as that reaches',
      schema: expect.objectContaining({ title: 'task.completed', type: 'object' }),
    });
    expect((await typeOf('task.reminder_due'))?.emitted_by).toEqual(['task-reminders']);
  });

  it.each([
    ['task.reminder_added', 'where the task reminder is private, only the users it names'],
    ['auth.login', 'of them only the user themself and whoever reads the whole audit log'],
    ['user.email_changed', 'of them only the user themself and whoever reads the whole audit log'],
    ['task_view.post_create', 'where the task view is private, only the users it names'],
  ])('says who of the readers sees %s', async (type, fewer) => {
    expect((await typeOf(type))?.visible_to.split('; ')[1]).toBe(fewer);
  });

  it('has a schema for each that says what is fixed in its record', async () => {
    expect((await typeOf('enum.value.replaced'))?.schema.properties).toMatchObject({
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
    expect((await typeOf('user.invited'))?.schema.properties.payload.properties).not.toHaveProperty(
      'record_name',
    );
  });

  it('is in order, and the same for clients of webhooks', async () => {
    const all = await catalogue();
    const types = all.map((one) => one.event_type);
    expect(types).toEqual([...new Set(types)].sort());
    expect((await owner.call('GET', '/event-types')).body.data).toEqual(all);
  });

  it('can be limited to an aggregate type', async () => {
    const ofEnums = await catalogue(owner, '?aggregate_type=enum');
    expect(new Set(ofEnums.map((one) => one.aggregate_type))).toEqual(new Set(['enum']));
    expect(ofEnums.map((one) => one.event_type)).toEqual(
      expect.arrayContaining(['enum.post_create', 'enum.value.replaced']),
    );
    expect(await catalogue(owner, '?aggregate_type=nothing')).toEqual([]);
    expect((await owner.call('GET', `${path}?aggregate_type=No`)).status).toBe(422);
  });

  it('holds the types that the caller may know, and has an ETag', async () => {
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
