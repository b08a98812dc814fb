import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
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
const move = (id: number, parent_id: unknown, by = owner) =>
  by.call('POST', `/teams/${id}/move`, { parent_id });

interface Node {
  id: number;
  name: string;
  members_count: number;
  children: Node[];
}
const shape = (nodes: Node[]): unknown[] => nodes.map((node) => [node.name, ...shape(node.children)]);

describe('GET /teams/tree', () => {
  it('nests all teams by name, with their number of members', async () => {
    const by = await service.newOrganization();
    const top = await newTeam({ name: 'b top' }, by);
    await newTeam({ name: 'A top' }, by);
    const middle = await newTeam({ name: 'middle', parent_id: top.id }, by);
    await newTeam({ name: 'Bottom', parent_id: middle.id }, by);
    const gone = await newTeam({ name: 'gone', parent_id: top.id }, by);
    await by.call('DELETE', `/teams/${gone.id}`);
    const person = { first_name: 'A', last_name: 'B', hire_date: '2024-01-01' };
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push((await by.call('POST', '/employees', person)).body.id);
    const [first, second, third] = people;
    const join = (employee_id: number, fields = {}) =>
      by.call('POST', `/teams/${middle.id}/members`, { employee_id, ...fields });
    await join(first);
    await join(second, { joined_on: '2999-01-01' });
    const left = (await join(third)).body;
    await by.call('DELETE', `/teams/${middle.id}/members/${left.id}`);
    const { status, body } = await by.call('GET', '/teams/tree');
    expect(status).toBe(200);
    expect(body.total).toBe(4);
    expect(shape(body.data)).toEqual([['A top'], ['b top', ['middle', ['Bottom']]]]);
    expect(body.data[1].children[0]).toMatchObject({ id: middle.id, parent_id: top.id, members_count: 1 });
  });

  it('contains only readable teams; one without a readable parent is at the top', async () => {
    const permissions = [{ permission: 'team:read', scopes: ['team'] }];
    await owner.call('POST', '/roles', { code: 'insider', name: 'Insider', permissions });
    const insider = await service.newUser(owner, ['insider']);
    const hidden = await newTeam();
    const own = await newTeam({ parent_id: hidden.id });
    const below = await newTeam({ parent_id: own.id });
    await newTeam({ parent_id: hidden.id });
    const employee = await newEmployee({ user_id: insider.user.id });
    await owner.call('POST', `/teams/${own.id}/members`, { employee_id: employee.id });
    const { body } = await insider.call('GET', '/teams/tree');
    expect(shape(body.data)).toEqual([[own.name, [below.name]]]);
    expect(body.total).toBe(2);
  });
});

