import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, startOwnService, type TestService } from '@wfp/testing';
import { downloadFile, toServiceUrl } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAndDownload, requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
const startTestWorker = () => startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  worker = await startTestWorker();
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

const recorded = <Result>(by: Client, doing: () => Promise<Result>) =>
  recordedBy({ rows: service.rows }, by.user.org_id, doing);
const createTask = (by: Client, changes: object) =>
  by.call('POST', '/tasks', { title: 'A task', ...changes });

describe('an export', () => {
  it('is requested, assembled and downloaded, with events and audit entries', async () => {
    const by = await service.newOrganization();
    await disablePrompts(by);
    const title = '=HYPERLINK("http://evil.test","click"), "quoted" and 日本語 🍵';
    const description = 'Two\nlines, "quoted"';
    const made = (
      await createTask(by, { title, description, tags: ['a', 'b'], due_at: '2026-12-24T18:00:00Z' })
    ).body;
    await createTask(by, { title: 'Another' });
    const whole = await recorded(by, () =>
      exportAndDownload(service, by, '/tasks/export', { format: 'csv' }),
    );
    const { row, headers, text } = whole.result;

    expect(row).toMatchObject({ resource: 'task', format: 'csv', row_count: 2, total_rows: 2, error: null });
    expect(row.size).toBe(Buffer.byteLength(text));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="task-\d{4}-\d\d-\d\d-\d+\.csv"/,
    );
    const [first] = parse(text, { columns: true }) as Record<string, string>[];
    expect(first).toMatchObject({
      id: String(made.id),
      title: `'${title}`,
      description,
      tags: '["a","b"]',
      due_at: '2026-12-24T18:00:00.000Z',
      label: '',
      position: '0',
    });
    expect(Object.keys(first ?? {})).not.toEqual(expect.arrayContaining(['org_id']));
    expect(whole.events).toEqual([`export.post_create ${row.id}`, `export.post_export ${row.id}`]);
    expect(whole.audit.map((entry) => [entry.action, entry.resource, entry.record_id])).toEqual([
      ['create', 'export', row.id],
      ['export', 'export', row.id],
      ['download', 'export', row.id],
    ]);
    expect(JSON.stringify(row)).not.toMatch(/storage_key|lease|attempts/);
  });

  it('applies filter and columns in every format', async () => {
    const by = await service.newOrganization();
    await createTask(by, { title: 'Open', status: 'todo' });
    await createTask(by, { title: 'Closed', status: 'done' });
    const request = { filter: { status: 'done' }, columns: ['status', 'title'] };
    const texts = await Promise.all(
      ['csv', 'json', 'ndjson'].map((format) =>
        exportAndDownload(service, by, '/tasks/export', { ...request, format }),
      ),
    );
    const row = { status: 'done', title: 'Closed' };
    expect(texts[0]?.text).toBe('status,title\r\ndone,Closed\r\n');
    expect(JSON.parse(texts[1]?.text ?? '')).toEqual([row]);
    expect(texts[2]?.text).toBe(`${JSON.stringify(row)}\n`);
    for (const [body, field] of [
      [{ format: 'xlsx' }, 'format'],
      [{ columns: ['password_hash'] }, 'columns.0'],
      [{ columns: ['id', 'id'] }, 'columns'],
      [{ columns: [] }, 'columns'],
      [{ filter: { no_such: 1 } }, 'filter.no_such'],
    ] as const) {
      const { result, ...left } = await recorded(by, () => by.call('POST', '/tasks/export', body));
      expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
      expect(left).toEqual(nothing);
    }
  });

  it('names only teams, managers, places, schedules and calendars that its maker can read', async () => {
    const by = await service.newOrganization();
    const hire = (body: object) =>
      by.call('POST', '/employees', {
        first_name: 'Eve',
        last_name: 'Doe',
        hire_date: '2024-02-29',
        ...body,
      });
    const team = (await by.call('POST', '/teams', { name: 'Layoff', slug: 'layoff', kind: 'department' }))
      .body;
    const manager = (await hire({ last_name: 'Manager' })).body;
    const above = (await by.call('POST', '/places', { name: 'Austria', kind: 'country' })).body;
    const place = { name: 'Vienna', kind: 'city', parent_id: above.id };
    const place_id = (await by.call('POST', '/places', place)).body.id;
    const days = Array.from({ length: 7 }, () => ({ minutes: 60, am_minutes: 60, pm_minutes: 0 }));
    const work_schedule_id = (await by.call('POST', '/work-schedules', { name: 'Short', days })).body.id;
    const holiday_calendar_id = (await by.call('POST', '/holiday-calendars', { name: 'Vienna' })).body.id;
    const own = { place_id, work_schedule_id, holiday_calendar_id };
    const report = (await hire({ team_id: team.id, manager_id: manager.id, ...own })).body;
    const exportWith = async (code: string, ...permissions: string[]) => {
      const role = {
        code,
        name: code,
        permissions: [
          ...permissions.map((one) => ({ permission: one, scopes: ['org'] })),
          { permission: 'export:read', scopes: ['own'] },
        ],
      };
      expect((await by.call('POST', '/roles', role)).status).toBe(201);
      const maker = await service.newUser(by, [code]);
      const { text } = await exportAndDownload(service, maker, '/employees/export', { format: 'json' });
      const row = JSON.parse(text).find(({ id }: { id: number }) => id === report.id);
      return [row.team, row.manager, row.place, row.work_schedule, row.holiday_calendar];
    };

    expect(await exportWith('blind', 'employee:export')).toEqual([null, null, null, null, null]);
    const readable = ['team', 'employee', 'place', 'work_schedule', 'holiday_calendar'];
    const all = readable.map((resource) => `${resource}:read`);
    expect(await exportWith('seeing', 'employee:export', ...all)).toEqual([
      ...['layoff', manager.employee_number, 'Austria / Vienna', 'Short', 'Vienna'],
    ]);
  });

  it.each(['/employees/export', '/users/export', '/audit-log/export'])(
    '%s exports its list',
    async (path) => {
      const by = await service.newOrganization();
      await by.call('POST', '/employees', { first_name: '-Eve', last_name: '+Doe', hire_date: '2024-02-29' });
      const { text, row } = await exportAndDownload(service, by, path, { format: 'csv' });
      const rows = parse(text, { columns: true }) as Record<string, string>[];
      expect(rows.length).toBe(row.total_rows);
      expect(rows.length).toBeGreaterThan(0);
      if (path === '/employees/export')
        expect(rows.at(-1)).toMatchObject({
          first_name: "'-Eve",
          last_name: "'+Doe",
          hire_date: '2024-02-29',
        });
    },
  );

  it('contains rows that the caller may export, not all that they may read', async () => {
    const by = await service.newOrganization();
    const manager = await service.newUser(by, ['manager']);
    const viewer = await service.newUser(by, ['viewer']);
    await createTask(by, { title: 'The owner’s' });
    await createTask(by, { title: 'The manager’s', assigned_to: manager.user.id });
    expect((await manager.call('GET', '/tasks')).body.total).toBe(2);
    const { text } = await exportAndDownload(service, manager, '/tasks/export', {
      format: 'csv',
      columns: ['title'],
    });
    expect(text).toBe('title\r\nThe manager’s\r\n');
    expect((await viewer.call('POST', '/tasks/export', {})).status).toBe(403);
  });

  it('is visible only to its requester', async () => {
    const { row } = await exportAndDownload(service, owner, '/tasks/export', {});
    const others = [await service.newUser(owner, ['admin']), await service.newOrganization()];
    for (const other of others) {
      expect((await other.call('GET', `/exports/${row.id}`)).status).toBe(404);
      expect((await other.call('DELETE', `/exports/${row.id}`)).status).toBe(404);
      expect((await other.call('GET', '/exports')).body).toEqual({
        data: [],
        total: 0,
        total_is_exact: true,
        next: null,
      });
    }
    const link = new URL(toServiceUrl(service, row.download_url));
    const [org, ...rest] = (link.searchParams.get('token') ?? '').split('.');
    const [user, key, until, signature] = rest;
    const tried = (token: string, id = row.id) =>
      downloadFile(`${service.url}/api/exports/${id}/download?token=${token}`);
    const later = [user, key, Number(until) + 900, signature];
    expect((await tried([org, ...rest].join('.'))).status).toBe(200);
    expect((await tried([Number(org) + 1, ...rest].join('.'))).status).toBe(403);
    expect((await tried([org, ...later].join('.'))).status).toBe(403);
    expect((await tried([org, ...rest].join('.'), row.id + 1)).status).toBe(403);
  });
});

