import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let auditor: Client;
let taskId: number;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  auditor = await service.newUser(owner, ['auditor']);
  taskId = (await owner.call('POST', '/tasks', { title: 'First title', tags: ['a'] })).body.id;
  await owner.call(
    'PATCH',
    `/tasks/${taskId}`,
    { title: 'Second title' },
    { 'x-request-id': 'the-request-in-question' },
  );
  await owner.call('DELETE', `/tasks/${taskId}`);
});
afterAll(() => service.stop());

const entries = async (query: string, client = auditor) =>
  (await client.call('GET', `/audit-log?${query}`)).body as { data: any[]; total: number };

describe('GET /audit-log', () => {
  it('lists the entries of a record, newest first', async () => {
    const { data, total } = await entries(`resource=task&record_id=${taskId}`);
    expect(total).toBe(3);
    expect(data.map((entry) => entry.action)).toEqual(['archive', 'update', 'create']);
    expect(data[1]).toMatchObject({
      actor_type: 'user',
      actor_id: owner.user.id,
      actor_name: 'Olga Owner',
      outcome: 'success',
      resource: 'task',
      record_id: taskId,
      request_id: 'the-request-in-question',
      changes: [{ field: 'title', from: 'First title', to: 'Second title' }],
    });
    expect(data[2].changes).toContainEqual({ field: 'tags', from: null, to: ['a'] });
    expect(data[0].changes.map((change: { field: string }) => change.field)).toContain('deleted_at');
    expect(new Date(data[0].occurred_at).toISOString()).toBe(data[0].occurred_at);
  });

  it('returns the event id of each entry', async () => {
    const { data } = await entries(`resource=task&record_id=${taskId}&action=create`);
    const history = await owner.call('GET', `/events/task/${taskId}`);
    expect(data[0].event_id).toBe(history.body.data[0].id);
  });

  it('filters by actor, action and time', async () => {
    expect((await entries(`actor_id=${owner.user.id}&action=update&resource=task`)).total).toBe(1);
    expect((await entries(`actor_id=${auditor.user.id}&resource=task`)).total).toBe(0);
    const [newest] = (await entries('limit=1')).data;
    expect((await entries(`from=${newest.occurred_at}`)).data.map((entry) => entry.id)).toContain(newest.id);
    expect((await entries(`to=${newest.occurred_at}`)).data.map((entry) => entry.id)).not.toContain(
      newest.id,
    );
  });

  it('pages without repeating or skipping', async () => {
    const { data, total } = await entries('limit=100');
    const pages: number[] = [];
    for (let offset = 0; offset < total; offset += 3) {
      pages.push(...(await entries(`limit=3&offset=${offset}`)).data.map((entry) => entry.id));
    }
    expect(pages).toEqual(data.map((entry) => entry.id));
  });

  it('never shows a secret', async () => {
    await owner.call('POST', '/api-keys', { name: 'Robot' });
    const text = JSON.stringify(await entries('limit=100'));
    expect(text).not.toMatch(/_hash|argon2|wfp_[0-9a-f]{64}/);
  });

  it.each(['resource=Task', 'record_id=0', 'from=yesterday', 'limit=101', 'colour=red', 'action=a%00'])(
    'rejects %s',
    async (query) => {
      expect((await auditor.call('GET', `/audit-log?${query}`)).status).toBe(422);
    },
  );
});

describe('GET /audit-log/:id', () => {
  it('returns the entry as the list does', async () => {
    const [entry] = (await entries(`resource=task&record_id=${taskId}`)).data;
    const { status, body } = await auditor.call('GET', `/audit-log/${entry.id}`);
    expect(status).toBe(200);
    expect(body).toEqual(entry);
  });

  it("reads nothing of another organization's log", async () => {
    const stranger = await service.newOrganization();
    const [entry] = (await entries('limit=1')).data;
    expect((await stranger.call('GET', `/audit-log/${entry.id}`)).status).toBe(404);
    expect((await entries('resource=task', stranger)).total).toBe(0);
  });

  it.each(['0', 'x', '99999999', '9999999999999999', '99999999999999999999'])(
    'returns 404 for the id %s',
    async (id) => {
      expect((await auditor.call('GET', `/audit-log/${id}`)).status).toBe(404);
    },
  );
});

describe('reading the audit log', () => {
  it.each(['hr', 'manager', 'employee', 'viewer'])('is forbidden for the role %s', async (role) => {
    const user = await service.newUser(owner, [role]);
    expect((await user.call('GET', '/audit-log')).status).toBe(403);
  });

  it('shows values only of resources that the reader may read', async () => {
    const permissions = [
      { permission: 'audit_log:read', scopes: ['org'] },
      { permission: 'task:read', scopes: ['own'] },
    ];
    await owner.call('POST', '/roles', { code: 'log_only', name: 'Log only', permissions });
    const reader = await service.newUser(owner, ['log_only']);
    const { data } = await entries(`resource=task&record_id=${taskId}&action=update`, reader);
    expect(data[0].changes).toEqual([{ field: 'title' }]);
  });
});
