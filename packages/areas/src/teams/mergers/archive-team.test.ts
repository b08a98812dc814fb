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

const newTeam = async (fields: object = {}, by = owner) => {
  counter += 1;
  return (await by.call('POST', '/teams', { name: `Team ${counter}`, ...fields })).body;
};
const newEmployee = async (fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields };
  return (await owner.call('POST', '/employees', person)).body;
};
describe('POST /teams/:id/archive', () => {
  it.each([
    ['archive', 'move_to', []],
    ['merge', 'into_id', ['team.merged']],
  ] as const)('moves rows that refer to the team: %s', async (act, field, more) => {
    const [source, target] = [await newTeam(), await newTeam()];
    const member = { employee_id: (await newEmployee()).id };
    await owner.call('POST', `/teams/${source.id}/members`, member);
    const work = { title: 'Ours', assigned_team_id: source.id };
    const task = (await owner.call('POST', '/tasks', work)).body;
    const seat = { title: 'Baker', code: `bak-${act}`, team_id: source.id };
    const position = (await owner.call('POST', '/positions', seat)).body;
    const employee_id = (await newEmployee()).id;
    const effort = { name: 'Crusts', owner_employee_id: employee_id, team_id: source.id };
    const initiative = (await owner.call('POST', '/initiatives', effort)).body;
    const fields = { name: 'Ours', visibility: 'team', team_id: source.id };
    const view = (await owner.call('POST', '/task-views', fields)).body;
    expect((await owner.call('DELETE', `/teams/${source.id}`)).status).toBe(422);
    const { result, events } = await recordedBy(service, org_id, () =>
      owner.call('POST', `/teams/${source.id}/${act}`, { [field]: target.id }),
    );
    expect(result.status).toBe(200);
    expect(result.body).toMatchObject(
      act === 'archive' ? { id: source.id, deleted_at: expect.any(String) } : { id: target.id },
    );
    expect(events).toEqual([
      `team.member_joined ${target.id}`,
      `team.member_left ${source.id}`,
      `initiative.post_update ${initiative.id}`,
      `position.post_update ${position.id}`,
      `task_view.post_update ${view.id}`,
      `task.post_update ${task.id}`,
      `team.post_archive ${source.id}`,
      ...more.map((type) => `${type} ${source.id}`),
    ]);
    expect((await owner.call('POST', `/teams/${source.id}/archive`, { move_to: target.id })).status).toBe(
      404,
    );
  });

  it.each([{}, { move_to: 999_999 }, { move_to: 'x' }])('rejects %j', async (body) => {
    const team = await newTeam();
    const answer = await owner.call('POST', `/teams/${team.id}/archive`, body);
    expect(Object.keys(answer.body.details.fieldErrors)).toEqual(['move_to']);
  });
});
