import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPlanter, type Planter } from './testing/planted-violations.ts';

let service: TestService;
let owner: Client;
let planter: Planter;
const fields = ['place_id', 'work_schedule_id', 'holiday_calendar_id'] as const;
type Field = (typeof fields)[number];
const tables: Readonly<Record<Field, string>> = {
  place_id: 'places',
  work_schedule_id: 'work_schedules',
  holiday_calendar_id: 'holiday_calendars',
};
const ids: Record<Field | 'employee' | 'change', number> = {
  ...{ place_id: 0, work_schedule_id: 0, holiday_calendar_id: 0, employee: 0, change: 0 },
};
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  planter = await connectPlanter(service, owner);
  const days = Array.from({ length: 7 }, () => ({ minutes: 60, am_minutes: 60, pm_minutes: 0 }));
  for (const [field, path, body] of [
    ['place_id', '/places', { kind: 'city' }],
    ['work_schedule_id', '/work-schedules', { days }],
    ['holiday_calendar_id', '/holiday-calendars', {}],
  ] as const)
    ids[field] = (await owner.call('POST', path, { name: 'One', ...body })).body.id;
  const people = peopleOf(owner);
  const { place_id, work_schedule_id, holiday_calendar_id } = ids;
  const all = { place_id, work_schedule_id, holiday_calendar_id };
  ids.employee = (await people.hire(all)).id;
  ids.change = (await people.change(ids.employee, 'transfer', day(5), all)).id;
});
afterAll(async () => {
  await planter?.end();
  await service?.stop();
});

const check = 'employee-references';

describe('the check of the references of employees', () => {
  it('finds nothing', async () => {
    expect(await planter.find(check, 'select')).toEqual([]);
  });

  it.each(fields)('finds a deleted row: %s', async (field) => {
    const change = `update ${tables[field]} set deleted_at = now() where id = ${ids[field]}`;
    expect(await planter.find(check, change)).toEqual([
      `${field} ${ids[field]} of employee ${ids.employee} refers to no live row`,
      `${field} ${ids[field]} of the scheduled change ${ids.change} refers to no live row`,
    ]);
  });

  it('ignores former and deleted employees, and changes that are not scheduled', async () => {
    const remove = `update places set deleted_at = now() where id = ${ids.place_id};`;
    const cancel = `update employee_changes set state = 'cancelled' where id = ${ids.change};`;
    const leave = `update employees set status = 'terminated' where id = ${ids.employee};`;
    const drop = `update employees set deleted_at = now() where id = ${ids.employee};`;
    expect(await planter.find(check, remove + cancel + leave)).toEqual([]);
    expect(await planter.find(check, remove + drop)).toEqual([]);
  });
});
