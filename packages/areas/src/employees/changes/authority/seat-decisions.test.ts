import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let hr: Client;
let seat: { id: number; code: string };
let plain: number;
let counter = 0;
beforeAll(async () => {
  service = await startOwnService();
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  const roles = (await owner.call('GET', '/roles')).body.data;
  const { id } = roles.find((role: { code: string }) => role.code === 'admin');
  seat = await createPosition({ default_role_id: id });
  plain = (await createPosition()).id;
});
afterAll(() => service.stop());

const created = async (path: string, body: object, by = owner): Promise<any> => {
  const response = await by.call('POST', path, body);
  expect([path, response.status, response.body.details]).toEqual([path, 201, undefined]);
  return response.body;
};
const createPosition = (fields: object = {}) => {
  counter += 1;
  const code = `P-${counter}`;
  return created('/positions', { title: code, code, status: 'open', headcount: 50, ...fields });
};
const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01' };
const hire = async (fields: object = {}): Promise<number> =>
  (await created('/employees', { ...person, ...fields })).id;
const createUser = async () => (await service.newUser(owner, ['employee'])).user.id;
const change = (id: number, effective_date: string, position_id: number, by = owner) =>
  created(`/employees/${id}/changes`, { effective_date, kind: 'position', set: { position_id } }, by);
const correct = (id: number, corrects_id: number, effective_date: string, set: object = {}, by = hr) =>
  created(`/employees/${id}/changes`, { effective_date, kind: 'correction', corrects_id, set }, by);
const link = (by: Client, id: number, user_id: number) =>
  by.call('POST', `/employees/${id}/link-user`, { user_id });
const firstChange = async (id: number) =>
  (await owner.call('GET', `/employees/${id}/changes?sort=effective_date`)).body.data[0];
const listRoles = async (user_id: number): Promise<string[]> =>
  (await owner.call('GET', `/grants?user_id=${user_id}`)).body.data.map(
    (grant: { role_code: string }) => grant.role_code,
  );

const future = '2031-01-01';
const comesWith = () => `Position ${seat.code} comes with the role "Administrator" (admin)`;
const because = (who: string) => [`${comesWith()}, which is not granted, because ${who} cannot grant it`];
/** Applies the scheduled changes. Expects that the employee takes the position. */
async function apply(id: number, position_id = seat.id): Promise<void> {
  await runDueChangesAt(service, owner.user.org_id, '2031-01-03T00:00:00Z');
  expect((await owner.call('GET', `/employees/${id}`)).body.position_id).toBe(position_id);
}

describe('a position that an owner chose for an employee whom others linked to a user', () => {
  const scheduled = async () => {
    const id = await hire();
    return { id, wrong: (await change(id, future, seat.id)).id as number };
  };
  const started = async () => {
    const id = await hire({ hire_date: future, position_id: seat.id });
    return { id, wrong: (await firstChange(id)).id as number };
  };
  const rehired = async () => {
    const id = await hire();
    const end = { end_date: '2024-06-01', reason_code: 'left' };
    expect((await owner.call('POST', `/employees/${id}/terminate`, end)).status).toBe(200);
    const again = { hire_date: future, position_id: seat.id };
    const { body } = await owner.call('POST', `/employees/${id}/rehire`, again);
    return { id, wrong: body.change.id as number };
  };
  const approved = async () => {
    const manager = await service.newUser(owner, ['employee']);
    const manager_id = await hire({ user_id: manager.user.id });
    const id = await hire({ manager_id });
    const proposal = await change(id, future, seat.id, manager);
    expect(proposal.state).toBe('proposed');
    const path = `/employees/${id}/changes/${proposal.id}/approve`;
    expect((await owner.call('POST', path)).status).toBe(200);
    return { id, wrong: proposal.id as number };
  };
  const held = async () => {
    const id = await hire();
    return { id, wrong: (await change(id, '2024-02-01', seat.id)).id as number };
  };

  it.each([
    ['a change', scheduled, future],
    ['a hire', started, future],
    ['a rehire', rehired, future],
    ['an approved proposal', approved, future],
    ['a change in effect', held, future],
    ['a change, to another day', scheduled, '2031-01-02'],
  ])('does not grant its role after a correction of %s', async (_, prepare, day) => {
    const { id, wrong } = await prepare();
    const user_id = await createUser();
    expect((await link(hr, id, user_id)).status).toBe(200);
    const { warnings } = await correct(id, wrong, day);
    expect(warnings).toEqual([expect.stringContaining('which is not granted')]);
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });

  it('does not grant its role to an invited user after a correction of another value', async () => {
    const { id, wrong } = await scheduled();
    const { body } = await hr.call('POST', '/users/invite', { email: 'guest@demo.test', employee_id: id });
    const { warnings } = await correct(id, wrong, future, { fte: '0.5' });
    expect(warnings).toEqual(because('you'));
    await apply(id);
    expect(await listRoles(body.id)).toEqual(['employee']);
  });

  it('does not grant its role after a correction of the name, which replaces the hire', async () => {
    const { id } = await started();
    const user_id = await createUser();
    await link(hr, id, user_id);
    expect((await hr.call('PATCH', `/employees/${id}`, { first_name: 'Eve' })).status).toBe(200);
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });

  it('does not grant its role after the team of the change was archived', async () => {
    const [from, to] = [
      await created('/teams', { name: 'Old', kind: 'department' }),
      await created('/teams', { name: 'New', kind: 'department' }),
    ];
    const id = await hire();
    const set = { position_id: seat.id, team_id: from.id };
    await created(`/employees/${id}/changes`, { effective_date: future, kind: 'transfer', set });
    const user_id = await createUser();
    await link(hr, id, user_id);
    expect((await hr.call('POST', `/teams/${from.id}/archive`, { move_to: to.id })).status).toBe(200);
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });
});

