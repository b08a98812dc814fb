import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let auditor: Client;
let org_id: number;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  auditor = await service.newUser(owner, ['auditor']);
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const path = '/audit-log/searches';
const create = (fields: object = {}, by = owner) =>
  by.call('POST', path, { name: 'Deletions', filter: { action: 'archive' }, ...fields });

describe('POST /audit-log/searches', () => {
  it('returns the row, with one event and one audit entry', async () => {
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () => create());
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      org_id,
      name: 'Deletions',
      filter: { action: 'archive' },
      is_shared: false,
      created_by: owner.user.id,
      deleted_at: null,
    });
    expect([events, outbox]).toEqual([[`audit_search.post_create ${result.body.id}`], 1]);
    expect(audit).toMatchObject([
      { action: 'create', resource: 'audit_log', record_id: result.body.id, before: null },
    ]);
  });

  it('accepts every filter of the list', async () => {
    const filter = {
      actor_id: 1,
      actor_type: 'api_key',
      action: 'update',
      outcome: 'denied',
      resource: 'task',
      record_id: 5,
      request_id: 'r-1',
      from: '2026-01-01T00:00:00Z',
      to: '2026-02-01T00:00:00Z',
      q: 'Olga',
    };
    expect((await create({ filter })).body.filter).toEqual(filter);
    const query = new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    );
    expect((await owner.call('GET', `/audit-log?${query}`)).status).toBe(200);
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ filter: { colour: 'red' } }, 'filter'],
    [{ filter: { actor_id: 'me' } }, 'filter'],
    [{ filter: { limit: 5 } }, 'filter'],
    [{ filter: [] }, 'filter'],
    [{ is_shared: 'yes' }, 'is_shared'],
    [{ created_by: 1 }, 'created_by'],
  ])('rejects %j with an error on %s, and records nothing', async (fields, field) => {
    const { result, ...recorded } = await recordedBy(service, org_id, () => create(fields));
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)[0]).toMatch(new RegExp(`^${field}`));
    expect(recorded).toEqual(nothing);
  });
});

describe('saved searches', () => {
  it('are visible to their author and, if shared, to other readers of the log', async () => {
    const own = (await create({ name: 'zz private' })).body;
    const shared = (await create({ name: 'zz shared', is_shared: true })).body;
    const names = async (by: Client) =>
      (await by.call('GET', `${path}?q=zz`)).body.data.map((one: { name: string }) => one.name);
    expect([await names(owner), await names(auditor)]).toEqual([['zz private', 'zz shared'], ['zz shared']]);
    expect((await auditor.call('GET', `${path}/${shared.id}`)).body).toEqual(shared);
    expect((await auditor.call('GET', `${path}/${own.id}`)).status).toBe(404);
    expect((await auditor.call('PATCH', `${path}/${own.id}`, { name: 'x' })).status).toBe(404);
    const stranger = await service.newOrganization();
    expect((await stranger.call('GET', `${path}/${shared.id}`)).status).toBe(404);
  });

  it('can be changed only by their author', async () => {
    const { id } = (await create({ is_shared: true })).body;
    for (const attempt of [
      () => auditor.call('PATCH', `${path}/${id}`, { name: 'Mine now' }),
      () => auditor.call('DELETE', `${path}/${id}`),
    ]) {
      const { result, events } = await recordedBy(service, org_id, attempt);
      expect([result.status, events]).toEqual([403, []]);
    }
    const patch = () => owner.call('PATCH', `${path}/${id}`, { filter: { q: 'x' } });
    const { result, events, audit } = await recordedBy(service, org_id, patch);
    expect([result.status, result.body.filter]).toEqual([200, { q: 'x' }]);
    expect(events).toEqual([`audit_search.post_update ${id}`]);
    expect(audit[0]).toMatchObject({
      before: { filter: { action: 'archive' } },
      after: { filter: { q: 'x' } },
    });
    const deleted = await recordedBy(service, org_id, () => owner.call('DELETE', `${path}/${id}`));
    expect([deleted.result.status, deleted.events]).toEqual([204, [`audit_search.post_archive ${id}`]]);
    expect((await owner.call('GET', `${path}/${id}`)).status).toBe(404);
    expect((await owner.call('DELETE', `${path}/${id}`)).status).toBe(404);
  });

  it('can be restored by their author', async () => {
    const [shared, own] = [(await create({ is_shared: true })).body, (await create()).body];
    for (const { id } of [shared, own]) await owner.call('DELETE', `${path}/${id}`);
    const deleted = async (by: Client) =>
      (await by.call('GET', `${path}?deleted=true&sort=-created_at&limit=2`)).body.data.map(
        (one: { id: number }) => one.id,
      );
    expect(await deleted(owner)).toEqual([own.id, shared.id]);
    expect(await deleted(auditor)).not.toContain(own.id);
    for (const [id, status] of [
      [shared.id, 403],
      [own.id, 404],
    ]) {
      const rejected = await recordedBy(service, org_id, () => auditor.call('POST', `${path}/${id}/restore`));
      expect([rejected.result.status, rejected.events]).toEqual([status, []]);
    }
    const { result, events, audit } = await recordedBy(service, org_id, () =>
      owner.call('POST', `${path}/${shared.id}/restore`),
    );
    expect([result.status, result.body.deleted_at]).toEqual([200, null]);
    expect(events).toEqual([`audit_search.post_restore ${shared.id}`]);
    expect(audit).toMatchObject([{ action: 'restore', resource: 'audit_log', record_id: shared.id }]);
  });

  it('require reading the audit log', async () => {
    const employee = await service.newUser(owner, ['employee']);
    expect((await employee.call('GET', path)).status).toBe(403);
    expect((await create({}, employee)).status).toBe(403);
  });
});
