import { systemCaller } from '@wfp/shared';
import { type Transaction, writeInTransaction } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllMemberships, syncMemberships } from './primary-team.service.ts';

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

const newTeam = async (kind: string): Promise<number> => {
  counter += 1;
  return (await owner.call('POST', '/teams', { name: `Team ${counter}`, kind })).body.id;
};
const newEmployee = async (): Promise<number> =>
  (
    await owner.call('POST', '/employees', {
      first_name: 'Ada',
      last_name: 'L',
      hire_date: '2024-01-01',
    })
  ).body.id;
const steps = (run: (tx: Transaction, caller: ReturnType<typeof systemCaller>) => Promise<void>) => {
  const origin = { request_id: 'test', ip: null, user_agent: null };
  const emits = ['team.member_joined', 'team.member_changed', 'team.member_left'];
  const caller = systemCaller(service.platform, org_id, origin, emits);
  return recordedBy(service, org_id, () => writeInTransaction(caller, (tx) => run(tx, caller)));
};
const members = async (team: number, query = '') =>
  (await owner.call('GET', `/teams/${team}/members?${query}`)).body.data.map(
    (row: { employee_id: number; joined_on: string; left_on: string | null }) => [
      row.employee_id,
      row.joined_on,
      row.left_on,
    ],
  );

const period = (team_id: number, joined_on: string, left_on: string | null = null) => ({
  team_id,
  joined_on,
  left_on,
});
const follow = (id: number, ...periods: ReturnType<typeof period>[]) =>
  steps((tx, caller) => syncMemberships(tx, caller, id, periods));

describe('memberships of primary teams', () => {
  it('start and end with the periods of the primary team', async () => {
    const [old, next, id] = [await newTeam('department'), await newTeam('department'), await newEmployee()];
    const joined = await follow(id, period(old, '2024-01-01'));
    expect(joined.events).toEqual([`team.member_joined ${old}`]);
    const { events, audit } = await follow(
      id,
      period(old, '2024-01-01', '2024-06-01'),
      period(next, '2024-06-01'),
    );
    expect(events).toEqual([`team.member_left ${old}`, `team.member_joined ${next}`]);
    expect(audit).toMatchObject([
      { action: 'archive', after: { left_on: '2024-06-01' } },
      { action: 'create', after: { is_home: true } },
    ]);
    expect(await members(old)).toEqual([]);
    expect(await members(old, 'left=true')).toEqual([[id, '2024-01-01', '2024-06-01']]);
    expect(await members(next)).toEqual([[id, '2024-06-01', null]]);
    expect(await members(next, 'active_on=2024-05-31')).toEqual([]);
    expect(
      (await follow(id, period(old, '2024-01-01', '2024-06-01'), period(next, '2024-06-01'))).events,
    ).toEqual([]);
  });

  it('are added, moved and deleted for past periods', async () => {
    const [old, next, id] = [await newTeam('department'), await newTeam('department'), await newEmployee()];
    const early = await follow(id, period(old, '2024-01-01', '2024-03-01'), period(next, '2024-03-01'));
    expect(early.events.toSorted()).toEqual(
      [`team.member_joined ${old}`, `team.member_left ${old}`, `team.member_joined ${next}`].toSorted(),
    );
    const moved = await follow(id, period(old, '2024-01-01', '2024-04-01'), period(next, '2024-04-01'));
    expect(moved.events.toSorted()).toEqual(
      [`team.member_changed ${old}`, `team.member_changed ${next}`].toSorted(),
    );
    expect(await members(old, 'left=true')).toEqual([[id, '2024-01-01', '2024-04-01']]);
    const never = await follow(id, period(next, '2024-01-01'));
    expect(never.events).toEqual([`team.member_left ${old}`, `team.member_changed ${next}`]);
    expect(await members(old, 'left=true')).toEqual([]);
    const again = await follow(id, period(next, '2024-01-01', '2024-02-01'));
    expect(again.events).toEqual([`team.member_left ${next}`]);
    expect((await follow(id, period(next, '2024-01-01'))).events).toEqual([`team.member_joined ${next}`]);
  });

  it('can move together, even if each overlaps another old one', async () => {
    const [team, other, id] = [await newTeam('department'), await newTeam('department'), await newEmployee()];
    const between = (first: string, last: string) => [
      period(team, '2024-01-01', first),
      period(other, first, last),
      period(team, last),
    ];
    await follow(id, ...between('2024-03-01', '2024-06-01'));
    const { events } = await follow(id, ...between('2024-08-01', '2024-10-01'));
    const changed = `team.member_changed ${team}`;
    const [joined, left] = [`team.member_joined ${other}`, `team.member_left ${other}`];
    expect(events.toSorted()).toEqual([changed, changed, joined, left, left].toSorted());
    expect(await members(team)).toEqual([[id, '2024-10-01', null]]);
    expect(await members(team, 'left=true')).toEqual([[id, '2024-01-01', '2024-08-01']]);
    expect(await members(other, 'left=true')).toEqual([[id, '2024-08-01', '2024-10-01']]);
  });

  it('are not added if a manual membership covers the period', async () => {
    const [team, id] = [await newTeam('squad'), await newEmployee()];
    await owner.call('POST', `/teams/${team}/members`, { employee_id: id, joined_on: '2024-02-02' });
    const { events } = await follow(id, period(team, '2024-06-01'));
    expect(events).toEqual([]);
    expect(await members(team)).toEqual([[id, '2024-02-02', null]]);
  });

  it('do not affect memberships of other teams', async () => {
    const [team, squad, id] = [await newTeam('department'), await newTeam('squad'), await newEmployee()];
    await owner.call('POST', `/teams/${squad}/members`, { employee_id: id, joined_on: '2024-02-02' });
    await follow(id, period(team, '2024-06-01'));
    await follow(id);
    expect(await members(team)).toEqual([]);
    expect(await members(squad)).toEqual([[id, '2024-02-02', null]]);
  });

  it('end with all others on the termination date', async () => {
    const [team, squad, id] = [await newTeam('department'), await newTeam('squad'), await newEmployee()];
    await owner.call('POST', `/teams/${squad}/members`, { employee_id: id, joined_on: '2024-02-02' });
    await follow(id, period(team, '2024-01-01'));
    const { events } = await steps((tx, caller) => endAllMemberships(tx, caller, id, '2024-08-01'));
    expect(events.sort()).toEqual([`team.member_left ${team}`, `team.member_left ${squad}`].sort());
    expect(await members(team, 'left=true')).toEqual([[id, '2024-01-01', '2024-08-01']]);
    expect(await members(squad, 'left=true')).toEqual([[id, '2024-02-02', '2024-08-01']]);
  });

  it('are rejected for a missing team', async () => {
    const id = await newEmployee();
    await expect(follow(id, period(999_999, '2024-06-01'))).rejects.toMatchObject({
      details: { fieldErrors: { team_id: [expect.any(String)] } },
    });
  });
});

it('rejects a former employee as a member', async () => {
  const [squad, id] = [await newTeam('squad'), await newEmployee()];
  await owner.call('POST', `/employees/${id}/terminate`, { end_date: '2025-01-01', reason_code: 'moved' });
  const joining = () => owner.call('POST', `/teams/${squad}/members`, { employee_id: id });
  const { result, ...left } = await recordedBy(service, org_id, joining);
  expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['employee_id']]);
  expect(left).toEqual(nothing);
});
