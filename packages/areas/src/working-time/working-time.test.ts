import { type Client, startService, type TestService } from '@wfp/testing';
import { day, type peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { companyOf, halves, weekdays } from './testing/company.ts';

let service: TestService;
let owner: Client;
let company: ReturnType<typeof companyOf>;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  company = companyOf(owner);
  people = company.people;
});
afterAll(() => service.stop());

const reasonsOf = (one: any): string[] =>
  one.reasons.map(({ kind, name, part }: any) => [kind, name, part].filter(Boolean).join(' '));
const shown = async (id: number, from: string, to = from) =>
  (await company.workingTime(id, from, to)).days.map((one: any) => [one.minutes, ...reasonsOf(one)]);

describe('the minutes of a day', () => {
  it('are those of the schedule for its day of the week, Monday first', async () => {
    const days = Array.from({ length: 7 }, (_, index) => halves(index * 10, index));
    const work_schedule_id = await company.schedule('Rising', days);
    const { id } = await people.hire({ work_schedule_id });
    // 1 January 2024 was a Monday.
    const { minutes, days: found } = await company.workingTime(id, '2024-01-01', '2024-01-08');
    const week = [0, 11, 22, 33, 44, 55, 66];
    expect(found.map((one: any) => one.minutes)).toEqual([...week, 0]);
    expect(found[6]).toMatchObject({ date: '2024-01-07', am_minutes: 60, pm_minutes: 6, work_schedule_id });
    expect(reasonsOf(found[0])).toEqual(['schedule Rising', 'rest_day']);
    expect(reasonsOf(found[1])).toEqual(['schedule Rising']);
    expect(minutes).toBe(231);
  });

  it('exclude the parts of the day that are a holiday', async () => {
    const holiday_calendar_id = await company.calendar('Austria', [
      { date: '2024-12-24', name: 'Christmas Eve', part: 'afternoon' },
      { date: '2024-12-25', name: 'Christmas Day' },
      { date: '2024-12-27', name: 'Inventory', part: 'morning' },
      { date: '2024-12-29', name: 'Sunday' },
    ]);
    const work_schedule_id = await company.schedule('Full time', weekdays(240, 180));
    const { id } = await people.hire({ work_schedule_id, holiday_calendar_id });
    const schedule = 'schedule Full time';
    expect(await shown(id, '2024-12-23', '2024-12-29')).toEqual([
      [420, schedule],
      [240, schedule, 'holiday Christmas Eve afternoon'],
      [0, schedule, 'holiday Christmas Day full'],
      [420, schedule],
      [180, schedule, 'holiday Inventory morning'],
      [0, schedule, 'rest_day'],
      [0, schedule, 'rest_day', 'holiday Sunday full'],
    ]);
    const [eve] = (await company.workingTime(id, '2024-12-24')).days;
    expect(eve).toMatchObject({ am_minutes: 240, pm_minutes: 0, holiday_calendar_id });
  });

  it('are multiplied by the full-time equivalent of the day, each half rounded, if the schedule scales', async () => {
    const work_schedule_id = await company.schedule('Full time', weekdays(231, 232));
    const fixed = await company.schedule('Fixed', weekdays(231, 232), { scales_with_fte: false });
    const { id } = await people.hire({ work_schedule_id, fte: '0.5' });
    await people.change(id, 'fte', '2024-01-02', { fte: '0.333' });
    await people.change(id, 'schedule', '2024-01-03', { work_schedule_id: fixed });
    const { days } = await company.workingTime(id, '2024-01-01', '2024-01-03');
    expect(days.map((one: any) => [one.fte, one.am_minutes, one.pm_minutes])).toEqual([
      ['0.5', 116, 116],
      ['0.333', 77, 77],
      ['0.333', 231, 232],
    ]);
    expect(days.map(reasonsOf)).toEqual([
      ['schedule Full time', 'fte'],
      ['schedule Full time', 'fte'],
      ['schedule Fixed'],
    ]);
  });

  it('are 0 without a schedule, and outside the employment, scheduled changes included', async () => {
    const { id } = await people.hire({ hire_date: '2024-01-03' });
    expect(await shown(id, '2024-01-02', '2024-01-03')).toEqual([
      [0, 'not_employed'],
      [0, 'no_schedule'],
    ]);
    await people.terminate(id, '2031-01-02');
    await company.configure({ default_work_schedule_id: await company.schedule('Full time') });
    expect(await shown(id, '2031-01-01', '2031-01-02')).toEqual([
      [480, 'schedule Full time'],
      [0, 'not_employed'],
    ]);
    const [left] = (await company.workingTime(id, '2031-01-02')).days;
    expect(left).toMatchObject({ work_schedule_id: null, holiday_calendar_id: null, fte: null });
  });

  it('follow a rehire, which begins with the defaults of the company', async () => {
    const [own, usual] = [await company.schedule('Own', weekdays(60, 0)), await company.schedule('Usual')];
    await company.configure({ default_work_schedule_id: usual });
    const { id } = await people.hire({ work_schedule_id: own });
    await people.terminate(id, '2024-01-02');
    expect((await owner.call('POST', `/employees/${id}/rehire`, { hire_date: '2024-01-03' })).status).toBe(
      200,
    );
    expect(await shown(id, '2024-01-01', '2024-01-03')).toEqual([
      [60, 'schedule Own'],
      [0, 'not_employed'],
      [480, 'schedule Usual'],
    ]);
  });
});

