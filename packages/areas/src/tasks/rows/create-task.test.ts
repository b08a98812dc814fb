import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  stranger = await service.newOrganization();
});
afterAll(() => service.stop());

const post = (body: object, by = owner) => by.call('POST', '/tasks', body);
const recorded = (body: object) => recordedBy(service, owner.user.org_id, () => post(body));

describe('POST /tasks', () => {
  it('sets defaults and returns the whole row', async () => {
    const { result, events, audit, outbox } = await recorded({ title: '  Water the plants ' });
    expect(result.status).toBe(201);
    expect(result.body).toEqual({
      id: expect.any(Number),
      org_id: owner.user.org_id,
      title: 'Water the plants',
      description: '',
      status: 'todo',
      priority: 'medium',
      position: 0,
      label: null,
      category_code: 'general',
      effort: 'm',
      task_type: 'task',
      assigned_employee_id: null,
      assigned_team_id: null,
      assigned_to: null,
      parent_task_id: null,
      initiative_id: null,
      due_at: null,
      reminder_offset: null,
      tags: [],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: result.body.created_at,
      created_by: owner.user.id,
      updated_by: owner.user.id,
      deleted_at: null,
    });
    expect(events).toEqual([`task.post_create ${result.body.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([
      {
        action: 'create',
        resource: 'task',
        record_id: result.body.id,
        before: null,
        after: { title: 'Water the plants' },
      },
    ]);
  });

  it('accepts every writable field', async () => {
    const parent = (await post({ title: 'Epic', task_type: 'epic' })).body;
    const fields = {
      title: 'Everything at once',
      description: 'Café ☕\n𝄞',
      status: 'reviewing',
      priority: 'urgent',
      label: 'ops',
      category_code: 'bug',
      effort: 'xxl',
      task_type: 'story',
      assigned_to: owner.user.id,
      parent_task_id: parent.id,
      due_at: '2027-01-02T03:04:05.678Z',
      reminder_offset: '2d',
      tags: ['a', 'b'],
    };
    expect((await post(fields)).body).toMatchObject(fields);
  });

  it('converts a time with an offset to UTC', async () => {
    expect((await post({ title: 'x', due_at: '2027-01-02T03:04:05+02:00' })).body.due_at).toBe(
      '2027-01-02T01:04:05.000Z',
    );
  });

  it.each([
    [{}, 'title'],
    [{ title: '   ' }, 'title'],
    [{ title: 'x'.repeat(501) }, 'title'],
    [{ title: 7 }, 'title'],
    [{ title: 'nul \u0000' }, 'title'],
    [{ title: 'half \ud800' }, 'title'],
    [{ title: 'x', status: 'finished' }, 'status'],
    [{ title: 'x', priority: null }, 'priority'],
    [{ title: 'x', effort: 'xxxl' }, 'effort'],
    [{ title: 'x', reminder_offset: '1h' }, 'reminder_offset'],
    [{ title: 'x', reminder_offset: '3h', due_at: '2027-01-01T00:00:00Z' }, 'reminder_offset'],
    [{ title: 'x', due_at: 'tomorrow' }, 'due_at'],
    [{ title: 'x', due_at: '0000-01-01T00:00:00Z' }, 'due_at'],
    [{ title: 'x', assigned_to: 1, assigned_team_id: 1 }, 'assigned_team_id'],
    [{ title: 'x', assigned_to: 0 }, 'assigned_to'],
    [{ title: 'x', assigned_to: 2 ** 31 }, 'assigned_to'],
    [{ title: 'x', assigned_employee_id: 999_999 }, 'assigned_employee_id'],
    [{ title: 'x', initiative_id: 1 }, 'initiative_id'],
    [{ title: 'x', tags: Array.from({ length: 5_000 }, () => 't') }, 'tags'],
    [{ title: 'x', position: 3 }, 'position'],
    [{ title: 'x', org_id: 1 }, 'org_id'],
    [{ title: 'x', created_by: 1 }, 'created_by'],
    [{ title: 'x', colour: 'red' }, 'colour'],
  ])('rejects %.60j with an error on %s and writes nothing', async (body, field) => {
    const { result, ...left } = await recorded(body);
    expect(result.status).toBe(422);
    expect(result.body.error).toBeTypeOf('string');
    expect(Object.keys(result.body.details.fieldErrors)).toContain(field);
    expect(left).toEqual(nothing);
  });

  it('treats a reference to another organization as missing', async () => {
    const theirs = (await post({ title: 'Theirs' }, stranger)).body;
    const foreign = await post({ title: 'x', parent_task_id: theirs.id, assigned_to: stranger.user.id });
    const missing = await post({ title: 'x', parent_task_id: 99_999_999, assigned_to: 99_999_999 });
    expect(foreign.status).toBe(422);
    expect(foreign.body).toEqual(missing.body);
    expect(Object.keys(foreign.body.details.fieldErrors).sort()).toEqual(['assigned_to', 'parent_task_id']);
  });

  it('rejects a deleted parent', async () => {
    const gone = (await post({ title: 'Soon gone' })).body;
    await owner.call('DELETE', `/tasks/${gone.id}`);
    expect((await post({ title: 'x', parent_task_id: gone.id })).body.details.fieldErrors).toHaveProperty(
      'parent_task_id',
    );
  });
});

describe('permission to create tasks', () => {
  it.each([
    ['owner', 201],
    ['admin', 201],
    ['hr', 201],
    ['manager', 201],
    ['employee', 201],
    ['viewer', 403],
    ['auditor', 403],
  ])('%s: %i', async (role, status) => {
    const user = await service.newUser(owner, [role]);
    expect((await post({ title: 'Mine' }, user)).status).toBe(status);
  });

  it('limits a user with a narrow row scope to tasks in it, under readable parents', async () => {
    const permissions = [
      { permission: 'task:create', scopes: ['team'] },
      { permission: 'task:read', scopes: ['team'] },
      { permission: 'team:read', scopes: ['org'] },
    ];
    await owner.call('POST', '/roles', { code: 'team_tasks', name: 'Tasks of the team', permissions });
    const member = await service.newUser(owner, ['team_tasks']);
    const hired = { first_name: 'Tea', last_name: 'Mate', hire_date: '2024-01-01', user_id: member.user.id };
    const employee_id = (await owner.call('POST', '/employees', hired)).body.id;
    const [theirs, foreign] = await Promise.all(
      ['Theirs', 'Foreign'].map(async (name) => (await owner.call('POST', '/teams', { name })).body.id),
    );
    await owner.call('POST', `/teams/${theirs}/members`, { employee_id });
    const rejected = await recordedBy(service, owner.user.org_id, () =>
      post({ title: 'x', assigned_team_id: foreign }, member),
    );
    expect([rejected.result.status, rejected.events]).toEqual([403, []]);
    expect((await post({ title: 'x' }, member)).status).toBe(403);
    expect((await post({ title: 'x', assigned_team_id: theirs }, member)).status).toBe(201);
    const hidden = (await post({ title: 'Hidden', assigned_team_id: foreign })).body.id;
    const below = await post({ title: 'x', assigned_team_id: theirs, parent_task_id: hidden }, member);
    expect(Object.keys(below.body.details.fieldErrors)).toEqual(['parent_task_id']);
  });
});
