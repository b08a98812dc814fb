import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const task = async (fields: object) =>
  (await owner.call('POST', '/tasks', { title: 'Handed over', ...fields })).body.id;
const someone = async (roles: string[], fields: object = {}) => {
  const user = await service.newUser(owner, roles);
  return { user, ...(await people.hire({ user_id: user.user.id, ...fields })) };
};

describe('a termination of today or earlier', () => {
  it('ends position, memberships and access and reassigns open tasks in one transaction', async () => {
    const [team, squad] = [await people.team('Home'), await people.team('Squad')];
    const boss = await people.hire();
    const reassignee = await people.hire();
    const leaver = await someone(['employee'], { team_id: team.id, manager_id: boss.id });
    await owner.call('POST', `/teams/${squad.id}/members`, { employee_id: leaver.id });
    await owner.call('PATCH', `/teams/${squad.id}`, { lead_employee_id: leaver.id });
    const report = await people.hire({ manager_id: leaver.id });
    const tasks = [
      await task({ assigned_employee_id: leaver.id }),
      await task({ assigned_to: leaver.user.user.id }),
    ];
    const done = await task({ assigned_employee_id: leaver.id, status: 'done' });
    const planned = await people.change(leaver.id, 'fte', day(9), { fte: '0.5' });
    const { result, events, outbox } = await recorded(() =>
      people.terminate(leaver.id, day(0), {
        reassign_reports_to: reassignee.id,
        reassign_tasks_to: reassignee.id,
        note: 'Moved away',
      }),
    );
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject({
      employee: { status: 'terminated', end_date: day(0), team_id: null, manager_id: null },
      change: {
        kind: 'termination',
        state: 'applied',
        previous: { team_id: team.id, manager_id: boss.id, status: 'active' },
        reason_code: 'resigned',
        note: 'Moved away',
      },
      owned: { tasks, more_tasks: 0, reports: [report.id], teams_led: [squad.id] },
    });
    const types = events.map((event) => event.split(' ')[0]);
    expect(types.toSorted()).toEqual(
      [
        ...['employee.change_cancelled', 'employee.change_applied', 'employee.post_update'],
        ...['employee.manager_changed', 'employee.terminated', 'team.member_left', 'team.member_left'],
        ...[
          'grant.post_archive',
          'employee.change_applied',
          'employee.post_update',
          'employee.manager_changed',
        ],
        ...['user.post_update', 'user.deactivated', 'auth.logout', 'task.post_update', 'task.post_update'],
      ].toSorted(),
    );
    expect(outbox).toBe(events.length);
    expect((await leaver.user.call('GET', '/users/me')).status).toBe(401);
    expect((await people.employee(report.id)).manager_id).toBe(reassignee.id);
    for (const id of tasks) {
      expect(await people.get(`/tasks/${id}`)).toMatchObject({
        assigned_employee_id: reassignee.id,
        assigned_to: null,
      });
    }
    expect((await people.get(`/tasks/${done}`)).assigned_employee_id).toBe(leaver.id);
    const cancelled = await people.get(`/employees/${leaver.id}/changes/${planned.id}`);
    expect(cancelled).toMatchObject({ state: 'cancelled', note: `Employee leaves on ${day(0)}` });
    expect((await people.changes(report.id))[0]).toMatchObject({
      kind: 'manager',
      because_of_id: result.body.change.id,
    });
    expect(await people.employee(leaver.id, day(-1))).toMatchObject({ status: 'active', team_id: team.id });
  });

  it('changes nothing if a step fails', async () => {
    const leaver = await someone(['employee'], { team_id: (await people.team('Stays')).id });
    await task({ assigned_employee_id: leaver.id });
    const reassignee = await people.hire();
    await withFailingTasks(async () => {
      const { result, ...left } = await recorded(() =>
        people.terminate(leaver.id, day(0), { reassign_tasks_to: reassignee.id }),
      );
      expect(result.status).toBe(500);
      expect(left).toEqual(nothing);
    });
    expect((await leaver.user.call('GET', '/users/me')).status).toBe(200);
    expect((await people.employee(leaver.id)).status).toBe('active');
  });

  it("makes the leaver's manager the manager of the report who becomes the others' manager", async () => {
    const boss = await people.hire();
    const leaver = await people.hire({ manager_id: boss.id });
    const reassignee = await people.hire({ manager_id: leaver.id });
    const other = await people.hire({ manager_id: leaver.id });
    expect(
      (await people.terminate(leaver.id, '2026-01-01', { reassign_reports_to: reassignee.id })).status,
    ).toBe(200);
    expect((await people.employee(reassignee.id)).manager_id).toBe(boss.id);
    expect((await people.employee(other.id)).manager_id).toBe(reassignee.id);
    expect((await people.employee(other.id, '2025-12-31')).manager_id).toBe(leaver.id);
  });
});

