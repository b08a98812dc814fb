import type { Client } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';

/** A day of a work schedule. */
export const halves = (am_minutes: number, pm_minutes: number) => ({
  minutes: am_minutes + pm_minutes,
  am_minutes,
  pm_minutes,
});

const free = halves(0, 0);

/** A schedule with the same working time from Monday to Friday. */
export const weekdays = (am_minutes: number, pm_minutes: number) => [
  ...Array.from({ length: 5 }, () => halves(am_minutes, pm_minutes)),
  free,
  free,
];

/** Creates schedules, calendars and places as one user, and reads working times. */
export function companyOf(by: Client) {
  const people = peopleOf(by);
  const create = async (path: string, body: object): Promise<number> => {
    const { status, body: created } = await by.call('POST', path, body);
    if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(created)}`);
    return created.id;
  };
  return {
    people,
    schedule: (name: string, days: object[] = weekdays(240, 240), more: object = {}) =>
      create('/work-schedules', { name, days, ...more }),
    calendar: async (name: string, holidays: object[] = []) => {
      const id = await create('/holiday-calendars', { name });
      for (const holiday of holidays) await create(`/holiday-calendars/${id}/holidays`, holiday);
      return id;
    },
    place: (name: string, kind: string, fields: object = {}) => create('/places', { name, kind, ...fields }),
    configure: async (defaults: object) => {
      const { status } = await by.call('PATCH', '/company-configuration', defaults);
      if (status !== 200) throw new Error(`The configuration was rejected with ${status}`);
    },
    workingTime: (id: number, from: string, to = from) =>
      people.get(`/employees/${id}/working-time?from=${from}&to=${to}`),
  };
}
