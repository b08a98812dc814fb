import { type Client, startService, type TestService } from '@wfp/api/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const team = (await owner.call('POST', '/teams', { name: 'Everyone' })).body;
  const [employee] = (await owner.call('GET', '/employees')).body.data;
  const member = (await owner.call('POST', `/teams/${team.id}/members`, { employee_id: employee.id })).body;
  Object.assign(ids, { team: team.id, member: member.id });
  const make = async (name: string, body: object = {}) => {
    ids[name] = (await owner.call('POST', '/tasks', { title: name, ...body })).body.id;
  };
  await make('epic', { task_type: 'epic', status: 'done' });
  await make('late', { due_at: '2026-01-01T00:00:00Z', label: 'ops' });
  await make('later', { due_at: '2026-06-01T00:00:00Z', label: 'Ops' });
  await make('bug', { category_code: 'bug', status: 'in_progress' });
  await make('child', { parent_task_id: ids.epic });
  await make('as user', { assigned_to: owner.user.id });
  await make('as employee', { assigned_employee_id: employee.id });
  await make('as team', { assigned_team_id: team.id });
});
afterAll(() => service.stop());

const list = async (query: string) => (await owner.call('GET', `/tasks${query}`)).body;
const titles = async (query: string) => (await list(query)).data.map((task: any) => task.title);

describe('GET /tasks', () => {
  it('lists column by column, in the order of positions', async () => {
    const { data, total } = await list('?limit=100');
    expect(total).toBe(8);
    expect(data.map((task: any) => [task.status, task.position])).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((position) => ['todo', position]),
      ['in_progress', 0],
      ['done', 0],
    ]);
  });

  it.each([
    ['?status=in_progress', ['bug']],
    ['?label=ops', ['late']],
    ['?category_code=bug', ['bug']],
    ['?due_before=2026-06-01T00:00:00Z', ['late']],
    ['?due_before=2026-06-01T02:00:00.001%2B02:00', ['late', 'later']],
    ['?assigned_to_me=true', ['as user', 'as employee', 'as team']],
    ['?assigned_to_me=true&status=done', []],
    ['?limit=1&offset=1', ['later']],
  ])('%s gives %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it('filters by parent, and by whose it is not', async () => {
    expect(await titles(`?parent_task_id=${ids.epic}`)).toEqual(['child']);
    expect(await titles('?initiative_id=5')).toEqual([]);
    expect((await titles('?assigned_to_me=false')).includes('as user')).toBe(false);
    expect((await list('?assigned_to_me=false')).total).toBe(5);
  });

  it('counts a team as mine only while I am in it', async () => {
    await owner.call('DELETE', `/teams/${ids.team}/members/${ids.member}`);
    expect(await titles('?assigned_to_me=true')).toEqual(['as user', 'as employee']);
  });

  it.each([
    ['status=finished', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['assigned_to_me=yes', 'assigned_to_me'],
    ['due_before=soon', 'due_before'],
    ['initiative_id=0', 'initiative_id'],
    ['colour=red', 'colour'],
    ['status=todo&status=done', 'status'],
    ['label=%00', 'label'],
  ])('refuses ?%s, naming %s', async (query, field) => {
    const { status, body } = await owner.call('GET', `/tasks?${query}`);
    expect(status).toBe(422);
    expect(body.details.fieldErrors).toHaveProperty(field);
  });

  it('shows nothing of another organization', async () => {
    const stranger = await service.newOrganization();
    expect((await stranger.call('GET', '/tasks')).body).toEqual({ data: [], total: 0 });
    expect((await stranger.call('GET', `/tasks?parent_task_id=${ids.epic}`)).body.total).toBe(0);
  });
});
