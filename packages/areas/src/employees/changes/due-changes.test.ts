import { createLogger } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isDueAt, runDueChangesAt } from '../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const at = (moment: string) => runDueChangesAt(service, org_id, moment);
const shares = async (...ids: number[]) =>
  Promise.all(ids.map(async (id) => (await people.employee(id)).fte));
const half = (id: number, on: string) => people.change(id, 'fte', on, { fte: '0.5' });
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);

describe('the start of a day', () => {
  it('is midnight in the time zone of the employee', async () => {
    const first = await people.hire({ time_zone: 'Pacific/Kiritimati' });
    const middle = await people.hire();
    const last = await people.hire({ time_zone: 'Pacific/Pago_Pago' });
    const ids = [first.id, middle.id, last.id];
    for (const id of ids) await half(id, '2030-06-15');
    expect(await isDueAt(service, org_id, '2030-06-14T09:59:59.999Z')).toBe(false);
    expect(await at('2030-06-14T09:59:59.999Z')).toEqual({ notes: [], next: '2030-06-14T10:00:00.000Z' });
    expect(await shares(...ids)).toEqual(['1', '1', '1']);
    expect(await isDueAt(service, org_id, '2030-06-14T10:00:00.000Z')).toBe(true);
    expect((await at('2030-06-14T10:00:00.000Z')).next).toBe('2030-06-15T00:00:00.000Z');
    expect(await shares(...ids)).toEqual(['0.5', '1', '1']);
    await at('2030-06-15T10:59:59.999Z');
    expect(await shares(...ids)).toEqual(['0.5', '0.5', '1']);
    expect((await at('2030-06-15T11:00:00.000Z')).next).toBeUndefined();
    expect(await shares(...ids)).toEqual(['0.5', '0.5', '0.5']);
  });

  it('defaults to the zone of the organization and uses the current zone', async () => {
    const [here, moving] = [await people.hire(), await people.hire()];
    for (const { id } of [here, moving]) await half(id, '2030-06-15');
    await owner.call('PATCH', `/organizations/${org_id}`, { time_zone: 'Asia/Tokyo' });
    await owner.call('PATCH', `/employees/${moving.id}`, { time_zone: 'Pacific/Kiritimati' });
    await at('2030-06-14T10:00:00.000Z');
    expect(await shares(here.id, moving.id)).toEqual(['1', '0.5']);
    await at('2030-06-14T15:00:00.000Z');
    expect(await shares(here.id, moving.id)).toEqual(['0.5', '0.5']);
  });

  it('is one hour later if clocks change at midnight', async () => {
    const { id } = await people.hire({ time_zone: 'Africa/Cairo' });
    await half(id, '2030-04-26');
    await at('2030-04-25T21:59:59.000Z');
    expect(await shares(id)).toEqual(['1']);
    await at('2030-04-25T22:00:00.000Z');
    expect(await shares(id)).toEqual(['0.5']);
  });
});

