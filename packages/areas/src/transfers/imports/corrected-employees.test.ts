import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportAndDownload, importCsv } from '../testing/transfers.ts';

let service: TestService;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
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
const mona = { first_name: 'Mona', last_name: 'Manager', hire_date: '2020-01-01', employee_number: 'M1' };

async function createOrganization() {
  const by = await service.newOrganization();
  await by.call('POST', '/employees', mona);
  return by;
}

describe('an import of employees', () => {
  it('finds employees by the corrected number, and does not hire them again by the former one', async () => {
    const by = await createOrganization();
    const [known] = await listPeople(by);
    await by.call('PATCH', `/employees/${known.id}`, { employee_number: 'M2', last_name: 'Baker' });
    const line = (number: string, more: string) =>
      `employee_number,first_name,last_name,hire_date,preferred_name\r\n${number},Mona,${more}\r\n`;
    const found = await importCsv(service, by, '/employees/import', line('M2', 'Baker,2020-01-01,Mo'));
    expect(found).toMatchObject({ status: 'succeeded', result: { created: 0, updated: 1 } });
    const { result, events } = await recorded(by, () =>
      importCsv(service, by, '/employees/import', line('M1', 'Manager,2020-01-01,')),
    );
    expect(result).toMatchObject({
      ...{ status: 'failed', result: { created: 0, updated: 0 } },
    });
    expect(result.result.errors).toMatchObject([{ row: 2, field: 'employee_number' }]);
    expect(events.some((event) => event.startsWith('employee.'))).toBe(false);
    expect(await listPeople(by)).toMatchObject([
      { employee_number: 'M2', last_name: 'Baker', preferred_name: 'Mo' },
    ]);
    const other = { ...mona, first_name: 'Nora' };
    expect((await by.call('POST', '/employees', other)).status).toBe(201);
  });

  it('finds places by the names from the root level on, and exports them so', async () => {
    const by = await createOrganization();
    const place = async (name: string, kind: string, parent_id: number | null) =>
      (await by.call('POST', '/places', { name, kind, parent_id })).body.id;
    const country = await place('Austria', 'country', null);
    const city = await place('Vienna', 'city', country);
    const gone = await place('Gone', 'city', country);
    await by.call('DELETE', `/places/${gone}`);
    await place('Vienna', 'city', await place('Ontario', 'region', null));
    const header = 'employee_number,first_name,last_name,hire_date,place\r\n';
    const load = (...lines: string[]) =>
      importCsv(service, by, '/employees/import', `${header}${lines.join('\r\n')}\r\n`);
    const line = (number: string, path: string) => `${number},Ann,Baker,2024-01-01,${path}`;
    const rejected = await load(
      line('P1', 'Vienna'),
      line('P2', 'Austria / Graz'),
      line('P3', 'Austria / Gone'),
      line('P4', 'Austria / Vienna / Office'),
      `M1,Mona,Manager,2020-01-01,Austria`,
    );
    expect(rejected.result.errors.map(({ row, field }: any) => `${row} ${field}`)).toEqual([
      '2 place',
      '3 place',
      '4 place',
      '5 place',
      '6 place',
    ]);
    const done = await load(line('P1', 'austria / VIENNA'), line('P2', 'Austria'), line('P3', ''));
    expect(done).toMatchObject({ status: 'succeeded', result: { created: 3 } });
    const listed = (await listPeople(by)).map((one: any) => [one.employee_number, one.place_id]);
    expect(Object.fromEntries(listed)).toEqual({ M1: null, P1: city, P2: country, P3: null });
    const { text } = await exportAndDownload(service, by, '/employees/export', { format: 'json' });
    const exported = JSON.parse(text).map((one: any) => [one.employee_number, one.place]);
    expect(exported.slice(1)).toEqual([
      ['M1', null],
      ['P1', 'Austria / Vienna'],
      ['P2', 'Austria'],
      ['P3', null],
    ]);
  });

  it('finds work schedules and holiday calendars by their names, and exports them', async () => {
    const by = await createOrganization();
    const create = async (path: string, body: object) => (await by.call('POST', path, body)).body.id;
    const days = Array.from({ length: 7 }, () => ({ minutes: 60, am_minutes: 60, pm_minutes: 0 }));
    const schedule = await create('/work-schedules', { name: 'Full time', days });
    const calendar = await create('/holiday-calendars', { name: 'Austria' });
    const gone = await create('/holiday-calendars', { name: 'Gone' });
    await by.call('DELETE', `/holiday-calendars/${gone}`);
    const header = 'employee_number,first_name,last_name,hire_date,work_schedule,holiday_calendar\r\n';
    const load = (...lines: string[]) =>
      importCsv(service, by, '/employees/import', `${header}${lines.join('\r\n')}\r\n`);
    const line = (number: string, names: string) => `${number},Ann,Baker,2024-01-01,${names}`;
    const rejected = await load(
      line('S1', 'Part time,'),
      line('S2', ',Gone'),
      'M1,Mona,Manager,2020-01-01,Full time,',
    );
    expect(rejected.result.errors.map(({ row, field }: any) => `${row} ${field}`)).toEqual([
      '2 work_schedule',
      '3 holiday_calendar',
      '4 work_schedule',
    ]);
    const done = await load(line('S1', 'FULL TIME,'), line('S2', 'Full time,austria'), line('S3', ','));
    expect(done).toMatchObject({ status: 'succeeded', result: { created: 3 } });
    const again = await load(line('S2', 'Full time,Austria'));
    expect(again.result).toMatchObject({ created: 0, updated: 0, errors: [] });
    const listed = (await listPeople(by)).map((one: any) => [
      one.employee_number,
      [one.work_schedule_id, one.holiday_calendar_id],
    ]);
    expect(Object.fromEntries(listed)).toEqual({
      ...{ M1: [null, null], S1: [schedule, null], S2: [schedule, calendar], S3: [null, null] },
    });
    const { text } = await exportAndDownload(service, by, '/employees/export', { format: 'json' });
    const exported = JSON.parse(text).map((one: any) => [
      ...[one.employee_number, one.work_schedule, one.holiday_calendar],
    ]);
    expect(exported.slice(1)).toEqual([
      ['M1', null, null],
      ['S1', 'Full time', null],
      ['S2', 'Full time', 'Austria'],
      ['S3', null, null],
    ]);
  });

  it('corrects a preferred name that a dated change set, and exports current names', async () => {
    const by = await createOrganization();
    const [{ id }] = await listPeople(by);
    const change = {
      kind: 'name',
      effective_date: '2022-01-01',
      set: { last_name: 'King', preferred_name: 'M' },
    };
    expect((await by.call('POST', `/employees/${id}/changes`, change)).status).toBe(201);
    const lines =
      'employee_number,first_name,last_name,hire_date,preferred_name\r\nM1,Mona,King,2020-01-01,Mo\r\n';
    const { result, events } = await recorded(by, () => importCsv(service, by, '/employees/import', lines));
    expect(result).toMatchObject({ status: 'succeeded', result: { created: 0, updated: 1 } });
    expect(events.filter((event) => event.startsWith('employee.'))).toEqual([
      `employee.change_cancelled ${id}`,
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
    ]);
    const as_of = async (day: string) => (await by.call('GET', `/employees/${id}?as_of=${day}`)).body;
    expect(await as_of('2021-12-31')).toMatchObject({ last_name: 'Manager', preferred_name: null });
    expect(await as_of('2022-01-01')).toMatchObject({ last_name: 'King', preferred_name: 'Mo' });
    const { text } = await exportAndDownload(service, by, '/employees/export', { format: 'csv' });
    expect(text).toContain('King');
    expect(text).not.toContain('Mona,Manager');
  });
});