describe('a correction by a user who cannot grant the role of the position', () => {
  it('moves a decision that was superseded to another day without the role', async () => {
    const user_id = await createUser();
    const id = await hire({ user_id });
    const { id: wrong } = await change(id, '2024-02-01', seat.id);
    expect(await listRoles(user_id)).toEqual(['employee', 'admin']);
    await change(id, '2024-03-01', plain);
    expect(await listRoles(user_id)).toEqual(['employee']);
    expect((await correct(id, wrong, future)).warnings).toEqual(because('you'));
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });

  it('does not bring a role that the position did not have when it was chosen', async () => {
    const user_id = await createUser();
    const chair = await createPosition();
    const id = await hire({ user_id });
    const { id: wrong } = await change(id, '2024-02-01', chair.id);
    const { default_role_id } = (await owner.call('GET', `/positions/${seat.id}`)).body;
    expect((await owner.call('PATCH', `/positions/${chair.id}`, { default_role_id })).status).toBe(200);
    await correct(id, wrong, future);
    await apply(id, chair.id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });

  it('keeps the role while it changes another value only, and the warning says so', async () => {
    const user_id = await createUser();
    const id = await hire({ user_id });
    const { id: wrong } = await change(id, future, seat.id);
    expect((await correct(id, wrong, future, { fte: '0.5' })).warnings).toEqual([comesWith()]);
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee', 'admin']);
  });

  it('is still required after others correct the change again', async () => {
    const user_id = await createUser();
    const id = await hire({ user_id });
    const { id: wrong } = await change(id, future, seat.id);
    const moved = await correct(id, wrong, '2031-01-02');
    const again = await correct(id, moved.id, '2031-01-02', { fte: '0.5' }, owner);
    expect(again.warnings).toEqual(because('the user who moved the change to another day'));
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });

  it('is replaced by the choice of a user who can grant it', async () => {
    const user_id = await createUser();
    const id = await hire({ user_id });
    const { id: wrong } = await change(id, future, seat.id, hr);
    const chosen = await correct(id, wrong, future, { position_id: seat.id }, owner);
    expect(chosen.warnings).toEqual([comesWith()]);
    await apply(id);
    expect(await listRoles(user_id)).toEqual(['employee', 'admin']);
  });
});

it('requires all who may have decided a row of an earlier release, without the time of the decision', async () => {
  const forgetTime = (id: number) =>
    executeOperational(
      service.platform,
      sql`update employee_changes set decided_at = null, rescheduled_by = null
        where org_id = ${owner.user.org_id} and id = ${id} returning id`,
    );
  const [linked, copied] = [await hire(), await hire({ user_id: await createUser() })];
  await forgetTime((await change(linked, future, seat.id)).id);
  const user_id = await createUser();
  await link(hr, linked, user_id);
  const { id: wrong } = await change(copied, future, seat.id);
  const moved = await correct(copied, wrong, '2031-01-02');
  await forgetTime(moved.id);
  const again = await correct(copied, moved.id, '2031-01-02', { fte: '0.5' }, owner);
  expect(again.warnings).toEqual(because('the user who moved the change to another day'));
  await apply(linked);
  await apply(copied);
  expect(await listRoles(user_id)).toEqual(['employee']);
  const { body } = await owner.call('GET', `/employees/${copied}`);
  expect(await listRoles(body.user_id)).toEqual(['employee']);
});

describe('a user who is linked to an employee whose position others chose', () => {
  it('does not get its role, and the response says why', async () => {
    const chosen = async () => (await created('/employees', { ...person, position_id: seat.id }, hr)).id;
    const user_id = await createUser();
    const linked = await recordedBy(service, owner.user.org_id, async () =>
      link(owner, await chosen(), user_id),
    );
    expect(linked.result.body.warnings).toEqual(because('the user who chose the position'));
    expect(await listRoles(user_id)).toEqual(['employee']);
    const guest = { email: 'seated@demo.test', employee_id: await chosen(), role_ids: [] };
    const invited = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', '/users/invite', guest),
    );
    expect([invited.result.status, invited.result.body.warnings]).toEqual([
      201,
      because('the user who chose the position'),
    ]);
    expect(invited.events.filter((event) => event.startsWith('grant.'))).toEqual([]);
    expect(await listRoles(invited.result.body.id)).toEqual([]);
  });

  it('gets it if both can grant it, and the response to an invitation says so', async () => {
    const id = await hire({ position_id: seat.id });
    const guest = { email: 'granted@demo.test', employee_id: id, role_ids: [] };
    const { result, events } = await recordedBy(service, owner.user.org_id, () =>
      owner.call('POST', '/users/invite', guest),
    );
    expect([result.status, result.body.warnings]).toEqual([201, [comesWith()]]);
    expect(events).toContainEqual(expect.stringMatching(/^grant\.post_create/));
    expect(await listRoles(result.body.id)).toEqual(['admin']);
    const alone = await owner.call('POST', '/users/invite', { email: 'alone@demo.test', role_ids: [] });
    expect(alone.body).not.toHaveProperty('warnings');
  });

  it('does not get it when a correction of an owner makes the choice of others current', async () => {
    const user_id = await createUser();
    const id = await hire({ user_id });
    await change(id, '2024-02-01', seat.id, hr);
    const { id: wrong } = await change(id, '2024-03-01', plain);
    await correct(id, wrong, future, {}, owner);
    expect((await owner.call('GET', `/employees/${id}`)).body.position_id).toBe(seat.id);
    expect(await listRoles(user_id)).toEqual(['employee']);
  });
});
