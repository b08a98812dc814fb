import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAndDownload, importCsv, requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

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
/** Lists all employees except the owner, who has been an employee since signup. */
const listPeople = async (by: Client) =>
  (await by.call('GET', '/employees?limit=100')).body.data.filter((one: any) => one.user_id !== by.user.id);
const employeeRow = (changes: object) => ({
  first_name: 'Mona',
  last_name: 'Manager',
  hire_date: '2020-01-01',
  ...changes,
});

const file = `employee_number,first_name,last_name,hire_date,team,manager,job_title,phone\r
X1,Ann,Ames,2024-02-29,bakers,M1,Baker,'+43 1 234\r
X2,Bob,"Bates, jr.",2024-03-01,,X1,,\r
M1,Mona,Manager,2020-01-01,,,Head Baker,\r
`;

async function createBakery() {
  const by = await service.newOrganization();
  await by.call('POST', '/teams', { name: 'Bakers', kind: 'department' });
  await by.call('POST', '/employees', employeeRow({ employee_number: 'M1' }));
  return by;
}

describe('an import', () => {
  it('creates and updates rows in one transaction', async () => {
    const by = await createBakery();
    const { result, events, audit } = await recorded(by, () =>
      importCsv(service, by, '/employees/import', file),
    );
    expect(result).toMatchObject({
      status: 'succeeded',
      dry_run: false,
      error: null,
      result: { rows: 3, created: 2, updated: 1, errors: [] },
    });
    const types = events.map((event) => event.split(' ')[0]).filter((type) => !type?.startsWith('file.'));
    expect(types.filter((type) => type !== 'grant.post_create')).toEqual([
      'import.post_create',
      ...['employee.post_create', 'employee.hired', 'team.member_joined'],
      ...['employee.post_create', 'employee.hired', 'employee.post_update'],
      'import.completed',
    ]);
    expect(audit.filter((entry) => entry.resource === 'employee')).toHaveLength(3);
    const [ann, bob, mona] = (await listPeople(by)).toSorted((a: any, b: any) =>
      a.first_name < b.first_name ? -1 : 1,
    );
    expect(ann).toMatchObject({ job_title: 'Baker', phone: '+43 1 234', manager_id: mona.id });
    expect(bob).toMatchObject({ last_name: 'Bates, jr.', manager_id: ann.id, team_id: null });
    expect(mona.job_title).toBe('Head Baker');
    // Timestamps are those of the transaction: one value means one transaction.
    const rows = await service.rows(
      sql`select distinct updated_at from employees where org_id = ${by.user.org_id} and user_id is null`,
    );
    expect(rows).toHaveLength(1);
  });

  it('reports the result of a dry run without writing', async () => {
    const by = await createBakery();
    const { result, events } = await recorded(by, () =>
      importCsv(service, by, '/employees/import', file, { dry_run: true }),
    );
    expect(result).toMatchObject({ status: 'succeeded', result: { rows: 3, created: 2, updated: 1 } });
    const types = events.map((event) => event.split(' ')[0]);
    expect(types).toEqual(['file.post_create', 'file.uploaded', 'import.post_create', 'import.completed']);
    expect(await listPeople(by)).toHaveLength(1);
  });

  it('reports every error and writes nothing', async () => {
    const by = await createBakery();
    const bad = `employee_number,first_name,last_name,hire_date,team,manager,work_email
X1,Ann,Ames,2024-02-29,bakers,M1,ann@bakery.test
X2,,Bates,2024-02-30,,,
X3,Cid,Cole,2024-03-01,no-such-team,,
X4,Dee,Dunn,2024-03-01,,UNKNOWN,
X5,Eve,Eden,2024-03-01,,,no address
M1,Other,Manager,2020-01-01,,,
`;
    const { result, events } = await recorded(by, () => importCsv(service, by, '/employees/import', bad));
    expect(result).toMatchObject({ status: 'failed', result: { rows: 6, created: 0, updated: 0 } });
    const errors = result.result.errors.map((one: any) => `${one.row} ${one.field}`);
    expect(errors).toEqual([
      '3 first_name',
      '3 hire_date',
      '4 team',
      '5 manager',
      '6 work_email',
      '7 first_name',
    ]);
    expect(events.map((event) => event.split(' ')[0])).toContain('import.failed');
    expect(events.join()).not.toContain('employee.');
    expect(await listPeople(by)).toHaveLength(1);
  });

  it.each([
    ['nothing', '', 1, null],
    ['an unknown column', 'first_name,salary\nAnn,1', 1, 'salary'],
    ['a column twice', 'first_name,first_name\nAnn,Ann', 1, 'first_name'],
    ['a row of another length', 'first_name,last_name,hire_date\nAnn,Ames', 2, null],
    ['an open quote', 'first_name,last_name,hire_date\n"Ann,Ames,2024-01-01', 2, null],
    ['bytes that are not text', Buffer.from('first_name\n\xff\xfe', 'latin1'), 1, null],
    ['too many rows', `first_name\n${'a\n'.repeat(10_001)}`, 10_002, null],
  ])('reports where %s is invalid', async (_, csv, row, field) => {
    const { status, result } = await importCsv(service, owner, '/employees/import', csv);
    expect([status, result.errors]).toEqual(['failed', [{ row, field, message: expect.any(String) }]]);
  });

  it('accepts an export of users, with a BOM', async () => {
    const by = await service.newOrganization();
    await service.newUser(by, ['viewer']);
    const columns = ['email', 'first_name', 'last_name', 'display_name', 'locale', 'time_zone', 'role_codes'];
    const { text } = await exportAndDownload(service, by, '/users/export', { columns });
    const { result: row, events } = await recorded(by, () =>
      importCsv(service, by, '/users/import', `\ufeff${text}`),
    );
    expect([row.status, row.result]).toEqual([
      'succeeded',
      { rows: 2, created: 0, updated: 0, unchanged: 2, errors: [] },
    ]);
    expect(events.join()).not.toContain('user.');
  });

  it('counts unchanged employees and users and does not record them', async () => {
    const by = await createBakery();
    await importCsv(service, by, '/employees/import', file);
    const { result, events } = await recorded(by, () =>
      importCsv(service, by, '/employees/import', file.replace('Head Baker', 'Chief Baker')),
    );
    expect(result.result).toEqual({ rows: 3, created: 0, updated: 1, unchanged: 2, errors: [] });
    expect(events.filter((one) => one.startsWith('employee.'))).toHaveLength(1);
    const people = `email,first_name,last_name,role_codes\n${by.user.email},Renamed,Owner,owner\n`;
    const changed = await importCsv(service, by, '/users/import', people);
    expect(changed.result).toMatchObject({ updated: 1, unchanged: 0 });
    const same = await recorded(by, () => importCsv(service, by, '/users/import', people));
    expect(same.result.result).toMatchObject({ updated: 0, unchanged: 1 });
    expect(same.events.join()).not.toContain('user.');
  });

  it('rejects duplicate employees and users and reports both rows', async () => {
    const by = await createBakery();
    const line = (number: string) => `${number},Ann,Ames,2024-02-29\n`;
    const employees = ['X1', 'X2', 'x1', 'X1', '', ''].map(line).join('');
    const header = 'employee_number,first_name,last_name,hire_date\n';
    for (const dry_run of [true, false]) {
      const { result, status } = await importCsv(service, by, '/employees/import', header + employees, {
        dry_run,
      });
      expect([status, result.created, result.errors]).toEqual([
        'failed',
        0,
        [{ row: 5, field: 'employee_number', message: 'Is the same in rows 2 and 5' }],
      ]);
    }
    const users = ['ann@bakery.test', 'bob@bakery.test', 'ANN@bakery.test']
      .map((email) => `${email},Ann,Ames\n`)
      .join('');
    const { result, status } = await importCsv(
      ...([service, by, '/users/import', `email,first_name,last_name\n${users}`] as const),
    );
    expect([status, result.errors]).toEqual([
      'failed',
      [{ row: 4, field: 'email', message: 'Is the same in rows 2 and 4' }],
    ]);
    expect(await listPeople(by)).toHaveLength(1);
  });

  it('shows 0 unchanged rows for results stored before they were counted', async () => {
    const by = await createBakery();
    const { id } = await importCsv(service, by, '/employees/import', file);
    await executeOperational(
      service.platform,
      sql`update imports set result = result - 'unchanged' where org_id = ${by.user.org_id} and id = ${id} returning id`,
    );
    expect((await by.call('GET', `/imports/${id}`)).body.result).toMatchObject({ updated: 1, unchanged: 0 });
  });
});

