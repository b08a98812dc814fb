import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let small: number;
let large: number;
/** A user with rights on the own reports, and their employee. */
let lead: Client;
let self: number;
/** A colleague in the same team, and a report of the colleague in another team. */
let colleague: number;
let report: number;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
  small = await created('/teams', { name: 'Small' });
  large = await created('/teams', { name: 'Large' });
  await newRole('lead', {
    ...{ 'employee:read': ['org'], 'team:read': ['org'], 'employee:manage': ['reports'] },
    'employee_change:manage': ['team', 'reports'],
  });
  lead = await service.newUser(owner, ['lead']);
  self = (await people.hire({ user_id: lead.user.id, team_id: small })).id;
  colleague = (await people.hire({ team_id: small })).id;
  report = (await people.hire({ team_id: large, manager_id: colleague })).id;
});

async function created(path: string, body: object): Promise<number> {
  const response = await owner.call('POST', path, body);
  expect([path, response.status]).toEqual([path, 201]);
  return response.body.id;
}
async function newRole(code: string, map: Record<string, string[]>): Promise<number> {
  const permissions = Object.entries(map).map(([permission, scopes]) => ({ permission, scopes }));
  return created('/roles', { code, name: code, permissions });
}
const reportTo = (by: Client, id: number, manager_id: number, effective_date = day(0)) =>
  by.call('POST', `/employees/${id}/changes`, { kind: 'manager', effective_date, set: { manager_id } });
const patch = (by: Client, id: number) => by.call('PATCH', `/employees/${id}`, { job_title: 'Changed' });

const expectDenied = async (work: () => Promise<any>, role = 'lead') => {
  const { result, events, outbox } = await recordedBy(service, owner.user.org_id, work);
  expect([result.status, result.body.error, events, outbox]).toEqual([
    403,
    expect.stringContaining(
      `With these reports, the role ${role} would give a user permissions on people that you do not have there`,
    ),
    [],
    0,
  ]);
};

