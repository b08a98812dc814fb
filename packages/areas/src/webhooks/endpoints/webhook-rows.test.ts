import { decryptSecret, encryptionKeys } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { secretContext } from './endpoint-secrets.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
});

const url = 'http://localhost:9/hook';
const create = async (body: object = {}) => (await owner.call('POST', '/webhooks', { url, ...body })).body;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const restore = (id: number, by = owner) => recorded(() => by.call('POST', `/webhooks/${id}/restore`));
const listed = async (query: string) => {
  const { status, body } = await owner.call('GET', `/webhooks?${query}`);
  return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
};
const setEndpoint = (id: number, fields: Prisma.Sql) =>
  executeOperational(
    service.platform,
    sql`update webhook_endpoints set ${fields} where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );

describe('GET /webhooks', () => {
  it('searches, filters and sorts', async () => {
    const billing = await create({
      url: 'http://localhost:9/b',
      description: 'Billing',
      event_types: ['task.*'],
    });
    const audit = await create({
      url: 'http://localhost:9/a',
      event_types: ['team.post_create'],
      ordered: true,
    });
    const all = await create({ url: 'http://localhost:9/c' });
    await owner.call('PATCH', `/webhooks/${all.id}`, { is_active: false });
    await setEndpoint(audit.id, sql`failing_since = now()`);
    expect(await listed('')).toEqual([billing.id, audit.id, all.id]);
    expect(await listed('sort=-url')).toEqual([all.id, billing.id, audit.id]);
    expect(await listed('sort=failing_since,-created_at')).toEqual([audit.id, all.id, billing.id]);
    expect(await listed('q=bill')).toEqual([billing.id]);
    expect(await listed('q=9/A')).toEqual([audit.id]);
    expect(await listed('is_active=false')).toEqual([all.id]);
    expect(await listed('ordered=true')).toEqual([audit.id]);
    expect(await listed('failing_since_is_null=false')).toEqual([audit.id]);
    expect(await listed('event_type=task.completed')).toEqual([billing.id, all.id]);
    expect(await listed('event_type=team.post_create')).toEqual([audit.id, all.id]);
    expect(await listed('event_type=Task')).toBe(422);
    expect(await listed('event_type=task.painted')).toBe(422);
    expect(await listed('event_type=survey.post_create')).toEqual([all.id]);
    expect(await listed('sort=secret_enc')).toBe(422);
  });

  it('lists deleted endpoints for callers who may manage them', async () => {
    const { id } = await create();
    await owner.call('DELETE', `/webhooks/${id}`);
    expect([await listed(''), await listed('deleted=true')]).toEqual([[], [id]]);
    const auditor = await service.newUser(owner, ['auditor']);
    const [live, deleted] = [
      await auditor.call('GET', '/webhooks'),
      await auditor.call('GET', '/webhooks?deleted=true'),
    ];
    expect([live.status, deleted.status]).toEqual([200, 403]);
  });
});

describe('POST /webhooks/:id/restore', () => {
  it('restores an endpoint as inactive and healthy, with a new secret and its headers', async () => {
    const { id, secret: old, ...created } = await create({ headers: { 'x-key': 'k' } });
    await owner.call('POST', `/webhooks/${id}/rotate-secret`, { keep_old_for_hours: 24 });
    await setEndpoint(id, sql`failing_since = now(), single_until_success = true`);
    await owner.call('DELETE', `/webhooks/${id}`);
    const admin = await service.newUser(owner, ['admin']);
    const { result, events, audit } = await restore(id, admin);
    const { secret, ...restored } = result.body;
    expect([result.status, restored]).toMatchObject([
      200,
      {
        ...{ id, url, headers: { 'x-key': '***' }, is_active: false, deleted_at: null },
        ...{ previous_secret_until: null, failing_since: null, authorized_by: admin.user.id },
      },
    ]);
    expect(Object.keys(restored).sort()).toEqual(['id', ...Object.keys(created)].sort());
    expect(events).toEqual([`webhook_endpoint.post_restore ${id}`]);
    expect(audit).toMatchObject([{ action: 'restore', resource: 'webhook_endpoint', record_id: id }]);
    expect(JSON.stringify(audit)).not.toMatch(/_enc|whsec/);
    const [stored] = await service.rows(sql`select secret_enc, previous_secret_enc, single_until_success
      from webhook_endpoints where org_id = ${owner.user.org_id} and id = ${id}`);
    expect(stored).toMatchObject({ previous_secret_enc: null, single_until_success: false });
    const keys = encryptionKeys(service.config);
    expect(decryptSecret(keys, secretContext(owner.user.org_id), stored.secret_enc)).toBe(secret);
    expect([secret === old, secret.startsWith('whsec_')]).toEqual([false, true]);
    const on = await owner.call('PATCH', `/webhooks/${id}`, { is_active: true });
    expect([on.status, on.body.is_active, on.body.secret]).toEqual([200, true, undefined]);
    expect((await restore(id)).result.status).toBe(404);
  });

  it('returns the secret once, also for a repeated Idempotency-Key', async () => {
    const { id } = await create();
    await owner.call('DELETE', `/webhooks/${id}`);
    const again = () =>
      owner.call('POST', `/webhooks/${id}/restore`, undefined, { 'idempotency-key': `restore-${id}` });
    const [first, second] = [await again(), await again()];
    expect([first.status, first.body.secret.slice(0, 6)]).toEqual([200, 'whsec_']);
    expect([second.status, second.body.id, second.body.secret]).toEqual([200, id, undefined]);
  });

  it('is rejected at the limit of endpoints, even with a concurrent create', async () => {
    const { id } = await create();
    await owner.call('DELETE', `/webhooks/${id}`);
    await owner.call('PATCH', '/organizations/current/settings', { webhooks: { max_endpoints: 1 } });
    const responses = await Promise.all([
      owner.call('POST', '/webhooks', { url }),
      owner.call('POST', `/webhooks/${id}/restore`),
    ]);
    expect(responses.map(({ status }) => (status < 300 ? 'done' : status)).toSorted()).toEqual([422, 'done']);
    const deleted = (await listed('deleted=true')) as number[];
    for (const one of deleted) {
      const { result, ...left } = await restore(one);
      expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
        422,
        ['url'],
        nothing,
      ]);
    }
    expect(await listed('')).toHaveLength(1);
  });

  it.each([
    ['url', sql`url = 'http://user:password@localhost:9/'`],
    ['event_types.0', sql`event_types = '{task.no_such_type}'`],
  ])('is rejected if its %s is no longer permitted', async (field, fields) => {
    const { id } = await create();
    await owner.call('DELETE', `/webhooks/${id}`);
    await setEndpoint(id, fields);
    const { result, ...left } = await restore(id);
    expect([result.status, Object.keys(result.body.details.fieldErrors), left]).toEqual([
      422,
      [field],
      nothing,
    ]);
  });

  it('requires managing endpoints of the organization', async () => {
    const { id } = await create();
    await owner.call('DELETE', `/webhooks/${id}`);
    const auditor = await service.newUser(owner, ['auditor']);
    const stranger = await service.newOrganization();
    for (const [by, status] of [
      [auditor, 403],
      [stranger, 404],
    ] as const) {
      const { result, events } = await restore(id, by);
      expect([result.status, events]).toEqual([status, []]);
    }
  });
});