it('is downloaded by a link of an API key only if the key may export the rows', async () => {
  const { row } = await exportAndDownload(service, owner, '/tasks/export', {});
  const statusFor = async (permissions: string[]) => {
    const { key } = (await owner.call('POST', '/api-keys', { name: 'Exports', permissions })).body;
    const byKey = createTestClient(service.url, { access_token: key, user: owner.user });
    const { body } = await byKey.call('GET', `/exports/${row.id}`);
    return (await downloadFile(toServiceUrl(service, body.download_url))).status;
  };
  expect(await statusFor(['export:read'])).toBe(403);
  expect(await statusFor(['export:read', 'task:export'])).toBe(200);
});

describe('an export ends', () => {
  it('a day later: its file is deleted and its status is expired', async () => {
    const { row } = await exportAndDownload(service, owner, '/tasks/export', {});
    await executeOperational(
      service.platform,
      sql`update exports set expires_at = now() where id = ${row.id} returning id`,
    );
    expect((await downloadFile(toServiceUrl(service, row.download_url))).status).toBe(404);
    const { body } = await eventually(
      () => owner.call('GET', `/exports/${row.id}`),
      ({ body }) => body.status === 'expired',
    );
    expect(body.download_url).toBe(null);
    expect(await service.rows(sql`select storage_key from exports where id = ${row.id}`)).toEqual([
      { storage_key: null },
    ]);
  });

  it('when it is deleted', async () => {
    const { row } = await exportAndDownload(service, owner, '/tasks/export', {});
    const gone = await recorded(owner, () => owner.call('DELETE', `/exports/${row.id}`));
    expect(gone).toMatchObject({ result: { status: 204 }, events: [`export.post_archive ${row.id}`] });
    expect((await owner.call('GET', `/exports/${row.id}`)).status).toBe(404);
    expect((await downloadFile(toServiceUrl(service, row.download_url))).status).toBe(404);
    const keys = () => service.rows(sql`select storage_key from exports where id = ${row.id}`);
    await eventually(keys, ([one]) => one.storage_key === null);
  });

  it('if the requester loses the permission before or after assembly', async () => {
    const by = await service.newOrganization();
    const admin = await service.newUser(by, ['admin']);
    const { row } = await exportAndDownload(service, admin, '/tasks/export', {});
    await worker.stop();
    const waiting = await requestTransfer(admin, '/tasks/export', {});
    const grants = (await by.call('GET', `/grants?user_id=${admin.user.id}`)).body.data;
    for (const grant of grants) await by.call('DELETE', `/grants/${grant.id}`);
    expect((await downloadFile(toServiceUrl(service, row.download_url))).status).toBe(403);

    const viewer = (await by.call('GET', '/roles?limit=100')).body.data.find((r: any) => r.code === 'viewer');
    await by.call('POST', '/grants', { user_id: admin.user.id, role_id: viewer.id });
    const { result, events } = await recorded(by, async () => {
      worker = await startTestWorker();
      return waitUntilEnded(admin, `/exports/${waiting}`);
    });
    expect(result).toMatchObject({ status: 'failed', row_count: 0, download_url: null });
    expect(result.error).toContain('task:export');
    expect(events).toEqual([`export.failed ${waiting}`]);
  });

  it('if the row scope of the requester has become narrower since, but not if wider', async () => {
    const by = await service.newOrganization();
    const both = await service.newUser(by, ['admin', 'manager']);
    const manager = await service.newUser(by, ['manager']);
    await createTask(by, { title: 'Unassigned' });
    const [wide, narrow] = [
      await exportAndDownload(service, both, '/tasks/export', {}),
      await exportAndDownload(service, manager, '/tasks/export', {}),
    ];
    expect([wide.row.row_count, narrow.row.row_count]).toEqual([1, 0]);
    const admin = (await by.call('GET', '/roles?limit=100')).body.data.find((r: any) => r.code === 'admin');
    const grants = (await by.call('GET', `/grants?user_id=${both.user.id}`)).body.data;
    const [asAdmin] = grants.filter((grant: any) => grant.role_id === admin.id);
    await by.call('DELETE', `/grants/${asAdmin.id}`);
    await by.call('POST', '/grants', { user_id: manager.user.id, role_id: admin.id });

    expect((await both.call('POST', '/tasks/export', {})).status).toBe(202);
    expect((await downloadFile(toServiceUrl(service, wide.row.download_url))).status).toBe(403);
    expect((await downloadFile(toServiceUrl(service, narrow.row.download_url))).status).toBe(200);
  });
});
