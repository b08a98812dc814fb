import { startOwnService, type TestService, testPassword } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
import { waitUntilBlocking } from '@wfp/testing/lock-waits.ts';
import { peopleOf } from '@wfp/testing/people.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCsv, requestTransfer, waitUntilEnded } from '../testing/transfers.ts';

const header = 'first_name,last_name,hire_date\n';
const person = { first_name: 'Pia', last_name: 'Lund', hire_date: '2024-01-01' };
let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
let holder: pg.Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
  holder = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await holder.connect();
});
afterAll(async () => {
  await holder.end();
  await worker.stop();
  await service.stop();
});

it('rejects hires at once while an import of employees runs, and permits them after it', async () => {
  const owner = await service.newOrganization();
  const csv = Buffer.from(`${header}Ann,Ames,2024-02-29\n`);
  const { body: file } = await upload(service, owner, { name: 'rows.csv', mime: 'text/csv' }, csv);
  await holder.query('begin; lock table employee_changes in exclusive mode');
  const id = await requestTransfer(owner, '/employees/import', { file_id: file.id });
  await waitUntilBlocking(holder);
  const { result, ...left } = await recordedBy(service, owner.user.org_id, async () => {
    const hired = await owner.call('POST', '/employees', person);
    const task = await owner.call('POST', '/tasks', { title: 'Unaffected' });
    await owner.call('DELETE', `/tasks/${task.body.id}`);
    return { hired, task };
  });
  expect([result.hired.status, result.task.status]).toEqual([503, 201]);
  expect(result.hired.body.error).toMatch(/^An import of the organization is running/);
  expect(result.hired.headers.get('retry-after')).toBe('15');
  expect(left.events.filter((event) => event.startsWith('employee'))).toEqual(nothing.events);
  const { rows } = await holder.query<{ at: Date }>('select clock_timestamp() as at');
  await holder.query('rollback');
  const ended = await waitUntilEnded(owner, `/imports/${id}`);
  expect(ended.status).toBe('succeeded');
  // Its transaction began before.
  expect(new Date(ended.finished_at).getTime()).toBeGreaterThanOrEqual(Number(rows[0]?.at));
  expect((await peopleOf(owner).hire(person)).employee_number).toBe('E0003');
});

it('leaves unchanged users to other requests, and changed ones to sign-ins and to new rows that refer to them', async () => {
  const owner = await service.newOrganization();
  const unchanged = await service.newUser(owner, ['employee']);
  const changed = await service.newUser(owner, ['employee']);
  const { body: same } = await owner.call('GET', `/users/${unchanged.user.id}`);
  const { org_slug } = (await owner.call('GET', '/users/me')).body;
  const csv = [
    'email,first_name,last_name,role_codes',
    `${same.email},${same.first_name},${same.last_name},`,
    `${changed.user.email},Another,Name,`,
    'new.person@example.test,Nora,New,viewer\n',
  ].join('\n');
  const { body: file } = await upload(
    service,
    owner,
    { name: 'rows.csv', mime: 'text/csv' },
    Buffer.from(csv),
  );
  await holder.query('begin; lock table grants in exclusive mode');
  const id = await requestTransfer(owner, '/users/import', { file_id: file.id });
  await waitUntilBlocking(holder);
  const login = (email: string) =>
    service.call('POST', '/auth/login', { email, password: testPassword, org_slug });
  const taskId = (await owner.call('POST', '/tasks', { title: 'Mow' })).body.id;
  const statuses = [
    (await login(same.email)).status,
    (await login(changed.user.email)).status,
    (await owner.call('PATCH', `/tasks/${taskId}`, { assigned_to: unchanged.user.id })).status,
    (await owner.call('PATCH', `/tasks/${taskId}`, { assigned_to: changed.user.id })).status,
    (await owner.call('POST', '/tasks', { title: 'Rake', assigned_to: changed.user.id })).status,
    (await changed.call('POST', '/api-keys', { name: 'Key' })).status,
    (await unchanged.call('PATCH', '/users/me/preferences', { values: { theme: 'dark' } })).status,
    (await changed.call('POST', '/events/stream-ticket')).status,
  ];
  await holder.query('rollback');
  expect(statuses).toEqual([200, 200, 200, 200, 201, 201, 200, 201]);
  const ended = await waitUntilEnded(owner, `/imports/${id}`);
  expect(ended.result).toMatchObject({ created: 1, updated: 1, unchanged: 1, errors: [] });
});

it('leaves employees whose data it changes to new tasks', async () => {
  const owner = await service.newOrganization();
  const { body: employee } = await owner.call('POST', '/employees', person);
  const { body: team } = await owner.call('POST', '/teams', { name: 'Garden' });
  const csv = [
    'employee_number,first_name,last_name,hire_date,job_title,team',
    `${employee.employee_number},Pia,Lund,2024-01-01,Chief,`,
    `E900,Nora,New,2024-01-01,,${team.slug}\n`,
  ].join('\n');
  const { body: file } = await upload(
    service,
    owner,
    { name: 'rows.csv', mime: 'text/csv' },
    Buffer.from(csv),
  );
  await holder.query('begin; lock table team_members in exclusive mode');
  const id = await requestTransfer(owner, '/employees/import', { file_id: file.id });
  await waitUntilBlocking(holder);
  const created = await owner.call('POST', '/tasks', { title: 'Mow', assigned_employee_id: employee.id });
  await holder.query('rollback');
  expect(created.status).toBe(201);
  const ended = await waitUntilEnded(owner, `/imports/${id}`);
  expect(ended.result).toMatchObject({ created: 1, updated: 1, errors: [] });
});

it('does not read all employees of the organization for each row of a file', async () => {
  const owner = await service.newOrganization();
  const [employees, rows] = [3_000, 100];
  await holder.query(
    `insert into employees (org_id, employee_number, first_name, last_name, status, employment_type, hire_date)
     select $1, 'E' || n, 'Ann', 'Ames', 'active', 'full_time', '2024-01-01' from generate_series(1000, $2::int) n`,
    [owner.user.org_id, 999 + employees],
  );
  // As the statistics job does when a table has grown: a plan from before would read all of it to find the requester.
  await holder.query('analyze employees');
  const countReads = async () => {
    const { rows: found } = await holder.query(
      `select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::float8 as reads from pg_stat_user_tables
       where relname in ('employees', 'employee_changes')`,
    );
    return found[0].reads as number;
  };
  const before = await countReads();
  const lines = Array.from({ length: rows }, (_, n) => `Ann,Ames ${n},2024-02-29\n`);
  const { result } = await importCsv(service, owner, '/employees/import', header + lines.join(''));
  expect(result.created).toBe(rows);
  // The statistics of a session are published when its connection is idle.
  const after = await eventually(countReads, (reads) => reads >= before + rows);
  expect((after - before) / rows).toBeLessThan(40);
});