describe('an import is rejected', () => {
  it('without the permission, or with a missing file or one of another user', async () => {
    const by = await service.newOrganization();
    const admin = await service.newUser(by, ['admin']);
    const mine = (await upload(service, by, { name: 'a.csv', mime: 'text/csv' }, Buffer.from('x'))).body.id;
    const theirs = (await upload(service, admin, { name: 'a.csv', mime: 'text/csv' }, Buffer.from('x'))).body
      .id;
    const pending = (await by.call('POST', '/files', { name: 'a.csv', mime: 'text/csv', size: 1 })).body.id;
    expect((await admin.call('POST', '/employees/import', { file_id: mine })).status).toBe(403);
    for (const file_id of [theirs, pending, 2_147_483_647]) {
      const { status, body } = await by.call('POST', '/employees/import', { file_id });
      expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, ['file_id']]);
    }
    const id = await requestTransfer(by, '/employees/import', { file_id: mine, dry_run: true });
    expect((await admin.call('GET', `/imports/${id}`)).status).toBe(404);
    expect((await owner.call('GET', `/imports/${id}`)).status).toBe(404);
    expect((await by.call('GET', '/imports')).body.total).toBe(1);
  });

  it('if the permission or the file is gone when it starts', async () => {
    const by = await createBakery();
    const hr = await service.newUser(by, ['hr']);
    const csv = { name: 'a.csv', mime: 'text/csv' };
    const of = async (who: Client) =>
      requestTransfer(who, '/employees/import', {
        file_id: (await upload(service, who, csv, Buffer.from(file))).body.id,
      });
    await worker.stop();
    const [withoutRight, withoutFile] = [await of(hr), await of(by)];
    const { data } = (await by.call('GET', `/grants?user_id=${hr.user.id}`)).body;
    for (const grant of data) await by.call('DELETE', `/grants/${grant.id}`);
    const { file_id } = (await by.call('GET', `/imports/${withoutFile}`)).body;
    await by.call('DELETE', `/files/${file_id}`);
    worker = await startTestWorker();
    expect(await waitUntilEnded(by, `/imports/${withoutFile}`)).toMatchObject({
      status: 'failed',
      result: null,
    });
    const look = () => service.rows(sql`select status, error from imports where id = ${withoutRight}`);
    expect(await look()).toEqual([{ status: 'failed', error: expect.stringContaining('employee:manage') }]);
    expect(await listPeople(by)).toHaveLength(1);
  });
});

it('restarts an import of a dead worker and completes it once', async () => {
  const by = await createBakery();
  const { body } = await upload(service, by, { name: 'a.csv', mime: 'text/csv' }, Buffer.from(file));
  await worker.stop();
  const id = await requestTransfer(by, '/employees/import', { file_id: body.id });
  await executeOperational(
    service.platform,
    sql`update imports set status = 'running', attempts = 1, lease_until = now() + interval '1 second'
      where id = ${id} returning id`,
  );
  worker = await startTestWorker();
  const second = await startTestWorker();
  try {
    expect(await waitUntilEnded(by, `/imports/${id}`)).toMatchObject({
      status: 'succeeded',
      result: { created: 2 },
    });
    expect(await listPeople(by)).toHaveLength(3);
    expect(await service.rows(sql`select attempts from imports where id = ${id}`)).toEqual([{ attempts: 2 }]);
  } finally {
    await second.stop();
  }
});
