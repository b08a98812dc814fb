import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let org_id: number;

beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
});
afterAll(() => service.stop());

const create = (body: object, by = owner) => by.call('POST', '/teams', body);

describe('POST /teams', () => {
  it('returns the row, with one event and one audit entry', async () => {
    const recorded = await recordedBy(service, org_id, () =>
      create({ name: 'Équipe 1', kind: 'department' }),
    );
    const { status, body } = recorded.result;
    expect(status).toBe(201);
    expect(body).toMatchObject({
      org_id,
      name: 'Équipe 1',
      slug: 'equipe-1',
      kind: 'department',
      parent_id: null,
      lead_employee_id: null,
      description: '',
      color: null,
      email: null,
      created_by: owner.user.id,
      deleted_at: null,
    });
    expect(recorded.events).toEqual([`team.post_create ${body.id}`]);
    expect(recorded.outbox).toBe(1);
    expect(recorded.audit).toMatchObject([
      { action: 'create', resource: 'team', record_id: body.id, before: null },
    ]);
    expect((await owner.call('GET', `/teams/${body.id}`)).body).toEqual(body);
  });

  it('creates a squad by default', async () => {
    expect((await create({ name: 'Default kind' })).body.kind).toBe('squad');
  });

  it('generates unique slugs for similar names, even concurrently', async () => {
    const names = ['R&D', 'R D', 'R-D', 'r.d', 'R  D', 'R/D'];
    const slugs = (await Promise.all(names.map((name) => create({ name })))).map(
      (answer) => answer.body.slug,
    );
    expect(slugs.sort()).toEqual(['r-d', 'r-d-2', 'r-d-3', 'r-d-4', 'r-d-5', 'r-d-6']);
  });

  it.each([
    [{ name: 'ÉQUIPE 1' }, 'name'],
    [{ name: 'Another', slug: 'equipe-1' }, 'slug'],
    [{ name: 'X', slug: 'Not a slug' }, 'slug'],
    [{ name: '  ' }, 'name'],
    [{}, 'name'],
    [{ name: 'X', kind: 'tribe' }, 'kind'],
    [{ name: 'X', color: 'red' }, 'color'],
    [{ name: 'X', email: 'no-address' }, 'email'],
    [{ name: 'X', parent_id: 999_999 }, 'parent_id'],
    [{ name: 'X', lead_employee_id: 999_999 }, 'lead_employee_id'],
    [{ name: 'X', id: 3 }, 'id'],
  ])('rejects %j with 422 on %s and records nothing', async (body, field) => {
    const { result, ...recorded } = await recordedBy(service, org_id, () => create(body));
    expect(result.status).toBe(422);
    expect(Object.keys(result.body.details.fieldErrors)).toEqual([field]);
    expect(recorded).toEqual(nothing);
  });

  it('rejects a parent in another organization', async () => {
    const stranger = await service.newOrganization();
    const theirs = (await create({ name: 'Theirs' }, stranger)).body;
    const answer = await create({ name: 'Ours', parent_id: theirs.id });
    expect(answer.body.details.fieldErrors).toEqual({ parent_id: ['Does not exist'] });
  });

  it('permits the name and slug of a deleted team', async () => {
    const first = (await create({ name: 'Phoenix' })).body;
    await owner.call('DELETE', `/teams/${first.id}`);
    expect((await create({ name: 'Phoenix' })).body.slug).toBe('phoenix');
  });

  it('rejects an eleventh level', async () => {
    let parent_id: number | null = null;
    for (let level = 1; level <= 10; level += 1) {
      const answer: { status: number; body: { id: number } } = await create({
        name: `Level ${level}`,
        parent_id,
      });
      expect(answer.status).toBe(201);
      parent_id = answer.body.id;
    }
    expect((await create({ name: 'Level 11', parent_id })).status).toBe(422);
  });

  it('requires team:create', async () => {
    const manager = await service.newUser(owner, ['manager']);
    expect((await create({ name: 'Mine' }, manager)).status).toBe(403);
  });

  it('permits child teams only, if team:create has the scope team', async () => {
    const permissions = [{ permission: 'team:create', scopes: ['team'] }];
    await owner.call('POST', '/roles', { code: 'splitter', name: 'Splitter', permissions });
    const splitter = await service.newUser(owner, ['splitter']);
    const own = (await create({ name: 'Own' })).body;
    const person = { first_name: 'S', last_name: 'S', hire_date: '2024-01-01', user_id: splitter.user.id };
    await owner.call('POST', '/employees', { ...person, team_id: own.id });
    expect((await create({ name: 'Half', parent_id: own.id }, splitter)).status).toBe(201);
    const { result, ...recorded } = await recordedBy(service, org_id, () =>
      create({ name: 'Free' }, splitter),
    );
    expect(result.status).toBe(403);
    expect(recorded).toEqual(onlyDenial('create', 'team'));
  });
});

describe('GET /teams', () => {
  it('filters and sorts by name', async () => {
    const parent = (await create({ name: 'List parent' })).body;
    for (const name of ['list b', 'List A', 'List 100%']) await create({ name, parent_id: parent.id });
    const names = async (query: string) =>
      (await owner.call('GET', `/teams?${query}`)).body.data.map((team: { name: string }) => team.name);
    expect(await names(`parent_id=${parent.id}`)).toEqual(['List 100%', 'List A', 'list b']);
    expect(await names('q=100%25')).toEqual(['List 100%']);
    expect(await names('q=list_')).toEqual([]);
    expect(await names('kind=department')).toEqual(['Équipe 1']);
    expect(await names(`parent_id=${parent.id}&sort=-name`)).toEqual(['list b', 'List A', 'List 100%']);
    expect(await names(`parent_id=${parent.id}&sort=created_at`)).toEqual(['list b', 'List A', 'List 100%']);
    const person = { first_name: 'Lea', last_name: 'D', hire_date: '2024-01-01' };
    const lead = (await owner.call('POST', '/employees', person)).body;
    await create({ name: 'Led', lead_employee_id: lead.id });
    expect(await names(`lead_employee_id=${lead.id}`)).toEqual(['Led']);
    for (const query of ['sort=slug', 'sort=--name', 'lead_employee_id=x', 'lead=1'])
      expect((await owner.call('GET', `/teams?${query}`)).status).toBe(422);
    const { body } = await owner.call('GET', `/teams?parent_id=${parent.id}&limit=1&offset=1`);
    expect(body).toMatchObject({ total: 3, data: [{ name: 'List A' }] });
  });
});
