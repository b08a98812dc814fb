import { areas } from '@wfp/areas';
import { type DemoApi, required } from './demo-api.ts';
import {
  categories,
  companyConfiguration,
  holidayCalendar,
  holidays,
  morningSchedule,
  otherCalendar,
  otherHolidays,
  places,
  workSchedule,
} from './demo-company.ts';

/**
 * Creates work schedules, and calendars with the holidays of this year and the next. Makes the first schedule and the first
 * calendar the defaults.
 */
export async function seedCompany(hr: DemoApi, year: number): Promise<void> {
  const schedules = await hr.known('/work-schedules', (one) => one.name);
  for (const body of [workSchedule, morningSchedule])
    if (!schedules.has(body.name))
      schedules.set(body.name, (await hr.call('post', '/work-schedules', { body })).id);
  const id = await seedCalendar(hr, year, holidayCalendar, holidays);
  await seedCalendar(hr, year, otherCalendar, otherHolidays);
  const defaults = {
    default_work_schedule_id: required(schedules, workSchedule.name),
    default_holiday_calendar_id: id,
  };
  // Kudos can only require a core value once there is one.
  await seedDeclared(hr);
  await hr.call('patch', '/company-configuration', { body: { ...companyConfiguration, ...defaults } });
  await seedCategories(hr);
  await seedPlaces(hr, id);
}

async function seedCalendar(
  hr: DemoApi,
  year: number,
  calendar: { name: string; country: string },
  days: readonly { day: string; name: string; part: string }[],
): Promise<number> {
  const calendars = await hr.known('/holiday-calendars', (one) => one.name);
  const id =
    calendars.get(calendar.name) ?? (await hr.call('post', '/holiday-calendars', { body: calendar })).id;
  const path = '/holiday-calendars/:holidayCalendarId/holidays';
  const params = { holidayCalendarId: id };
  const known = await hr.known(path, (one) => one.date, params);
  for (const { day, ...fields } of days) {
    const date = `${year}-${day}`;
    if (!known.has(date)) await hr.call('post', path, { params, body: { ...fields, date } });
  }
  const body = { from: year, to: year + 1 };
  await hr.call('post', '/holiday-calendars/:id/copy-year', { params: { id }, body });
  return id;
}

/** Creates the places; those at the root level have the holiday calendar. */
async function seedPlaces(hr: DemoApi, holiday_calendar_id: number): Promise<void> {
  const ids = await hr.known('/places', (one) => one.name);
  for (const place of places) {
    if (ids.has(place.name)) continue;
    const { below, ...fields } = { below: undefined, ...place };
    const above = below === undefined ? { holiday_calendar_id } : { parent_id: required(ids, below) };
    ids.set(place.name, (await hr.call('post', '/places', { body: { ...fields, ...above } })).id);
  }
}

/** Creates the rows that areas declare. */
async function seedDeclared(hr: DemoApi): Promise<void> {
  for (const { path, key, rows } of areas.flatMap((area) => area.demo ?? [])) {
    const known = await hr.known(path, (one) => one[key]);
    for (const body of rows) if (!known.has(String(body[key]))) await hr.call('post', path, { body });
  }
}

/** Creates the categories for initiatives. */
async function seedCategories(hr: DemoApi): Promise<void> {
  const ids = await hr.known('/categories', (one) => one.code);
  for (const { below, ...fields } of categories) {
    if (ids.has(fields.code)) continue;
    const parent_id = below === undefined ? null : required(ids, below);
    const body = { ...fields, applies_to: 'initiative' as const, parent_id };
    ids.set(fields.code, (await hr.call('post', '/categories', { body })).id);
  }
}
