import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;
let counter = 0;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const made = async (path: string, body: object) => {
  const answer = await owner.call('POST', path, body);
  if (answer.status !== 201 && answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const department = (fields: object = {}) => {
  counter += 1;
  return made('/teams', { name: `Department ${counter}`, kind: 'department', ...fields });
};
const seat = (fields: object = {}) => {
  counter += 1;
  return made('/positions', { title: `Seat ${counter}`, code: `D-${counter}`, status: 'open', ...fields });
};
const hire = (fields: object = {}) =>
  made('/employees', { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields });
const plan = (id: number, kind: string, set: object) =>
  made(`/employees/${id}/changes`, { effective_date: '2999-03-01', kind, set });

/** Makes scheduled changes of these employees due without applying them. */
const makeDue = (ids: readonly number[]) =>
  executeOperational(
    service.platform,
    Prisma.sql`update employee_changes set effective_date = current_date, applies_at = current_date,
        "set" = case when jsonb_exists("set", 'hire_date')
          then jsonb_set("set", '{hire_date}', to_jsonb(current_date::text)) else "set" end
      where org_id = ${org_id} and state = 'scheduled' and employee_id = any(${[...ids]}::int[]) returning id`,
  );

describe.each([
  ['archive', 'move_to', []],
  ['merge', 'into_id', ['team.merged']],
] as const)('POST /teams/:id/%s of a primary team', (act, field, more) => {
  const dissolve = (from: number, into: number) =>
    recordedBy(service, org_id, () => owner.call('POST', `/teams/${from}/${act}`, { [field]: into }));

  it('moves current and future employees, child teams and the lead', async () => {
    const lead = await hire();
    const [source, target] = [await department({ lead_employee_id: lead.id }), await department()];
    const child = await department({ parent_id: source.id });
    const [here, leaving, coming] = [
      await hire({ team_id: source.id }),
      await hire({ team_id: source.id }),
      await hire(),
    ];
    await plan(leaving.id, 'team', { team_id: (await department()).id });
    await plan(coming.id, 'team', { team_id: source.id });
    const { result, events } = await dissolve(source.id, target.id);
    expect(result.status).toBe(200);
    const moved = [here, leaving].flatMap(({ id }) => [
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
      `team.member_left ${source.id}`,
      `team.member_joined ${target.id}`,
    ]);
    expect(events.toSorted()).toEqual(
      [
        ...moved,
        `employee.change_cancelled ${coming.id}`,
        `employee.change_scheduled ${coming.id}`,
        ...['team.post_update', 'team.moved'].map((type) => `${type} ${child.id}`),
        `team.post_update ${target.id}`,
        `team.post_archive ${source.id}`,
        ...more.map((type) => `${type} ${source.id}`),
      ].toSorted(),
    );
  });

  it('applies due changes that assign the team', async () => {
    const role = (await owner.call('GET', '/roles')).body.data.find((one: any) => one.code === 'hr');
    const [source, target] = [await department(), await department()];
    const [old, next] = [await seat({ default_role_id: role.id }), await seat({ default_role_id: role.id })];
    const boss = await hire({ user_id: (await service.newUser(owner, ['employee'])).user.id });
    const formerBoss = await hire({ user_id: (await service.newUser(owner, ['employee'])).user.id });
    const starts = await hire({ team_id: source.id, hire_date: '2999-02-01' });
    const user = await service.newUser(owner, ['employee']);
    const moves = await hire({ user_id: user.user.id, position_id: old.id, manager_id: formerBoss.id });
    await plan(moves.id, 'transfer', { team_id: source.id, position_id: next.id, manager_id: boss.id });
    const returns = await hire();
    await made(`/employees/${returns.id}/terminate`, { end_date: '2025-01-01', reason_code: 'moved' });
    await made(`/employees/${returns.id}/rehire`, { hire_date: '2999-03-01', team_id: source.id });
    await makeDue([starts.id, moves.id, returns.id]);
    const { result, events } = await dissolve(source.id, target.id);
    expect(result.status).toBe(200);
    expect(events).toEqual(
      expect.arrayContaining([
        `employee.hired ${starts.id}`,
        `employee.manager_changed ${moves.id}`,
        `employee.rehired ${returns.id}`,
        `position.vacated ${old.id}`,
      ]),
    );
    const types = new Set(events.map((one) => one.split(' ')[0]));
    expect([...types]).toEqual(expect.arrayContaining(['grant.post_create', 'grant.post_archive']));
    for (const { id } of [starts, moves, returns])
      expect((await owner.call('GET', `/employees/${id}`)).body).toMatchObject({
        status: 'active',
        team_id: target.id,
      });
  });
});
