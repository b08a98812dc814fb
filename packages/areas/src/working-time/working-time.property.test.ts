import { systemCaller } from '@wfp/shared';
import { readRows } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findWorkingTime, type WorkingDay } from './index.ts';
import { companyOf, halves } from './testing/company.ts';

let service: TestService;
let owner: Client;
let company: ReturnType<typeof companyOf>;

/** The first day of the range and of the employment, and the number of days that are compared. */
const first = Date.UTC(2024, 2, 20);
const length = 40;
const dateOf = (on: number) => new Date(first + on * 86_400_000).toISOString().slice(0, 10);
const weekdayOf = (on: number) => (new Date(first + on * 86_400_000).getUTCDay() + 6) % 7;

const weeks = [
  { name: 'Even', scales_with_fte: true, week: [0, 1, 2, 3, 4, 5, 6].map((n) => [n * 60, 240]) },
  { name: 'Odd', scales_with_fte: true, week: [231, 0, 97, 1, 719, 0, 333].map((n) => [n, 720 - n]) },
  { name: 'Fixed', scales_with_fte: false, week: [5, 4, 3, 2, 1, 0, 0].map((n) => [n * 7, n * 11]) },
];
const parts = ['full', 'morning', 'afternoon'] as const;
/** Calendar `n` has a holiday on every day whose number divided by `n + 3` leaves `n`. */
const calendars = ['A', 'B', 'C'];
const holidayOf = (calendar: number, on: number) =>
  on % (calendar + 3) === calendar ? (parts[on % 3] ?? 'full') : null;
/** `up` is the index of the place above. */
const places: { up: number | null; zone: string | null; calendar: number | null }[] = [
  { up: null, zone: 'Europe/Vienna', calendar: 0 },
  { up: 0, zone: null, calendar: null },
  { up: 1, zone: 'Europe/London', calendar: null },
  { up: 2, zone: null, calendar: 1 },
  { up: null, zone: null, calendar: null },
];
const kinds = ['country', 'region', 'city', 'office', 'remote'];
const ids: { schedules: number[]; calendars: number[]; places: number[] } = {
  ...{ schedules: [], calendars: [], places: [] },
};

beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  company = companyOf(owner);
  for (const { name, week, scales_with_fte } of weeks) {
    const days = week.map(([am = 0, pm = 0]) => halves(am, pm));
    ids.schedules.push(await company.schedule(name, days, { scales_with_fte }));
  }
  for (const [calendar, name] of calendars.entries()) {
    const holidays = Array.from({ length }, (_, on) => ({ on, part: holidayOf(calendar, on) }))
      .filter(({ part }) => part !== null)
      .map(({ on, part }) => ({ date: dateOf(on), name: `${name} ${on}`, part }));
    ids.calendars.push(await company.calendar(name, holidays));
  }
  for (const [index, { up, zone, calendar }] of places.entries()) {
    const fields = {
      parent_id: up === null ? null : ids.places[up],
      time_zone: zone,
      holiday_calendar_id: calendar === null ? null : ids.calendars[calendar],
    };
    ids.places.push(await company.place(`Place ${index}`, kinds[index] ?? 'remote', fields));
  }
});
afterAll(() => service.stop());

/** Indexes of the values from a day on; absent if they stay. Null removes a value. */
interface Values {
  place?: number | null;
  schedule?: number | null;
  calendar?: number | null;
  fte?: string;
}
const index = (count: number) => fc.option(fc.integer({ min: 0, max: count - 1 }), { freq: 3 });
const placements = {
  place: index(places.length),
  schedule: index(weeks.length),
  calendar: index(calendars.length),
};
const changes = fc.array(
  fc.record({
    on: fc.integer({ min: 0, max: length }),
    values: fc.oneof(
      fc.record({ place: placements.place }),
      fc.record({ schedule: placements.schedule }),
      fc.record({ calendar: placements.calendar }),
      fc.record({ schedule: placements.schedule, calendar: placements.calendar }),
      fc.record({ fte: fc.constantFrom('0.333', '0.5', '0.8', '1') }),
    ),
  }),
  { maxLength: 8 },
);
const lives = fc.record({
  hire: fc.record({ on: fc.integer({ min: -5, max: 5 }), values: fc.record(placements) }),
  changes,
  leave: fc.option(fc.integer({ min: 20, max: length })),
  rehire: fc.option(fc.record({ after: fc.integer({ min: 1, max: 10 }), values: fc.record(placements) })),
  defaults: fc.record({ schedule: placements.schedule, calendar: placements.calendar }),
  zone: fc.option(fc.constantFrom('Asia/Tokyo', 'America/New_York'), { freq: 1 }),
});
type Life = typeof lives extends fc.Arbitrary<infer One> ? One : never;

