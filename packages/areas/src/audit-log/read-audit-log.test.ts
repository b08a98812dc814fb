import { systemCaller } from '@wfp/shared';
import { readRows } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryFilter } from './audit-log.contract.ts';
import { auditLogExport } from './audit-log.export.store.ts';

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

const list = async (query: string, by = auditor) =>
  (await by.call('GET', `/audit-log?${query}`)).body as { data: any[]; total: number };

describe('a read of the audit log', () => {
  it('writes an entry for each list and each fetched entry, and no event', async () => {
    const [first] = (await list('limit=1')).data;
    const read = () => auditor.call('GET', `/audit-log/${first.id}`, undefined, { 'x-request-id': 'look' });
    const { events } = await recordedBy(service, org_id, read);
    expect(events).toEqual([]);
    const { data, total } = await list('resource=audit_log&request_id=look');
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      action: 'read',
      outcome: 'success',
      event_id: null,
      record_id: first.id,
      actor_id: auditor.user.id,
      actor_type: 'user',
      changes: [],
    });
    expect(data[0].actor_name).toMatch(/^Uma User/);
  });

  it('writes no entry for a 404', async () => {
    const { audit } = await recordedBy(service, org_id, () => auditor.call('GET', '/audit-log/99999999'));
    expect(audit).toEqual([]);
  });

  it("does not shift the reader's own pages, and is visible to others", async () => {
    const before = (await list('limit=1')).total;
    expect((await list('limit=1')).total).toBe(before);
    const seen = await list(`actor_id=${auditor.user.id}`, owner);
    expect(seen.data.filter((entry) => entry.resource === 'audit_log').length).toBeGreaterThan(1);
  });
});

describe('entries without an event', () => {
  it('exist for denied calls', async () => {
    const employee = await service.newUser(owner, ['employee']);
    await employee.call('GET', '/audit-log', undefined, { 'x-request-id': 'denied-1' });
    const { data, total } = await list('outcome=denied&request_id=denied-1');
    expect(total).toBe(1);
    expect(data[0]).toMatchObject({
      action: 'read',
      resource: 'audit_log',
      outcome: 'denied',
      actor_id: employee.user.id,
      event_id: null,
    });
  });

  it('are not written for a write that fails validation', async () => {
    const headers = { 'x-request-id': 'refused-1' };
    const body = { title: 'x', assigned_employee_id: 999_999 };
    expect((await owner.call('POST', '/tasks', body, headers)).status).toBe(422);
    expect((await list('request_id=refused-1')).total).toBe(0);
  });
});

describe('filters of the audit log', () => {
  it('match actor type, request id and text', async () => {
    await owner.call('POST', '/tasks', { title: 'x' }, { 'x-request-id': 'find-me-1' });
    const key = (await owner.call('POST', '/api-keys', { name: 'Robot' })).body.key;
    const bearer = { authorization: `Bearer ${key}`, 'x-request-id': 'by-key' };
    expect((await service.call('POST', '/tasks', { title: 'y' }, bearer)).status).toBe(201);
    expect((await list('actor_type=api_key')).data.map((entry) => entry.request_id)).toEqual(['by-key']);
    expect((await list('request_id=find-me-1')).total).toBe(1);
    for (const [q, total] of [
      ['find-me', 1],
      ['FIND-ME', 1],
      ['nd-me', 0],
      ['fin%25', 0],
      ['olga&resource=task', 2],
      ['OLGA&resource=api_key', 1],
      ['pi_ke&action=create', 1],
      ['REAT&resource=api_key', 1],
    ] as const)
      expect([q, (await list(`q=${q}`)).total]).toEqual([q, total]);
  });

  it('count an entry once that matches text in several ways', async () => {
    const olga = owner.user.id;
    await owner.call('POST', '/task-labels', { name: 'once' }, { 'x-request-id': 'olga-task-create' });
    for (const q of ['olga', 'a', 'task', 'create']) {
      const all = await list(`q=${q}&limit=100`);
      const first = await list(`q=${q}&limit=1`);
      expect([q, first.total]).toEqual([q, all.data.length]);
    }
    expect((await list(`q=olga&actor_id=${olga}&limit=1`)).total).toBe((await list('q=olga&limit=1')).total);
  });
});

describe('the export of the audit log', () => {
  const rows = async (filter: EntryFilter, caller = systemCaller(service.platform, org_id, origin, [])) =>
    readRows<any>(caller, await auditLogExport.statement(caller, filter));
  const origin = { request_id: 'export', ip: null, user_agent: null };

  it('contains the matching entries, oldest first', async () => {
    const task = (await owner.call('POST', '/tasks', { title: 'First' })).body;
    await owner.call('PATCH', `/tasks/${task.id}`, { title: 'Second' });
    const found = await rows(EntryFilter.parse({ resource: 'task', record_id: task.id }));
    expect(Object.keys(found[0])).toEqual(expect.arrayContaining([...auditLogExport.columns]));
    expect(found.map((row) => row.action)).toEqual(['create', 'update']);
    expect(found[1]).toMatchObject({
      actor_name: 'Olga Owner',
      fields: ['title'],
      before: { title: 'First' },
      after: { title: 'Second' },
      erased: false,
    });
  });

  it('contains only field names of resources that the caller may not read', async () => {
    const system = systemCaller(service.platform, org_id, origin, []);
    const none = { ...system, rowScopeFor: () => null };
    const [row] = await rows({ resource: 'task', action: 'update' }, none);
    expect(row).toMatchObject({ fields: ['title'], before: null, after: null });
  });
});
