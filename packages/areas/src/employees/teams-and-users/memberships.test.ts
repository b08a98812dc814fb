import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let [home, next, squad] = [0, 0, 0];
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
  home = (await people.team('Home')).id;
  next = (await people.team('Next')).id;
  squad = (await people.team('Squad')).id;
});
afterAll(() => service.stop());

const daysIn = async (team: number, employee: number) => {
  const of = (query: string) => people.get(`/teams/${team}/members?employee_id=${employee}${query}`);
  const rows = [...(await of('')).data, ...(await of('&left=true')).data];
  return rows.map((row: any) => [row.joined_on, row.left_on]).toSorted();
};
const changeOf = async (id: number, kind: string) =>
  (await people.changes(id)).find((one: any) => one.kind === kind && one.state !== 'cancelled');
const corrected = async (id: number, wrong: { id: number }, day: string) =>
  people.change(id, 'correction', day, {}, { corrects_id: wrong.id });

it('adds a past membership for a team between two others, without changing the employee row', async () => {
  const { id } = await people.hire({ team_id: home });
  await people.change(id, 'team', '2024-06-01', { team_id: next });
  const { events } = await recordedBy(service, owner.user.org_id, () =>
    people.change(id, 'team', '2024-03-01', { team_id: squad }),
  );
  expect(events.filter((event) => event.startsWith('employee.post_update'))).toEqual([]);
  expect(await daysIn(home, id)).toEqual([['2020-01-01', '2024-03-01']]);
  expect(await daysIn(squad, id)).toEqual([['2024-03-01', '2024-06-01']]);
  expect(await daysIn(next, id)).toEqual([['2024-06-01', null]]);
});

it('memberships end on the corrected termination date', async () => {
  const { id } = await people.hire({ team_id: home });
  await owner.call('POST', `/teams/${squad}/members`, { employee_id: id, joined_on: '2021-01-01' });
  await owner.call('POST', `/teams/${next}/members`, { employee_id: id, joined_on: '2024-02-01' });
  await people.terminate(id, '2024-06-01');
  expect(await daysIn(home, id)).toEqual([['2020-01-01', '2024-06-01']]);
  for (const [last, ofNext] of [
    ['2024-08-01', '2024-08-01'],
    ['2024-01-01', '2024-02-01'],
  ] as const) {
    await corrected(id, await changeOf(id, last === '2024-08-01' ? 'termination' : 'correction'), last);
    expect(await daysIn(home, id)).toEqual([['2020-01-01', last]]);
    expect(await daysIn(squad, id)).toEqual([['2021-01-01', last]]);
    expect(await daysIn(next, id)).toEqual([['2024-02-01', ofNext]]);
  }
});

it('the membership of the primary team follows a corrected hire date and a rehire', async () => {
  const { id } = await people.hire({ team_id: home });
  await corrected(id, await changeOf(id, 'hire'), '2019-05-05');
  expect(await daysIn(home, id)).toEqual([['2019-05-05', null]]);
  await people.terminate(id, '2024-06-01');
  const back = { hire_date: '2025-01-01', team_id: home, reason_code: 'returned' };
  expect((await owner.call('POST', `/employees/${id}/rehire`, back)).status).toBe(200);
  expect(await daysIn(home, id)).toEqual([
    ['2019-05-05', '2024-06-01'],
    ['2025-01-01', null],
  ]);
});

it('an approved proposal with a past date changes past memberships', async () => {
  const manager = await service.newUser(owner, ['manager']);
  const boss = await people.hire({ user_id: manager.user.id });
  const { id } = await people.hire({ team_id: home, manager_id: boss.id });
  await people.change(id, 'team', '2024-06-01', { team_id: next });
  const body = { effective_date: '2024-03-01', kind: 'team', set: { team_id: squad } };
  const proposal = await manager.call('POST', `/employees/${id}/changes`, body);
  expect([proposal.status, proposal.body.state]).toEqual([201, 'proposed']);
  expect(await daysIn(squad, id)).toEqual([]);
  const approve = () => owner.call('POST', `/employees/${id}/changes/${proposal.body.id}/approve`);
  const { result, events } = await recordedBy(service, owner.user.org_id, approve);
  expect([result.status, result.body.state]).toEqual([200, 'applied']);
  expect(events).toEqual([
    `employee.change_applied ${id}`,
    `team.member_changed ${home}`,
    `team.member_joined ${squad}`,
    `team.member_left ${squad}`,
  ]);
  expect(await daysIn(home, id)).toEqual([['2020-01-01', '2024-03-01']]);
  expect(await daysIn(squad, id)).toEqual([['2024-03-01', '2024-06-01']]);
});