describe('a scheduled termination', () => {
  it('changes nothing before its date, and is cancelled with the changes it caused', async () => {
    const leaver = await someone(['employee']);
    const [report, reassignee] = [await people.hire({ manager_id: leaver.id }), await people.hire()];
    const { result, events } = await recorded(() =>
      people.terminate(leaver.id, day(20), { reassign_reports_to: reassignee.id }),
    );
    expect(result.body).toMatchObject({ employee: { status: 'active' }, change: { state: 'scheduled' } });
    expect(events).toEqual([
      `employee.change_scheduled ${leaver.id}`,
      `employee.change_scheduled ${report.id}`,
    ]);
    expect((await leaver.user.call('GET', '/users/me')).status).toBe(200);
    expect((await people.employee(report.id, day(20))).manager_id).toBe(reassignee.id);
    expect(statusAndFields(await people.terminate(leaver.id, day(25)))).toEqual([422, ['end_date']]);
    expect(statusAndFields(await people.requestChange(leaver.id, 'fte', day(30), { fte: '0.5' }))).toEqual([
      422,
      ['effective_date'],
    ]);
    const cancelled = await recorded(() => people.cancel(leaver.id, result.body.change.id));
    expect(cancelled.events).toEqual([
      `employee.change_cancelled ${leaver.id}`,
      `employee.change_cancelled ${report.id}`,
    ]);
    expect((await people.employee(report.id, day(20))).manager_id).toBe(leaver.id);
  });
});

describe('rejected terminations', () => {
  const expectRejection = async (id: number, end_date: string, more: object, field: string) => {
    const { result, ...left } = await recorded(() => people.terminate(id, end_date, more));
    expect(statusAndFields(result)).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  };

  it('rejects missing and invalid reassignees', async () => {
    const leaver = await people.hire();
    const report = await people.hire({ manager_id: leaver.id });
    const gone = await people.hire({ status: 'terminated', end_date: '2024-01-01' });
    const theirs = await peopleOf(await service.newOrganization()).hire();
    await expectRejection(leaver.id, day(0), {}, 'reassign_reports_to');
    await expectRejection(leaver.id, day(30), {}, 'reassign_reports_to');
    for (const reassignee of [leaver.id, gone.id, theirs.id, 999_999]) {
      await expectRejection(leaver.id, day(0), { reassign_reports_to: reassignee }, 'reassign_reports_to');
      const tasks = { reassign_reports_to: report.id, reassign_tasks_to: reassignee };
      await expectRejection(leaver.id, day(0), tasks, 'reassign_tasks_to');
    }
    expect(statusAndFields(await owner.call('POST', `/employees/${leaver.id}/terminate`, {}))).toEqual([
      422,
      ['end_date', 'reason_code'],
    ]);
  });

  it('rejects dates before the hire, after the end and before applied changes', async () => {
    const leaver = await people.hire({ hire_date: '2024-01-01' });
    await people.change(leaver.id, 'fte', '2024-06-01', { fte: '0.5' });
    await expectRejection(leaver.id, '2023-12-31', {}, 'end_date');
    await expectRejection(leaver.id, '2024-05-31', {}, 'end_date');
    expect((await people.terminate(leaver.id, '2024-06-01')).status).toBe(200);
    await expectRejection(leaver.id, day(3), {}, 'end_date');
    const starter = await people.hire({ hire_date: day(5) });
    await expectRejection(starter.id, day(5), {}, 'end_date');
  });

  it('rejects the last owner, the caller and users with more permissions', async () => {
    const [self] = (await people.get(`/employees?q=${encodeURIComponent('Olga Owner')}`)).data;
    await expectRejection(self.id, day(0), {}, 'id');
    const hr = await service.newUser(owner, ['hr']);
    const asHr = peopleOf(hr);
    expect((await asHr.terminate(self.id, day(0))).status).toBe(403);
    expect((await asHr.terminate(self.id, day(9))).status).toBe(403);
    const second = await someone(['owner']);
    expect((await peopleOf(second.user).terminate(self.id, day(9))).status).toBe(200);
    const admin = await someone(['admin']);
    expect((await asHr.terminate(admin.id, day(0))).status).toBe(403);
    expect((await peopleOf(admin.user).terminate(second.id, day(0))).status).toBe(403);
    const clerk = await someone(['employee']);
    expect((await asHr.terminate(clerk.id, day(0))).status).toBe(200);
    expect((await clerk.user.call('GET', '/users/me')).status).toBe(401);
  });

  it('accepts one of several concurrent requests', async () => {
    for (let round = 0; round < 4; round += 1) {
      const leaver = await someone(['employee']);
      const answers = await Promise.all([1, 2, 3].map(() => people.terminate(leaver.id, day(round % 2))));
      expect(answers.map((one) => one.status).sort()).toEqual([200, 422, 422]);
    }
  });
});

async function withFailingTasks(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(`create function fail() returns trigger language plpgsql as $$ begin raise exception 'simulated failure'; end $$;
    create trigger fail before update on tasks for each statement execute function fail()`);
  await work().finally(() => client.query('drop trigger fail on tasks').finally(() => client.end()));
}