const idAt = (list: readonly number[], at: number | null | undefined) =>
  at === undefined ? undefined : at === null ? null : list[at];
const toBody = ({ place, schedule, calendar, fte }: Values) => ({
  ...{ place_id: idAt(ids.places, place), work_schedule_id: idAt(ids.schedules, schedule) },
  ...{ holiday_calendar_id: idAt(ids.calendars, calendar), fte },
});
const kindOf = (values: Values) => ('place' in values ? 'place' : 'fte' in values ? 'fte' : 'schedule');

const leavesOn = ({ leave, hire }: Life) => (leave === null || leave <= hire.on ? null : leave);
const rehiredOn = (life: Life) => {
  const left = leavesOn(life);
  return left === null || life.rehire === null ? null : left + life.rehire.after;
};
/** Changes within the first employment, in the order in which they are made. */
const effective = (life: Life) =>
  life.changes.filter(({ on }) => on >= life.hire.on && on < (leavesOn(life) ?? Number.POSITIVE_INFINITY));

/** Makes the life of an employee happen by requests. */
async function live(life: Life): Promise<number> {
  const { people } = company;
  const { id } = await people.hire({
    ...toBody(life.hire.values),
    ...{ hire_date: dateOf(life.hire.on), time_zone: life.zone },
  });
  for (const { on, values } of effective(life))
    await people.change(id, kindOf(values), dateOf(on), toBody(values));
  const [left, rehired] = [leavesOn(life), rehiredOn(life)];
  if (left !== null) await people.terminate(id, dateOf(left));
  if (rehired === null || life.rehire === null) return id;
  const body = { ...toBody(life.rehire.values), hire_date: dateOf(rehired) };
  const rehire = await owner.call('POST', `/employees/${id}/rehire`, body);
  expect([rehire.status, rehire.body.details?.fieldErrors]).toEqual([200, undefined]);
  return id;
}

/** The last value of a field up to a day, according to the list of everything that happened. */
function lastOf<Name extends keyof Values>(life: Life, name: Name, on: number, ends: boolean) {
  const [left, rehired] = [leavesOn(life), rehiredOn(life)];
  let value: Values[Name] | null = life.hire.on <= on ? ((life.hire.values as Values)[name] ?? null) : null;
  const sorted = effective(life).toSorted((a, b) => a.on - b.on);
  for (const change of sorted)
    if (change.on <= on && name in change.values) value = (change.values as Values)[name] ?? null;
  if (name === 'fte') return value;
  if (ends && left !== null && left <= on) value = null;
  if (rehired !== null && rehired <= on) value = (life.rehire?.values as Values | undefined)?.[name] ?? null;
  return value;
}

/** The value of the nearest place from `at` up. */
function nearest<Name extends 'zone' | 'calendar'>(at: number | null, name: Name) {
  for (let place = at === null ? undefined : places[at]; place; place = places[place.up ?? -1])
    if (place[name] !== null) return place[name];
  return null;
}

