import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDueAt } from '../testing/run-due-changes.ts';
import { maxExamined } from './lane.store.ts';

const { sql } = Prisma;

let service: TestService;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service?.stop());

const day = '2030-06-15';
/** Before the day begins in any time zone but the first ones. */
const moment = '2030-06-14T11:00:00Z';

/** Schedules changes for the day, as many requests would, with the stored time at which they are expected to apply. */
const schedule = (org_id: number, employee_id: number, count: number, applies_at: string) =>
  executeOperational(
    service.platform,
    sql`insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, "set", state, applies_at)
      select ${org_id}, ${employee_id}, ${day}::date, n, 'fte', '{"fte": "0.5"}', 'scheduled', ${applies_at}::timestamptz
      from generate_series(1, ${count}::int) n`,
  );

it('examines a part of the waiting changes of an organization at once, and finds a due one among them in the end', async () => {
  const owner = await service.newOrganization();
  const { org_id } = owner.user;
  const late = await peopleOf(owner).hire();
  await schedule(org_id, late.id, 3 * maxExamined, `${day}T00:00:00Z`);
  for (let sweep = 0; sweep < 5; sweep += 1) expect(await isDueAt(service, org_id, moment)).toBe(false);
  const early = await peopleOf(owner).hire({ time_zone: 'Pacific/Kiritimati' });
  await schedule(org_id, early.id, 1, `${day}T01:00:00Z`);
  let sweeps = 1;
  while (!(await isDueAt(service, org_id, moment)) && sweeps < 300) sweeps += 1;
  expect(sweeps).toBeLessThan(300);
  const other = await service.newOrganization();
  const { id } = await peopleOf(other).hire({ time_zone: 'Pacific/Kiritimati' });
  await schedule(other.user.org_id, id, 1, `${day}T01:00:00Z`);
  expect(await isDueAt(service, other.user.org_id, moment)).toBe(true);
});
