import { type Client, startService, type TestService } from '@wfp/testing';
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
  await make('bug', { category_code: 'bug', status: 'in_progress', description: 'As Said of it' });
  await make('child', { parent_task_id: ids.epic });
  await make('as user', { assigned_to: owner.user.id });
  await make('as employee', { assigned_employee_id: employee.id });
  await make('as team', { assigned_team_id: team.id });
  Object.assign(ids, { user: owner.user.id, employee: employee.id });
});
afterAll(() => service.stop());

const list = async (query: string) => (await owner.call('GET', `/tasks${query}`)).body;
const titles = async (query: string) => (await list(query)).data.map((task: any) => task.title);

describe('GET /tasks', () => {
  it('lists tasks by column and position', async () => {
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
  ])('%s returns %j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it.each([
    ['priority=medium&status=done', ['epic']],
    ['priority=high', []],
    ['effort=m&status=in_progress', ['bug']],
    ['task_type=epic', ['epic']],
    ['assigned_to=:user', ['as user']],
    ['assigned_employee_id=:employee', ['as employee']],
    ['assigned_team_id=:team', ['as team']],
    ['unassigned=true', ['late', 'later', 'child', 'bug', 'epic']],
    ['unassigned=false', ['as user', 'as employee', 'as team']],
    ['created_by=:user&status=done', ['epic']],
    ['created_by=99999', []],
    ['due_after=2026-06-01T00:00:00Z', ['later']],
    ['due_after=2026-06-01T00:00:00.001Z', []],
    ['due_after=2026-01-01T00:00:00Z&due_before=2026-06-01T00:00:00Z', ['late']],
    ['q=LATE', ['late', 'later']],
    ['q=ops', ['late', 'later']],
    ['q=said%20of', ['bug']],
    ['q=%25', []],
    ['q=_ate', []],
    ['tag=now', []],
    ['sort=-title&label=ops', ['late']],
    ['sort=title&limit=3', ['as employee', 'as team', 'as user']],
    ['sort=-title&limit=2', ['later', 'late']],
    ['sort=due_at&limit=3', ['late', 'later', 'epic']],
    ['sort=-due_at&limit=3', ['later', 'late', 'as team']],
    ['sort=created_at&limit=2', ['epic', 'late']],
    ['sort=-created_at&limit=2', ['as team', 'as employee']],
    ['sort=board&limit=2', ['late', 'later']],
    ['sort=-board&limit=2', ['epic', 'bug']],
    ['sort=priority,-title&limit=3', ['later', 'late', 'epic']],
    ['sort=-due_at,board&limit=3', ['later', 'late', 'child']],
    ['sort=-due_at,priority,-title&limit=4', ['later', 'late', 'epic', 'child']],
  ])('%s returns %j', async (query, expected) => {
    const named = query.replace(/:([a-z]+)/, (_, name: string) => String(ids[name]));
    expect(await titles(`?${named}`)).toEqual(expected);
    expect((await list(`?${named.replace(/(&|^)limit=\d+/, '')}`)).total).toBeGreaterThanOrEqual(
      expected.length,
    );
  });

  it('filters overdue tasks by the clock of the service, without done and cancelled ones', async () => {
    const { clock } = service.platform;
    const [past, future] = [-1_000, 3_600_000].map((ms) =>
      new Date(clock.now().getTime() + ms).toISOString(),
    );
    const by = await service.newOrganization();
    const make = (title: string, body: object) => by.call('POST', '/tasks', { title, ...body });
    await make('over', { due_at: past });
    await make('not yet', { due_at: future });
    await make('done in time', { due_at: past, status: 'done' });
    await make('never', {});
    const shown = async (query: string) => {
      const { data, total } = (await by.call('GET', `/tasks?${query}`)).body;
      expect(total).toBe(data.length);
      return data.map((task: any) => task.title);
    };
    expect(await shown('overdue=true')).toEqual(['over']);
    expect(await shown('overdue=false')).toEqual(['not yet', 'never', 'done in time']);
  });

  it('filters by tag and updated_after, and sorts by priority and updated_at', async () => {
    const by = await service.newOrganization();
    const make = async (title: string, body: object = {}) =>
      (await by.call('POST', '/tasks', { title, ...body })).body;
    const [low, urgent] = [
      await make('low', { priority: 'low', tags: ['a', 'b'] }),
      await make('urgent', { priority: 'urgent' }),
    ];
    await make('medium', { tags: ['b'] });
    const shown = async (query: string) =>
      (await by.call('GET', `/tasks?${query}`)).body.data.map((task: any) => task.title);
    expect(await shown('tag=b')).toEqual(['low', 'medium']);
    expect(await shown('tag=B')).toEqual([]);
    expect(await shown('sort=-priority')).toEqual(['urgent', 'medium', 'low']);
    expect(await shown('sort=priority')).toEqual(['low', 'medium', 'urgent']);
    const { updated_at } = (await by.call('PATCH', `/tasks/${low.id}`, { title: 'changed' })).body;
    expect(await shown('sort=-updated_at&limit=1')).toEqual(['changed']);
    expect(await shown('sort=updated_at&limit=1')).toEqual(['urgent']);
    expect(await shown(`updated_after=${updated_at}`)).toEqual(['changed']);
    expect(await shown(`updated_after=${urgent.updated_at}&sort=title`)).toContain('urgent');
  });

  it('returns every task once across pages when sort keys are equal', async () => {
    for (const sort of [
      'priority',
      '-priority,-updated_at',
      'due_at,-created_at',
      '-board',
      'priority,board',
    ]) {
      const pages = await Promise.all(
        [0, 3, 6].map((offset) => titles(`?sort=${sort}&limit=3&offset=${offset}&priority=medium`)),
      );
      expect([sort, new Set(pages.flat()).size, pages.flat().length]).toEqual([sort, 8, 8]);
    }
  });

  it('filters by parent and by tasks not assigned to the caller', async () => {
    expect(await titles(`?parent_task_id=${ids.epic}`)).toEqual(['child']);
    expect(await titles('?initiative_id=5')).toEqual([]);
    expect((await titles('?assigned_to_me=false')).includes('as user')).toBe(false);
    expect((await list('?assigned_to_me=false')).total).toBe(5);
  });

  it('treats a team’s tasks as mine only during my membership', async () => {
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
    ['sort=colour', 'sort'],
    ['sort=', 'sort'],
    ['sort=title,', 'sort'],
    ['sort=title,board,priority,due_at,created_at', 'sort'],
    ['deleted=yes', 'deleted'],
    ['priority=none', 'priority'],
    ['effort=xxxl', 'effort'],
    ['task_type=bug', 'task_type'],
    ['unassigned=1', 'unassigned'],
    ['overdue=maybe', 'overdue'],
    ['created_by=me', 'created_by'],
    ['assigned_to=2147483648', 'assigned_to'],
    ['updated_after=yesterday', 'updated_after'],
    ['q=', 'q'],
    ['tag=', 'tag'],
  ])('rejects ?%s with an error on %s', async (query, field) => {
    const { status, body } = await owner.call('GET', `/tasks?${query}`);
    expect(status).toBe(422);
    expect(body.details.fieldErrors).toHaveProperty(field);
  });

  it('returns no tasks of another organization', async () => {
    const stranger = await service.newOrganization();
    expect((await stranger.call('GET', '/tasks')).body).toEqual({
      data: [],
      total: 0,
      total_is_exact: true,
      next: null,
    });
    expect((await stranger.call('GET', `/tasks?parent_task_id=${ids.epic}`)).body.total).toBe(0);
  });
});