describe('POST /teams/:id/move', () => {
  it('moves a team with its descendants and emits team.moved', async () => {
    const [top, team] = [await newTeam(), await newTeam()];
    const below = await newTeam({ parent_id: team.id });
    const { result, events, audit, outbox } = await recordedBy(service, org_id, () => move(team.id, top.id));
    expect(result.status).toBe(200);
    const { updated_at, ...rest } = result.body;
    expect(rest).toEqual({ ...team, parent_id: top.id, updated_at: undefined });
    expect(events).toEqual([`team.post_update ${team.id}`, `team.moved ${team.id}`]);
    expect(outbox).toBe(2);
    expect(audit).toMatchObject([
      { action: 'update', record_id: team.id, before: { parent_id: null }, after: { parent_id: top.id } },
    ]);
    expect((await owner.call('GET', `/teams/${below.id}`)).body.parent_id).toBe(team.id);
    expect((await move(team.id, null)).body.parent_id).toBeNull();
  });

  it('team.moved is also emitted for a PATCH of the parent, but not for one without changes', async () => {
    const [top, team] = [await newTeam(), await newTeam()];
    const patch = () => owner.call('PATCH', `/teams/${team.id}`, { parent_id: top.id });
    const both = [`team.post_update ${team.id}`, `team.moved ${team.id}`];
    expect((await recordedBy(service, org_id, patch)).events).toEqual(both);
    expect(await recordedBy(service, org_id, patch)).toMatchObject(nothing);
    expect(await recordedBy(service, org_id, () => move(team.id, top.id))).toMatchObject(nothing);
  });

  it.each([
    [{}, 'parent_id'],
    [{ parent_id: 999_999 }, 'parent_id'],
    [{ parent_id: 0 }, 'parent_id'],
    [{ parent_id: '1' }, 'parent_id'],
    [{ parent_id: null, name: 'x' }, 'name'],
  ])('rejects %j with 422 on %s and records nothing', async (body, field) => {
    const team = await newTeam();
    const work = () => owner.call('POST', `/teams/${team.id}/move`, body);
    const { result, ...recorded } = await recordedBy(service, org_id, work);
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(recorded).toEqual(nothing);
  });

  it('rejects itself, descendants, deleted and foreign teams, and too deep a tree', async () => {
    const top = await newTeam();
    const below = await newTeam({ parent_id: top.id });
    const gone = await newTeam();
    await owner.call('DELETE', `/teams/${gone.id}`);
    const theirs = await newTeam({}, await service.newOrganization());
    for (const parent_id of [top.id, below.id, gone.id, theirs.id]) {
      expect((await move(top.id, parent_id)).status).toBe(422);
    }
    let deep = await newTeam();
    for (let level = 2; level <= 9; level += 1) deep = await newTeam({ parent_id: deep.id });
    expect((await move(top.id, deep.id)).body.details.fieldErrors.parent_id[0]).toMatch(/10 levels/);
    expect((await move(below.id, deep.id)).status).toBe(200);
  });

  it('lets one of two moves succeed that together would close a cycle, by either endpoint', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [a, b, c] = [await newTeam(), await newTeam(), await newTeam()];
      const second = () =>
        round % 2 === 0 ? move(b.id, c.id) : owner.call('PATCH', `/teams/${b.id}`, { parent_id: c.id });
      const answers = await Promise.all([move(a.id, b.id), second(), move(c.id, a.id)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 422]);
    }
  });

  it('requires team:update on the new parent', async () => {
    const manager = await service.newUser(owner, ['manager']);
    const [own, other] = [await newTeam(), await newTeam()];
    const below = await newTeam({ parent_id: own.id });
    await newEmployee({ user_id: manager.user.id, team_id: own.id });
    for (const parent_id of [other.id, null]) {
      const patch = () => manager.call('PATCH', `/teams/${below.id}`, { parent_id });
      for (const work of [patch, () => move(below.id, parent_id, manager)]) {
        const { result, events } = await recordedBy(service, org_id, work);
        expect([result.status, events]).toEqual([403, []]);
      }
    }
  });

  it('requires team:update on the team', async () => {
    const manager = await service.newUser(owner, ['manager']);
    const [own, other] = [await newTeam(), await newTeam()];
    await newEmployee({ user_id: manager.user.id, team_id: own.id });
    const [below, beside] = [await newTeam({ parent_id: own.id }), await newTeam({ parent_id: own.id })];
    expect((await move(other.id, own.id, manager)).body.error).toContain('team:update');
    expect((await move(own.id, other.id, manager)).body.error).toContain('employee_change:update');
    expect((await move(below.id, beside.id, manager)).status).toBe(200);
    expect((await move(own.id, null, await service.newOrganization())).status).toBe(404);
  });
});

describe('POST /teams/:id/restore', () => {
  const restore = (id: number, by = owner) => by.call('POST', `/teams/${id}/restore`);

  it('restores a team below its parent', async () => {
    const team = await newTeam({ parent_id: (await newTeam()).id });
    await owner.call('DELETE', `/teams/${team.id}`);
    expect((await owner.call('GET', '/teams?deleted=true')).body.data).toContainEqual(
      expect.objectContaining({ id: team.id, deleted_at: expect.any(String) }),
    );
    const { result, events, audit } = await recordedBy(service, org_id, () => restore(team.id));
    expect(result.body).toEqual({ ...team, updated_at: expect.any(String) });
    expect(events).toEqual([`team.post_restore ${team.id}`]);
    expect(audit).toMatchObject([{ action: 'restore', record_id: team.id, after: { deleted_at: null } }]);
    expect((await restore(team.id)).status).toBe(404);
  });

  it('rejects a deleted parent, a taken name and too deep a tree', async () => {
    const parent = await newTeam();
    const refused = async (id: number, field: string) => {
      const { result, ...recorded } = await recordedBy(service, org_id, () => restore(id));
      expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
      expect(recorded).toEqual(nothing);
    };
    const deleted = async (fields: object) => {
      const team = await newTeam(fields);
      await owner.call('DELETE', `/teams/${team.id}`);
      return team;
    };
    const orphan = await deleted({ parent_id: parent.id });
    const named = await deleted({});
    const deep = await newTeam();
    const lowest = await deleted({ parent_id: deep.id });
    await owner.call('DELETE', `/teams/${parent.id}`);
    await refused(orphan.id, 'parent_id');
    await newTeam({ name: named.name, slug: 'another-slug' });
    await refused(named.id, 'name');
    let bottom = await newTeam();
    for (let level = 2; level <= 9; level += 1) bottom = await newTeam({ parent_id: bottom.id });
    await move(deep.id, bottom.id);
    await refused(lowest.id, 'parent_id');
    const manager = await service.newUser(owner, ['manager']);
    expect((await restore(named.id, manager)).status).toBe(403);
    expect((await restore(named.id, await service.newOrganization())).status).toBe(404);
  });
});