describe('a user with a role that has rights on people with the scope reports', () => {
  it.each([0, 30])(
    'cannot become the manager of people without these rights, from day %i on',
    async (days) => {
      await expectDenied(() => reportTo(lead, colleague, self, day(days)));
      for (const id of [colleague, report]) expect((await patch(lead, id)).status).toBe(403);
      await newRole('local', { 'employee:manage': ['team'] });
      const other = await service.newUser(owner, ['lead', 'local']);
      const peer = (await people.hire({ user_id: other.user.id, team_id: small })).id;
      // With rights on the colleague, but not on the people below.
      await expectDenied(() => reportTo(other, colleague, peer, day(days)));
      expect((await reportTo(owner, report, peer)).status).toBe(201);
      expect((await reportTo(other, colleague, peer, day(days))).status).toBe(201);
    },
  );

  it('cannot become an indirect manager, also on a later day', async () => {
    const between = (await people.hire({ team_id: small })).id;
    expect((await reportTo(owner, between, self, day(20))).status).toBe(201);
    await expectDenied(() => reportTo(lead, colleague, between, day(10)));
    const changer = await service.newUser(owner, []);
    await newRole('changer', { 'employee:read': ['org'], 'employee_change:manage': ['org'] });
    await created('/grants', { user_id: changer.user.id, role_id: await roleId('changer') });
    await expectDenied(() => reportTo(changer, colleague, between, day(10)));
    const unlinked = (await people.hire({ team_id: small })).id;
    expect((await reportTo(changer, colleague, unlinked)).status).toBe(201);
  });

  it('can rearrange the people below, whose manager is not checked', async () => {
    for (const id of [colleague]) expect((await reportTo(owner, id, self)).status).toBe(201);
    expect((await reportTo(lead, report, self)).status).toBe(201);
    expect((await patch(lead, report)).status).toBe(200);
    expect((await reportTo(lead, report, colleague)).status).toBe(201);
    expect((await people.hire({ manager_id: self })).manager_id).toBe(self);
  });

  it('can be the manager if a user with the rights decides so', async () => {
    const hr = await service.newUser(owner, ['hr']);
    expect((await reportTo(hr, colleague, self)).status).toBe(201);
    expect((await patch(lead, report)).status).toBe(200);
  });

  it('cannot be linked to an employee with reports, now or later', async () => {
    await newRole('linker', {
      ...{ 'employee:read': ['org'], 'employee:update': ['org'], 'user:read': ['org'] },
      'employee_change:manage': ['org'],
    });
    await newRole('local', { 'employee:manage': ['org'] });
    const linker = await service.newUser(owner, ['linker']);
    const local = { user_id: linker.user.id, role_id: await roleId('local'), scope: 'team', team_id: small };
    await created('/grants', local);
    const other = await service.newUser(owner, ['lead']);
    const link = (id: number) =>
      linker.call('POST', `/employees/${id}/link-user`, { user_id: other.user.id });
    await expectDenied(() => link(colleague));
    const later = (await people.hire({ team_id: small })).id;
    expect((await reportTo(owner, report, later, day(30))).status).toBe(201);
    await expectDenied(() => link(later));
    expect((await link((await people.hire({ team_id: small })).id)).status).toBe(200);
  });

  it('cannot be linked while a report is planned', async () => {
    await newRole('linker', {
      ...{ 'employee:read': ['org'], 'employee:update': ['org'], 'user:read': ['org'] },
      ...{ 'employee_change:manage': ['org'] },
    });
    await newRole('local', { 'employee:manage': ['org'] });
    const linker = await service.newUser(owner, ['linker']);
    const local = { user_id: linker.user.id, role_id: await roleId('local'), scope: 'team', team_id: small };
    await created('/grants', local);
    for (let round = 0; round < 5; round += 1) {
      const other = await service.newUser(owner, ['lead']);
      const manager = (await people.hire({ team_id: small })).id;
      const responses = await Promise.all([
        linker.call('POST', `/employees/${manager}/link-user`, { user_id: other.user.id }),
        // Unlike one of today, this change does not wait for the access lock.
        reportTo(linker, report, manager, day(30)),
      ]);
      expect(responses.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
    }
  });

  it('cannot be made a manager again by cancelling a change', async () => {
    const changer = await service.newUser(owner, []);
    await newRole('changer', { 'employee:read': ['org'], 'employee_change:manage': ['org'] });
    await created('/grants', { user_id: changer.user.id, role_id: await roleId('changer') });
    expect((await reportTo(owner, report, self, day(-20))).status).toBe(201);
    const { body } = await reportTo(owner, report, colleague, day(20));
    await expectDenied(() => changer.call('DELETE', `/employees/${report}/changes/${body.id}`));
  });

  it('cannot be made a manager by a restore, unlike one who was the manager of the deleted employee', async () => {
    await newRole('restorer', { 'employee:manage': ['org'], 'employee_change:read': ['org'] });
    const restorer = await service.newUser(owner, ['restorer']);
    const gone = (await people.hire({ team_id: large, manager_id: self })).id;
    const restore = (by: Client, body = {}) => by.call('POST', `/employees/${gone}/restore`, body);
    expect((await owner.call('DELETE', `/employees/${gone}`)).status).toBe(204);
    await expectDenied(() => restore(restorer));
    expect((await restore(lead)).status).toBe(200);
    expect((await owner.call('DELETE', `/employees/${gone}`)).status).toBe(204);
    expect((await restore(restorer, { manager_id: colleague })).status).toBe(200);
  });
});

describe('a manager of more people than are compared one by one', () => {
  const maxComparedPeople = 1_000;
  /** Hires people below the colleague, in the team of the leads. */
  const addPeople = (count: number) =>
    executeOperational(
      service.platform,
      sql`with hired as (
        insert into employees (org_id, employee_number, first_name, last_name, hire_date, team_id, manager_id)
        select ${owner.user.org_id}::int, 'many-' || n, 'Ada', 'L', '2024-01-01', ${small}::int, ${colleague}::int
        from generate_series(1, ${count}::int) n returning org_id, id, hire_date
      ) insert into employee_changes (org_id, employee_id, effective_date, sequence, kind, set, previous, state, applied_at)
        select org_id, id, hire_date, 1, 'hire', jsonb_build_object('status', 'active', 'hire_date', hire_date,
          'original_hire_date', null, 'team_id', ${small}::int, 'manager_id', ${colleague}::int), '{}', 'applied', now()
        from hired returning id`,
    );

  it('can be chosen only by a user with the rights for all, or who is above', async () => {
    await newRole('local', { 'employee:manage': ['team'] });
    const other = await service.newUser(owner, ['lead', 'local']);
    const peer = (await people.hire({ user_id: other.user.id, team_id: small })).id;
    await reportTo(owner, report, peer);
    const unlinkedBoss = (await people.hire()).id;
    await addPeople(maxComparedPeople - 1);
    // With the colleague, as many as are compared.
    expect((await reportTo(other, colleague, self)).status).toBe(201);
    expect((await reportTo(owner, colleague, unlinkedBoss)).status).toBe(201);
    await executeOperational(
      service.platform,
      sql`update employees set employee_number = 'few-' || id where org_id = ${owner.user.org_id}
        and employee_number like 'many-%' returning id`,
    );
    await addPeople(1);
    const rejected = await reportTo(other, colleague, self);
    expect([rejected.status, rejected.body.error]).toEqual([
      403,
      expect.stringContaining(`would give a user on more than ${maxComparedPeople} people`),
    ]);
    const hr = await service.newUser(owner, ['hr']);
    expect((await reportTo(hr, colleague, self)).status).toBe(201);
    const deputy = await service.newUser(owner, ['lead']);
    const below = (await people.hire({ user_id: deputy.user.id, team_id: small, manager_id: self })).id;
    expect((await reportTo(lead, colleague, below)).status).toBe(201);
  });
});

describe('the built-in role of managers', () => {
  it('is given with reporting lines, without a check', async () => {
    const plain = await service.newUser(owner, ['manager']);
    const boss = (await people.hire({ user_id: plain.user.id, team_id: small })).id;
    expect((await reportTo(lead, colleague, boss)).status).toBe(201);
    expect((await plain.call('GET', `/employees/${report}/changes`)).status).toBe(200);
  });
});

const roleId = async (code: string): Promise<number> =>
  (await owner.call('GET', `/roles?q=${code}`)).body.data.find((one: { code: string }) => one.code === code)
    .id;