/** The simple model: the minutes, the reasons and the time zone of a day. */
function expectedDay(life: Life, on: number) {
  const [left, rehired] = [leavesOn(life), rehiredOn(life)];
  const isEmployed =
    on >= life.hire.on && (left === null || on < left || (rehired !== null && on >= rehired));
  const date = dateOf(on);
  const zonePlace = lastOf(life, 'place', on, false) as number | null;
  const time_zone = life.zone ?? nearest(zonePlace, 'zone') ?? 'UTC';
  const nothing = { date, time_zone, am_minutes: 0, pm_minutes: 0 };
  if (!isEmployed) return { ...nothing, reasons: ['not_employed'] };
  const at = (lastOf(life, 'schedule', on, true) as number | null) ?? life.defaults.schedule;
  const schedule = at === null ? undefined : weeks[at];
  if (!schedule) return { ...nothing, reasons: ['no_schedule'] };
  const place = lastOf(life, 'place', on, true) as number | null;
  const calendar =
    (lastOf(life, 'calendar', on, true) as number | null) ??
    (nearest(place, 'calendar') as number | null) ??
    life.defaults.calendar;
  const part = calendar === null ? null : holidayOf(calendar, on);
  const share = schedule.scales_with_fte ? Number(lastOf(life, 'fte', on, true) ?? 1) : 1;
  const [am = 0, pm = 0] = schedule.week[weekdayOf(on)] ?? [];
  const rounded = (minutes: number) => Math.floor((minutes * Math.round(share * 1_000) + 500) / 1_000);
  return {
    ...{ date, time_zone },
    am_minutes: part === 'full' || part === 'morning' ? 0 : rounded(am),
    pm_minutes: part === 'full' || part === 'afternoon' ? 0 : rounded(pm),
    reasons: [
      `schedule ${schedule.name}`,
      ...(share === 1 ? [] : ['fte']),
      ...(am + pm === 0 ? ['rest_day'] : []),
      ...(part === null || calendar === null ? [] : [`holiday ${calendars[calendar]} ${on} ${part}`]),
    ],
  };
}

const toComparable = ({ date, time_zone, am_minutes, pm_minutes, reasons }: WorkingDay) => ({
  ...{ date, time_zone, am_minutes, pm_minutes },
  reasons: reasons.map(({ kind, name, part }) => [kind, name, part].filter(Boolean).join(' ')),
});

/** The local date and time of an instant, `2024-03-31 00:00`. */
const localTime = (at: Date, timeZone: string) =>
  at.toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });

it('is that of a simple model, for any history, place, schedule and calendar', async () => {
  const { org_id } = owner.user;
  const caller = systemCaller(
    service.platform,
    org_id,
    { request_id: 'test', ip: null, user_agent: null },
    [],
  );
  const range = { from: dateOf(0), to: dateOf(length - 1) };
  await fc.assert(
    fc.asyncProperty(fc.array(lives, { minLength: 1, maxLength: 2 }), async (both) => {
      const [{ defaults }] = both as [Life];
      await company.configure({
        default_work_schedule_id: idAt(ids.schedules, defaults.schedule),
        default_holiday_calendar_id: idAt(ids.calendars, defaults.calendar),
      });
      const employee_ids: number[] = [];
      for (const life of both) employee_ids.push(await live(life));
      const reader = {
        rows: <Row>(statement: Parameters<typeof readRows>[1]) => readRows<Row>(caller, statement),
      };
      const found = await findWorkingTime(reader, caller, { employee_ids, ...range });
      for (const [at, life] of both.entries()) {
        const days = found.get(employee_ids[at] ?? 0) ?? [];
        const expected = Array.from({ length }, (_, on) => expectedDay({ ...life, defaults }, on));
        expect(days.map(toComparable)).toEqual(expected);
        for (const [
          on,
          { starts_at, ends_at, time_zone, minutes, am_minutes, pm_minutes },
        ] of days.entries()) {
          expect(localTime(starts_at, time_zone)).toBe(`${dateOf(on)} 00:00`);
          expect(localTime(ends_at, time_zone)).toBe(`${dateOf(on + 1)} 00:00`);
          expect(minutes).toBe(am_minutes + pm_minutes);
        }
      }
    }),
    { numRuns: 12 },
  );
});
