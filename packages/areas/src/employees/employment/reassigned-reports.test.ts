import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const { sql } = Prisma;

/** The documented limit of one request. */
const maxReports = 200;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let small: number;
/** A user with the role `hr` in one team, and their employee. */
let partner: Client;
let self: number;
let boss: number;
let leaver: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
  small = (await people.team('Small')).id;
  partner = await service.newUser(owner, ['employee']);
  await grantForTeam(partner, 'hr', small);
  self = (await people.hire({ user_id: partner.user.id, team_id: small })).id;
  boss = (await people.hire()).id;
  leaver = (await people.hire({ team_id: small, manager_id: boss })).id;
});

async function grantForTeam({ user }: Client, code: string, team_id: number): Promise<void> {
  const { data } = (await owner.call('GET', '/roles?is_builtin=true&limit=100')).body;
  const role_id = data.find((one: { code: string }) => one.code === code).id;
  const { status } = await owner.call('POST', '/grants', {
    user_id: user.id,
    role_id,
    scope: 'team',
    team_id,
  });
  expect(status).toBe(201);
}
const terminate = (by: Client, reassign_reports_to: number, end_date = day(0)) =>
  by.call('POST', `/employees/${leaver}/terminate`, { end_date, reason_code: 'left', reassign_reports_to });

it.each([0, 30])('requires employee_change:update on the reports, from day %i on', async (days) => {
  const inside = (await people.hire({ team_id: small, manager_id: leaver })).id;
  const outside = (await people.hire({ manager_id: leaver })).id;
  const { result, events, outbox } = await recordedBy(service, owner.user.org_id, () =>
    terminate(partner, self, day(days)),
  );
  expect([result.status, result.body.error, events, outbox]).toEqual([
    403,
    'Requires employee_change:update on all reports of the employee, unless reassign_reports_to is the manager of the employee',
    [],
    0,
  ]);
  expect((await people.employee(outside)).manager_id).toBe(leaver);
  await people.change(outside, 'team', day(0), { team_id: small });
  const done = await recordedBy(service, owner.user.org_id, () => terminate(partner, self, day(days)));
  expect(done.result.status).toBe(200);
  // On the day itself, the user with the reports becomes a manager.
  const isGranted = done.events.some((event) => event.startsWith('grant.post_create '));
  expect(isGranted).toBe(days === 0);
  for (const id of [inside, outside]) {
    const { body } = await owner.call('GET', `/employees/${id}?as_of=${day(days)}`);
    expect(body.manager_id).toBe(self);
  }
});

it('does not require it if the reports get the manager of the employee', async () => {
  const outside = (await people.hire({ manager_id: leaver })).id;
  expect((await terminate(partner, boss)).status).toBe(200);
  expect((await people.employee(outside)).manager_id).toBe(boss);
});

it('does not require it if the employee has no reports', async () => {
  expect((await terminate(partner, self)).status).toBe(200);
});

/** Adds reports of the employee who leaves, of whom the partner may not change the manager. */
async function addReports(count: number): Promise<void> {
  await executeOperational(
    service.platform,
    sql`with hired as (
        insert into employees (org_id, employee_number, first_name, last_name, hire_date, manager_id)
        select ${owner.user.org_id}::int, 'report-' || n, 'Ada', 'L', '2024-01-01', ${leaver}::int
        from generate_series(1, ${count}::int) n returning org_id, id, hire_date
      ) insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, set, previous, state, applied_at)
        select org_id, id, hire_date, 1, 'hire', jsonb_build_object('status', 'active', 'hire_date', hire_date,
          'employment_type', 'full_time', 'fte', '1', 'original_hire_date', null, 'manager_id', ${leaver}::int), '{}', 'applied', now()
        from hired returning id`,
  );
}

it('rejects a termination with more reports than one request can give another manager', async () => {
  await addReports(maxReports);
  const one = (await people.hire({ manager_id: leaver })).id;
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => terminate(owner, boss));
  expect([result.status, result.body.details.fieldErrors]).toEqual([
    422,
    {
      reassign_reports_to: [
        `The employee has more than ${maxReports} reports, including scheduled changes; give some of them another manager first`,
      ],
    },
  ]);
  expect(left).toEqual(nothing);
  await people.change(one, 'manager', day(0), { manager_id: boss });
  // The next check, which is before the changes of the reports.
  expect((await terminate(partner, self)).status).toBe(403);
});

it('rejects a new manager who would report to the last of the reports later', async () => {
  const reports = [];
  for (let count = 0; count < 3; count += 1) reports.push((await people.hire({ manager_id: leaver })).id);
  const next = (await people.hire({ manager_id: boss })).id;
  await people.change(next, 'manager', day(5), { manager_id: reports[2] });
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () => terminate(owner, next));
  expect([result.status, result.body.details?.fieldErrors]).toEqual([
    422,
    { reassign_reports_to: ['Would make the employee report to themselves on a past or scheduled day'] },
  ]);
  expect(left).toEqual(nothing);
});