describe('a due change', () => {
  it('is applied once by concurrent runs', async () => {
    const team = await people.team('Next');
    const staff = [];
    for (let n = 0; n < 6; n += 1) staff.push(await people.hire());
    for (const { id } of staff) await people.change(id, 'team', '2030-01-10', { team_id: team.id });
    const { events, audit } = await recorded(() =>
      Promise.all([1, 2, 3].map(() => at('2030-01-10T00:00:00Z'))),
    );
    for (const { id } of staff) {
      const applied = events.filter((event) => event.endsWith(`.change_applied ${id}`));
      expect(applied).toHaveLength(1);
    }
    expect(events.filter((event) => event.startsWith('team.member_joined'))).toHaveLength(6);
    expect(audit.filter((one) => one.resource === 'employee_change')).toMatchObject(
      staff.map(() => ({ action: 'apply', after: { state: 'applied' } })),
    );
    const { events: again } = await recorded(() => at('2030-01-11T00:00:00Z'));
    expect(again).toEqual([]);
  });

  it('is applied in timeline order after an outage', async () => {
    const { id } = await people.hire();
    await people.change(id, 'fte', '2030-03-01', { fte: '0.3' });
    await people.change(id, 'promotion', '2030-01-01', { fte: '0.1', employment_type: 'temporary' });
    await people.change(id, 'fte', '2030-02-01', { fte: '0.2' });
    await people.change(id, 'fte', '2030-05-01', { fte: '0.9' });
    const { events } = await recorded(() => at('2030-04-01T00:00:00Z'));
    expect(events.filter((one) => one.includes('change_applied'))).toHaveLength(3);
    expect(await people.employee(id)).toMatchObject({ fte: '0.3', employment_type: 'temporary' });
    const states = (await people.changes(id)).map((one: any) => [one.effective_date, one.state]);
    expect(states.slice(0, 3)).toEqual([
      ['2030-05-01', 'scheduled'],
      ['2030-03-01', 'applied'],
      ['2030-02-01', 'applied'],
    ]);
  });

  it('is cancelled with a reason if it has become invalid, without blocking others', async () => {
    const [gone, there] = [await people.team('Gone'), await people.team('There')];
    const [one, two] = [await people.hire(), await people.hire()];
    const lost = await people.change(
      one.id,
      'team',
      '2030-01-10',
      { team_id: gone.id },
      { note: 'As agreed' },
    );
    await people.change(one.id, 'fte', '2030-01-10', { fte: '0.5' });
    await people.change(two.id, 'team', '2030-01-10', { team_id: there.id });
    expect((await owner.call('DELETE', `/teams/${gone.id}`)).status).toBe(204);
    const { result, events } = await recorded(() => at('2030-01-10T00:00:00Z'));
    expect(result.notes).toHaveLength(1);
    expect(events.filter((event) => event.includes('change_')).toSorted()).toEqual(
      [
        `employee.change_applied ${one.id}`,
        `employee.change_applied ${two.id}`,
        `employee.change_cancelled ${one.id}`,
      ].toSorted(),
    );
    expect(await people.get(`/employees/${one.id}/changes/${lost.id}`)).toMatchObject({
      state: 'cancelled',
      note: 'As agreed\nCould not be applied. team_id: Does not exist',
    });
    expect(await people.employee(one.id)).toMatchObject({ team_id: null, fte: '0.5' });
    expect((await people.employee(two.id)).team_id).toBe(there.id);
    expect(await isDueAt(service, org_id, '2030-01-11T00:00:00Z')).toBe(false);
  });

  it('activates a future hire on the hire date', async () => {
    const boss = await service.newUser(owner, ['employee']);
    const manager = await people.hire({ user_id: boss.user.id });
    const { id } = await people.hire({ hire_date: '2030-01-10', manager_id: manager.id });
    const { events } = await recorded(() => at('2030-01-10T00:00:00Z'));
    expect(events).toEqual([
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
      `employee.hired ${id}`,
    ]);
    expect(await people.employee(id)).toMatchObject({ status: 'active', hire_date: '2030-01-10' });
  });
});

it('workers apply an overdue change once', async () => {
  const { id } = await people.hire();
  const planned = await half(id, '2999-01-01');
  await executeOperational(
    service.platform,
    sql`update employee_changes set effective_date = current_date - 2, applies_at = now() - interval '2 days'
      where org_id = ${org_id} and id = ${planned.id} returning id`,
  );
  const log = createLogger('worker', 'fatal');
  const start = () => startWorker({ config: service.config, log, opsPort: 0 });
  const workers = await Promise.all([start(), start()]);
  try {
    await eventually(
      () => shares(id),
      ([fte]) => fte === '0.5',
    );
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  const [applied] = await service.rows<{ times: number; actor: string }>(sql`
    select count(*)::int as times, min(a.actor_type::text) as actor from events e
    join audit_log a on a.org_id = e.org_id and a.event_id = e.id
    where e.org_id = ${org_id} and e.event_type = 'employee.change_applied'`);
  expect(applied).toEqual({ times: 1, actor: 'system' });
});