describe('schedule, calendar and time zone', () => {
  it('of the calendar: own, nearest place of the day, default of the company', async () => {
    const calendars = [];
    for (const name of ['Company', 'Country', 'Office', 'Own'])
      calendars.push(
        await company.calendar(name, [
          { date: '2024-05-01', name },
          { date: '2024-05-02', name },
        ]),
      );
    const [ofCompany, ofCountry, ofOffice, own] = calendars;
    await company.configure({
      default_work_schedule_id: await company.schedule('Full time'),
      default_holiday_calendar_id: ofCompany,
    });
    const country = await company.place('Austria', 'country', { holiday_calendar_id: ofCountry });
    const city = await company.place('Vienna', 'city', { parent_id: country });
    const office = await company.place('Office', 'office', {
      parent_id: city,
      holiday_calendar_id: ofOffice,
    });
    const holidayOn = async (id: number, date: string) =>
      (await company.workingTime(id, date)).days[0].reasons.at(-1).name;
    const { id } = await people.hire({ place_id: city });
    expect(await holidayOn(id, '2024-05-01')).toBe('Country');
    await people.change(id, 'place', '2024-05-02', { place_id: office });
    expect([await holidayOn(id, '2024-05-01'), await holidayOn(id, '2024-05-02')]).toEqual([
      'Country',
      'Office',
    ]);
    await people.change(id, 'schedule', '2024-05-01', { holiday_calendar_id: own });
    expect(await holidayOn(id, '2024-05-02')).toBe('Own');
    const { id: nowhere } = await people.hire();
    expect(await holidayOn(nowhere, '2024-05-01')).toBe('Company');
  });

  it('of the time zone: own, nearest place of the day, organization; days have 23 to 25 hours', async () => {
    const country = await company.place('Austria', 'country', { time_zone: 'Europe/Vienna' });
    const office = await company.place('Office', 'office', { parent_id: country });
    const { id } = await people.hire({ place_id: office });
    await people.change(id, 'place', '2024-04-02', { place_id: null });
    const boundsOf = async (date: string) => {
      const { time_zone, starts_at, ends_at } = (await company.workingTime(id, date)).days[0];
      return [time_zone, starts_at, ends_at];
    };
    expect(await boundsOf('2024-03-31')).toEqual([
      ...['Europe/Vienna', '2024-03-30T23:00:00.000Z', '2024-03-31T22:00:00.000Z'],
    ]);
    expect(await boundsOf('2023-10-29')).toEqual([
      ...['Europe/Vienna', '2023-10-28T22:00:00.000Z', '2023-10-29T23:00:00.000Z'],
    ]);
    expect((await boundsOf('2024-04-01'))[0]).toBe('Europe/Vienna');
    expect(await boundsOf('2024-04-02')).toEqual([
      ...['UTC', '2024-04-02T00:00:00.000Z', '2024-04-03T00:00:00.000Z'],
    ]);
    await owner.call('PATCH', `/employees/${id}`, { time_zone: 'Asia/Tokyo' });
    expect((await boundsOf('2024-04-01'))[0]).toBe('Asia/Tokyo');
  });

  it('of former employees: the time zone of their last place, until a rehire without one', async () => {
    const place_id = await company.place('Tokyo', 'city', { time_zone: 'Asia/Tokyo' });
    const { id } = await people.hire({ place_id });
    await people.terminate(id, '2024-01-02');
    await owner.call('POST', `/employees/${id}/rehire`, { hire_date: '2024-01-04' });
    const { days } = await company.workingTime(id, '2024-01-01', '2024-01-04');
    expect(days.map((one: any) => one.time_zone)).toEqual(['Asia/Tokyo', 'Asia/Tokyo', 'Asia/Tokyo', 'UTC']);
    const [last] = (await company.workingTime(id, '2024-01-03')).days;
    expect(last.time_zone).toBe('Asia/Tokyo');
  });
});

