import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma, readRows, writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findWorkingTime, type WorkingDay, type WorkingTimeQuery } from './index.ts';
import { companyOf, weekdays } from './testing/company.ts';
import type { Reader } from './working-time.store.ts';

let service: TestService;
let owner: Client;
let company: ReturnType<typeof companyOf>;
let caller: Caller;
let statements: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  company = companyOf(owner);
  const origin = { request_id: 'test', ip: null, user_agent: null };
  caller = systemCaller(service.platform, owner.user.org_id, origin, []);
  statements = 0;
});
afterAll(() => service.stop());

const counting: Reader = {
  rows: (statement) => {
    statements += 1;
    return readRows(caller, statement);
  },
};
const week = { from: '2024-01-01', to: '2024-01-07' };
const find = (query: WorkingTimeQuery, reader = counting): Promise<Map<number, WorkingDay[]>> =>
  findWorkingTime(reader, caller, query);

describe('findWorkingTime', () => {
  it('takes six statements for any number of employees and days', async () => {
    const employee_ids: number[] = [];
    for (const [index, time_zone] of ['Europe/Vienna', 'Asia/Tokyo', null].entries()) {
      const work_schedule_id = await company.schedule(`Schedule ${index}`, weekdays(100 * index, 10));
      const holiday_calendar_id = await company.calendar(`Calendar ${index}`);
      const place_id = await company.place(`Place ${index}`, 'city', { time_zone, holiday_calendar_id });
      employee_ids.push((await company.people.hire({ work_schedule_id, place_id })).id);
    }
    const [first = 0] = employee_ids;
    await find({ employee_ids: [first], from: '2024-01-01', to: '2024-01-01' });
    expect(statements).toBe(6);
    statements = 0;
    const found = await find({ employee_ids, ...week });
    expect(statements).toBe(6);
    const totals = employee_ids.map((id) => found.get(id)?.reduce((sum, day) => sum + day.minutes, 0));
    expect(totals).toEqual([50, 550, 1050]);
  });

  it('omits employees who do not exist, are deleted or of another organization', async () => {
    const { id } = await company.people.hire();
    const { id: deleted } = await company.people.hire();
    await owner.call('DELETE', `/employees/${deleted}`);
    const { id: foreign } = await companyOf(await service.newOrganization()).people.hire();
    const found = await find({ employee_ids: [id, deleted, foreign, 2_000_000_000], ...week });
    expect([...found.keys()]).toEqual([id]);
    expect(await find({ employee_ids: [], ...week })).toEqual(new Map());
  });

  it('sees the changes of the transaction in which it runs', async () => {
    const { id } = await company.people.hire();
    await expect(
      writeInTransaction(caller, async (tx) => {
        await tx.rows(
          Prisma.sql`update employees set time_zone = 'Asia/Tokyo' where org_id = ${caller.org_id} and id = ${id} returning id`,
        );
        const [day] = (await find({ employee_ids: [id], ...week }, tx)).get(id) ?? [];
        throw new Error(day?.time_zone);
      }),
    ).rejects.toThrow('Asia/Tokyo');
    expect((await find({ employee_ids: [id], ...week })).get(id)?.[0]?.time_zone).toBe('UTC');
  });

  it.each([
    ['no day', 1, '2024-01-02', '2024-01-01'],
    ['367 days', 1, '2024-01-01', '2025-01-01'],
    ['501 employees', 501, '2024-01-01', '2024-01-01'],
    ['no date', 1, 'today', '2024-01-01'],
  ])('throws for %s', async (_, count, from, to) => {
    const employee_ids = Array.from({ length: count }, (__, index) => index + 1);
    await expect(find({ employee_ids, from, to })).rejects.toThrow(RangeError);
    expect(statements).toBe(0);
  });
});
