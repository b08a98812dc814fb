import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let people: ReturnType<typeof peopleOf>;
let year = 2030;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  people = peopleOf(owner);
});
afterAll(() => service.stop());

/** Each test uses its own year, so that it does not apply changes of other tests. */
const nextYear = () => {
  year += 1;
  return `${year}-02-01`;
};
const runOn = (day: string) =>
  recordedBy(service, org_id, () => runDueChangesAt(service, org_id, `${day}T00:00:00Z`));
const someone = async (roles: string[], fields: object = {}) => {
  const user = await service.newUser(owner, roles);
  return { user, ...(await people.hire({ user_id: user.user.id, ...fields })) };
};
const access = async (user: Client) => (await user.call('GET', '/users/me')).status;
const grant = async ({ user }: Client, code: string) => {
  const roles: { id: number; code: string }[] = (await owner.call('GET', '/roles')).body.data;
  const role_id = roles.find((role) => role.code === code)?.id;
  expect((await owner.call('POST', '/grants', { user_id: user.id, role_id })).status).toBe(201);
};
const task = async (fields: object) =>
  (await owner.call('POST', '/tasks', { title: 'To hand over', ...fields })).body.id;

describe('a due termination', () => {
  it('ends access and memberships, and reassigns tasks and reports', async () => {
    const day = nextYear();
    const team = await people.team('Left on a day');
    const leaver = await someone(['employee'], { team_id: team.id });
    const [reassignee, report] = [await people.hire(), await people.hire({ manager_id: leaver.id })];
    const id = await task({ assigned_employee_id: leaver.id });
    await people.terminate(leaver.id, day, {
      reassign_reports_to: reassignee.id,
      reassign_tasks_to: reassignee.id,
    });
    const later = await task({ assigned_to: leaver.user.user.id });
    expect(await access(leaver.user)).toBe(200);
    const { result, events } = await runOn(day);
    expect(result.notes).toEqual([]);
    expect(events).toContain(`employee.terminated ${leaver.id}`);
    expect(events).toContain(`team.member_left ${team.id}`);
    expect(events).toContain(`employee.manager_changed ${report.id}`);
    expect(events).toContain(`user.deactivated ${leaver.user.user.id}`);
    expect(await access(leaver.user)).toBe(401);
    expect((await people.employee(report.id)).manager_id).toBe(reassignee.id);
    for (const one of [id, later]) {
      expect((await people.get(`/tasks/${one}`)).assigned_employee_id).toBe(reassignee.id);
    }
    expect((await runOn(day)).events).toEqual([]);
  });

  it('does not deactivate a user who now has more permissions than the one who terminated them', async () => {
    const day = nextYear();
    const hr = await service.newUser(owner, ['hr']);
    const key = (await hr.call('POST', '/api-keys', { name: 'Terminations' })).body;
    const byKey = createTestClient(service.url, { access_token: key.key, user: hr.user });
    const clerk = await someone(['employee']);
    expect((await peopleOf(byKey).terminate(clerk.id, day)).status).toBe(200);
    expect((await hr.call('DELETE', `/api-keys/${key.id}`)).status).toBe(204);
    await grant(clerk.user, 'admin');
    const { result } = await runOn(day);
    expect(result.notes).toEqual([expect.stringContaining('was not deactivated')]);
    expect((await people.employee(clerk.id)).status).toBe('terminated');
    expect(await access(clerk.user)).toBe(200);
  });

  it.each(['deactivated', 'deleted'])(
    'is applied with the authority of a user who was %s since',
    async (state) => {
      const day = nextYear();
      const [hr, second] = [await service.newUser(owner, ['hr']), await service.newUser(owner, ['owner'])];
      const [clerk, risen, admin] = [
        await someone(['employee']),
        await someone(['employee']),
        await someone(['admin']),
      ];
      for (const { id } of [clerk, risen]) {
        expect((await peopleOf(hr).terminate(id, day)).status).toBe(200);
      }
      expect((await peopleOf(second).terminate(admin.id, day)).status).toBe(200);
      await grant(risen.user, 'owner');
      for (const { user } of [hr, second]) {
        const [method, action] =
          state === 'deleted' ? (['DELETE', ''] as const) : (['POST', '/deactivate'] as const);
        expect((await owner.call(method, `/users/${user.id}${action}`)).status).toBeLessThan(300);
      }
      const { result } = await runOn(day);
      expect(result.notes).toEqual([expect.stringContaining('was not deactivated')]);
      for (const { id } of [clerk, risen, admin]) {
        expect((await people.employee(id)).status).toBe('terminated');
      }
      expect([await access(clerk.user), await access(risen.user), await access(admin.user)]).toEqual([
        401, 200, 401,
      ]);
    },
  );

  it('does not reassign tasks if the assignee has left', async () => {
    const day = nextYear();
    const [leaver, reassignee] = [await people.hire(), await people.hire()];
    const id = await task({ assigned_employee_id: leaver.id });
    await people.terminate(leaver.id, day, { reassign_tasks_to: reassignee.id });
    expect((await people.terminate(reassignee.id, '2026-01-01')).status).toBe(200);
    expect((await runOn(day)).result.notes).toEqual([expect.stringContaining('is no longer employed')]);
    expect((await people.get(`/tasks/${id}`)).assigned_employee_id).toBe(leaver.id);
  });
});