describe('GET /employees/:id/working-time', () => {
  const read = (by: Client, id: number, query = 'from=2024-01-01&to=2024-01-01') =>
    by.call('GET', `/employees/${id}/working-time?${query}`);

  it('requires employee_change:read on the employee, but not for the own working time', async () => {
    const { id: other } = await people.hire();
    const viewer = await service.newUser(owner, ['viewer']);
    const { id: own } = await people.hire({ user_id: viewer.user.id });
    expect([(await read(viewer, own)).status, (await read(viewer, other)).status]).toEqual([200, 403]);
    const manager = await service.newUser(owner, ['manager']);
    const { id: manager_id } = await people.hire({ user_id: manager.user.id });
    const { id: report } = await people.hire({ manager_id });
    const statuses = [];
    for (const id of [manager_id, report, other]) statuses.push((await read(manager, id)).status);
    expect(statuses).toEqual([200, 200, 403]);
  });

  it('answers 404 for employees who cannot be read: hidden, deleted, of another organization', async () => {
    const permissions = ['employee:read', 'employee_change:read'].map((permission) => ({
      ...{ permission, scopes: ['own'] },
    }));
    await owner.call('POST', '/roles', { code: 'self', name: 'Self', permissions });
    const self = await service.newUser(owner, ['self']);
    const { id } = await people.hire();
    expect((await read(self, id)).status).toBe(404);
    expect((await read(await service.newOrganization(), id)).status).toBe(404);
    await owner.call('DELETE', `/employees/${id}`);
    expect((await read(owner, id)).status).toBe(404);
  });

  it('hides the names of schedules and holidays that the caller may not read', async () => {
    const calendar = await company.calendar('Austria', [{ date: '2024-01-01', name: 'New Year' }]);
    await company.configure({
      default_work_schedule_id: await company.schedule('Full time'),
      default_holiday_calendar_id: calendar,
    });
    const { id } = await people.hire();
    const readable = async (code: string, ...more: string[]) => {
      const permissions = ['employee:read', 'employee_change:read', ...more].map((permission) => ({
        ...{ permission, scopes: ['org'] },
      }));
      await owner.call('POST', '/roles', { code, name: code, permissions });
      const { body } = await read(await service.newUser(owner, [code]), id);
      return body.days[0].reasons.map((one: any) => one.name);
    };
    expect(await readable('none')).toEqual([null, null]);
    expect(await readable('schedules', 'work_schedule:read')).toEqual(['Full time', null]);
    expect(await readable('holidays', 'holiday:read')).toEqual([null, 'New Year']);
  });

  it.each([
    ['from=2024-01-01', ['to']],
    ['from=2024-01-02&to=2024-01-01', ['to']],
    ['from=2024-01-01&to=2025-01-01', ['to']],
    ['from=2024-02-30&to=2024-03-01', ['from']],
    ['from=1899-12-31&to=1900-01-01', ['from']],
    ['from=2999-12-31&to=3000-01-01', ['to']],
    ['from=2024-01-01&to=2024-01-01&as_of=2024-01-01', ['as_of']],
  ])('rejects %s', async (query, fields) => {
    const { id } = await people.hire();
    expect(statusAndFields(await read(owner, id, query))).toEqual([422, fields]);
  });

  it('returns up to 366 days, also in the first and the last year', async () => {
    const { id } = await people.hire();
    expect((await company.workingTime(id, '2024-01-01', '2024-12-31')).days).toHaveLength(366);
    for (const date of ['1900-01-01', '2999-12-31'])
      expect((await company.workingTime(id, date)).days).toMatchObject([{ date }]);
  });

  it('includes changes that take effect later', async () => {
    const work_schedule_id = await company.schedule('Later', weekdays(1, 1));
    const { id } = await people.hire();
    await people.change(id, 'schedule', day(10), { work_schedule_id });
    const { days } = await company.workingTime(id, day(9), day(10));
    expect(days.map((one: any) => one.work_schedule_id)).toEqual([null, work_schedule_id]);
  });
});
