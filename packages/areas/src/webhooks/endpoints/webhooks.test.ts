import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const url = 'http://localhost:9/hook';
const create = async (body: object = {}) =>
  (await owner.call('POST', '/webhooks', { url: unreachableUrl(), ...body })).body;

describe('POST /webhooks', () => {
  it('returns the secret once, and records the endpoint without it', async () => {
    const { result, events, audit, outbox } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', '/webhooks', { url, event_types: ['task.*', 'auth.login'], description: 'Ours' }),
    );
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      url,
      event_types: ['task.*', 'auth.login'],
      description: 'Ours',
      is_active: true,
    });
    expect(result.body.secret).toMatch(/^whsec_/);
    expect(events).toEqual([`webhook_endpoint.post_create ${result.body.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([
      { action: 'create', resource: 'webhook_endpoint', record_id: result.body.id },
    ]);
    expect(JSON.stringify(audit)).not.toContain('secret');
    const [stored] = await service.rows<{ text: string }>(
      Prisma.sql`select encode(secret_enc, 'escape') as text from webhook_endpoints where org_id = ${owner.user.org_id}`,
    );
    expect(stored?.text).not.toContain(result.body.secret);
    const shown = await owner.call('GET', `/webhooks/${result.body.id}`);
    expect(shown.body).not.toHaveProperty('secret');
    expect(shown.body.recent_deliveries).toEqual([]);
  });

  it.each([
    [{ url: 'ftp://example.com' }, 'url'],
    [{ url: 'https://a:b@example.com' }, 'url'],
    [{ url: `https://example.com/${'x'.repeat(2_100)}` }, 'url'],
    [{ url, event_types: ['Task'] }, 'event_types.0'],
    [{ url, secret: 'mine' }, 'secret'],
    [{}, 'url'],
  ])('rejects %j with an error on %s, and records nothing', async (body, field) => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', '/webhooks', body),
    );
    expect(result.status).toBe(422);
    expect(result.body.details.fieldErrors).toHaveProperty([field]);
    expect(left).toEqual(nothing);
  });

  it('limits an organization to 50 endpoints, even with concurrent requests', async () => {
    const other = await service.newOrganization();
    for (let count = 0; count < 49; count += 1)
      await other.call('POST', '/webhooks', { url: unreachableUrl() });
    const last = await Promise.all([
      other.call('POST', '/webhooks', { url: unreachableUrl() }),
      other.call('POST', '/webhooks', { url: unreachableUrl() }),
    ]);
    expect(last.map((response) => response.status).sort()).toEqual([201, 422]);
  });
});

it('updates and deletes with events and audit entries', async () => {
  const { id } = await create();
  const changed = await recordedBy(service, owner.user.org_id, () =>
    owner.call('PATCH', `/webhooks/${id}`, { is_active: false, event_types: [] }),
  );
  expect(changed.result.body).toMatchObject({ id, is_active: false });
  expect(changed.events).toEqual([`webhook_endpoint.post_update ${id}`]);
  expect(changed.audit[0]).toMatchObject({ before: { is_active: true }, after: { is_active: false } });
  const deleted = await recordedBy(service, owner.user.org_id, () => owner.call('DELETE', `/webhooks/${id}`));
  expect(deleted.result.status).toBe(204);
  expect(deleted.events).toEqual([`webhook_endpoint.post_archive ${id}`]);
  expect((await owner.call('GET', `/webhooks/${id}`)).status).toBe(404);
  expect((await owner.call('DELETE', `/webhooks/${id}`)).status).toBe(404);
});

it('creates a test delivery with its own event', async () => {
  const { id } = await create();
  const { result, events } = await recordedBy(service, owner.user.org_id, () =>
    owner.call('POST', `/webhooks/${id}/test`),
  );
  expect(result.status).toBe(202);
  expect(result.body).toMatchObject({
    webhook_id: id,
    event_type: 'webhook.test',
    status: 'pending',
    attempt: 1,
  });
  expect(events).toEqual([`webhook.test ${id}`]);
  const [event] = await service.rows<{ payload: { record_type: string } }>(
    Prisma.sql`select payload from events where org_id = ${owner.user.org_id} and id = ${result.body.event_id}::int8`,
  );
  expect(event?.payload.record_type).toBe('webhook_endpoint');
  const { body } = await owner.call(
    'GET',
    `/webhooks/${id}/deliveries?status=pending&event_type=webhook.test`,
  );
  expect(body).toMatchObject({ total: 1, data: [{ id: result.body.id }] });
  expect((await owner.call('POST', `/webhooks/${id}/deliveries/${result.body.id}/retry`)).status).toBe(422);
  await owner.call('PATCH', `/webhooks/${id}`, { is_active: false });
  expect((await owner.call('POST', `/webhooks/${id}/test`)).body.details.fieldErrors).toHaveProperty(
    'is_active',
  );
  const cancelled = await owner.call('GET', `/webhooks/${id}/deliveries`);
  expect(cancelled.body.data[0].status).toBe('cancelled');
});

it('rejects employees and other organizations', async () => {
  const { id } = await create();
  const employee = await service.newUser(owner, ['employee']);
  expect((await employee.call('GET', '/webhooks')).status).toBe(403);
  const stranger = await service.newOrganization();
  expect((await stranger.call('GET', `/webhooks/${id}`)).status).toBe(404);
  expect((await stranger.call('POST', `/webhooks/${id}/test`)).status).toBe(404);
});
