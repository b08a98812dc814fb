import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerForUser } from '../../auth/index.ts';
import { exportedTasks } from '../list/tasks.export.store.ts';

/**
 * Tests the row scopes of tasks: every list, count and write agrees on them. Boss leads a department with a squad
 * below it; chief reports to boss, worker to chief; other reports to no one and is in the squad.
 */
let service: TestService;
let owner: Client;
const people: Record<string, Client> = {};
const tasks: Record<string, number> = {};
const roles: Record<string, number> = {};

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  const made = async (path: string, body: object) => {
    const answer = await owner.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.id as number;
  };
  const department = await made('/teams', { name: 'Department' });
  const squad = await made('/teams', { name: 'Squad', parent_id: department });
  const hire = async (name: string, body: object) => {
    people[name] = await service.newUser(owner, []);
    const user_id = people[name].user.id;
    return made('/employees', {
      first_name: name,
      last_name: 'X',
      hire_date: '2024-01-01',
      user_id,
      ...body,
    });
  };
  const boss = await hire('boss', { team_id: department });
  const chief = await hire('chief', { manager_id: boss });
  const below = await hire('worker', { manager_id: chief });
  const other = await hire('other', { team_id: squad });
  const make = async (title: string, body: object) => {
    tasks[title] = await made('/tasks', { title, label: 'seen', ...body });
  };
  await make('of boss', { assigned_employee_id: boss });
  await make('of chief', { assigned_employee_id: chief, status: 'blocked' });
  await make('of worker', { assigned_employee_id: below, status: 'blocked' });
  await make('of other', { assigned_employee_id: other });
  await make('of the user', { assigned_to: people.worker?.user.id, status: 'done' });
  await make('of department', { assigned_team_id: department });
  await make('of squad', { assigned_team_id: squad, status: 'done' });
  await make('of no one', {});
  for (const scopes of [['own'], ['reports'], ['team'], ['own', 'reports', 'team']]) {
    const permissions = ['read', 'update', 'export'].map((right) => ({
      permission: `task:${right}`,
      scopes,
    }));
    roles[scopes.join()] = await made('/roles', { code: scopes.join('_'), name: scopes.join(), permissions });
  }
});
afterAll(() => service?.stop());

/** Revokes all grants of a user, including those of a manager, and grants one role. */
async function grantOnly(who: Client, role_id: number | undefined): Promise<void> {
  await executeOperational(
    service.platform,
    Prisma.sql`update grants set deleted_at = now() where org_id = ${owner.user.org_id} and user_id = ${who.user.id}
      and deleted_at is null returning id`,
  );
  await owner.call('POST', '/grants', { user_id: who.user.id, role_id });
}

const everything = [
  ['boss', 'own', ['of boss']],
  ['boss', 'reports', ['of chief', 'of worker']],
  ['boss', 'team', ['of boss', 'of department', 'of other', 'of squad']],
  ['boss', 'own,reports,team', ['of boss', 'of chief', 'of department', 'of other', 'of squad', 'of worker']],
  ['chief', 'own', ['of chief']],
  ['chief', 'reports', ['of worker']],
  ['chief', 'team', []],
  ['chief', 'own,reports,team', ['of chief', 'of worker']],
  ['worker', 'own', ['of the user', 'of worker']],
  ['worker', 'own,reports,team', ['of the user', 'of worker']],
  ['other', 'own', ['of other']],
  ['other', 'reports', []],
  ['other', 'team', ['of other', 'of squad']],
] as const;

describe.each(everything)('%s, whose row scope is %s', (name, scopes, expected) => {
  const who = () => people[name] as Client;
  const get = async (path: string) => (await who().call('GET', path)).body;
  const named = (rows: { title: string }[]) => rows.map((row) => row.title).sort();
  beforeAll(() => grantOnly(who(), roles[scopes]));

  it('lists and counts exactly these tasks, with and without filters', async () => {
    for (const query of ['', '&label=seen', '&q=of', '&sort=-title', '&updated_after=2020-01-01T00:00:00Z']) {
      const { data, total } = await get(`/tasks?limit=100${query}`);
      expect([query, named(data), total]).toEqual([query, [...expected], expected.length]);
      expect((await get(`/tasks?limit=1${query}`)).total).toBe(expected.length);
    }
  });

  it('shows and counts exactly these tasks on the board', async () => {
    const { columns, total } = await get('/tasks/board');
    expect(named(columns.flatMap((column: any) => column.data))).toEqual([...expected]);
    expect(columns.map((column: any) => column.total)).toEqual(
      columns.map((column: any) => column.data.length),
    );
    expect([total, (await get('/tasks/board?per_column=0')).total]).toEqual([
      expected.length,
      expected.length,
    ]);
  });

  it('reads, updates and moves exactly these tasks, one by one and in bulk', async () => {
    for (const [title, id] of Object.entries(tasks)) {
      const status = (expected as readonly string[]).includes(title) ? 200 : 404;
      const { body: task } = await owner.call('GET', `/tasks/${id}`);
      const to = { status: task.status, position: task.position };
      const answers = [
        await who().call('GET', `/tasks/${id}`),
        await who().call('PATCH', `/tasks/${id}`, { effort: 's' }),
        await who().call('PATCH', `/tasks/${id}`, { status: task.status }),
        await who().call('POST', `/tasks/${id}/move`, to),
      ];
      expect([title, ...answers.map((answer) => answer.status)]).toEqual([
        title,
        status,
        status,
        status,
        status,
      ]);
    }
    const unseen = Object.keys(tasks).filter((title) => !(expected as readonly string[]).includes(title));
    const { body } = await who().call('POST', '/tasks/bulk', {
      ids: Object.values(tasks),
      patch: { effort: 'l' },
    });
    expect(body.details.fieldErrors.ids).toEqual([
      `Does not exist: ${unseen.map((title) => tasks[title]).join(', ')}`,
    ]);
    if (expected.length === 0) return;
    const ids = expected.map((title) => tasks[title]);
    const { body: changed } = await who().call('POST', '/tasks/bulk', { ids, patch: { effort: 'm' } });
    expect(changed.total).toBe(ids.length);
  });

  it('exports exactly these tasks', async () => {
    const origin = { request_id: 'reach', ip: null, user_agent: null };
    const user = { org_id: owner.user.org_id, user_id: who().user.id };
    const caller = await callerForUser(service.platform, user, origin, []);
    const rows = caller ? await service.rows(exportedTasks(caller, {})) : [];
    expect(named(rows)).toEqual([...expected]);
    expect(caller && named(await service.rows(exportedTasks(caller, { label: 'none' })))).toEqual([]);
  });
});
