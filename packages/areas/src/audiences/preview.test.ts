import { type Client, startService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { nothing, onlyDenial, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let ids: Record<string, number>;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  ids = await hirePeople();
});
afterAll(() => service.stop());

const create = async (path: string, body: object, by = owner): Promise<number> => {
  const { status, body: row } = await by.call('POST', path, body);
  if (status !== 201) throw new Error(JSON.stringify(row));
  return row.id;
};

/** Ada leads Bob, who leads Cyd; Bob is in Platform below Engineering and in Vienna below Austria; Dan left. */
async function hirePeople(): Promise<Record<string, number>> {
  const people = peopleOf(owner);
  const engineering = await create('/teams', { name: 'Engineering' });
  const platform = await create('/teams', { name: 'Platform', parent_id: engineering });
  const austria = await create('/places', { name: 'Austria', kind: 'country' });
  const vienna = await create('/places', { name: 'Vienna', kind: 'city', parent_id: austria });
  const hire = async (first_name: string, more: object) =>
    (await people.hire({ first_name, last_name: 'Test', ...more })).id as number;
  const ada = await hire('Ada', { hire_date: '2015-01-01', job_title: 'Head of Design', place_id: austria });
  const bobUser = (await service.newUser(owner, ['employee'])).user.id;
  const bob = await hire('Bob', {
    ...{ hire_date: '2020-06-01', manager_id: ada, team_id: platform, place_id: vienna, user_id: bobUser },
    ...{ employment_type: 'part_time', fte: '0.8' },
  });
  const cyd = await hire('Cyd', { hire_date: '2024-01-01', manager_id: bob, time_zone: 'Europe/Vienna' });
  await create(`/teams/${engineering}/members`, { employee_id: cyd });
  const dan = await hire('Dan', {
    ...{ status: 'terminated', end_date: '2023-01-01', hire_date: '2019-01-01', time_zone: 'Asia/Kolkata' },
  });
  return { engineering, platform, austria, vienna, ada, bob, cyd, dan, bobUser };
}

const preview = (audience: unknown, by = owner) => by.call('POST', '/audiences/preview', { audience });
const names = async (audience: object) => {
  const { status, body } = await preview(audience);
  expect([status, body.employee_count]).toEqual([200, body.sample?.length]);
  return body.sample.map((one: { first_name: string }) => one.first_name).join(' ');
};
const leaf = (field: string, op: string, value?: unknown) => ({
  ...{ field, op },
  ...(value !== undefined && { value }),
});
const errors = async (audience: unknown) => {
  const { status, body } = await preview(audience);
  return [status, body.details?.fieldErrors];
};

/** The founder is an employee, too, hired on the day of the signup. */
const hired = leaf('hire_date', 'lt', '2025-01-01');

describe('selects employees', () => {
  const cases: [string, () => object, string][] = [
    ['by id', () => leaf('id', 'in', [ids.ada, ids.cyd]), 'Ada Cyd'],
    ['by status', () => leaf('status', 'eq', 'terminated'), 'Dan'],
    ['by employment type', () => leaf('employment_type', 'ne', 'full_time'), 'Bob'],
    ['by a part of the job title, regardless of case', () => leaf('job_title', 'contains', 'of des'), 'Ada'],
    ['by the beginning of the job title', () => leaf('job_title', 'starts_with', 'design'), ''],
    ['without a job title', () => ({ all: [hired, leaf('job_title', 'is_empty')] }), 'Bob Cyd Dan'],
    [
      'with another job title than one',
      () => ({ all: [hired, leaf('job_title', 'ne', 'Head of Design')] }),
      'Bob Cyd Dan',
    ],
    ['by time zone', () => leaf('time_zone', 'eq', 'Europe/Vienna'), 'Cyd'],
    ['by another name of the time zone', () => leaf('time_zone', 'in', ['europe/vienna', 'Nowhere']), 'Cyd'],
    ['by the present name of a renamed time zone', () => leaf('time_zone', 'eq', 'Asia/Kolkata'), 'Dan'],
    ['by a range of hire dates', () => leaf('hire_date', 'between', ['2019-01-01', '2020-06-01']), 'Bob Dan'],
    [
      'by days since the hire',
      () => ({ all: [hired, leaf('hire_date', 'lt', { var: 'today', add_days: -3_650 })] }),
      'Ada',
    ],
    ['by full-time equivalent', () => leaf('fte', 'lt', 1), 'Bob'],
    ['by the direct manager', () => leaf('manager_id', 'eq', ids.ada), 'Bob'],
    ['by any manager above', () => leaf('reports_to', 'eq', ids.ada), 'Bob Cyd'],
    ['by the team, its members and the teams below', () => leaf('team_id', 'eq', ids.engineering), 'Bob Cyd'],
    ['by a team below', () => leaf('team_id', 'in', [ids.platform]), 'Bob'],
    ['outside of a team', () => ({ all: [hired, leaf('team_id', 'not_in', [ids.engineering])] }), 'Ada Dan'],
    ['by the place and the places below', () => leaf('place_id', 'eq', ids.austria), 'Ada Bob'],
    ['without a place', () => ({ all: [hired, leaf('place_id', 'eq', null)] }), 'Cyd Dan'],
    [
      'by one of several conditions, and not another',
      () => ({
        any: [leaf('id', 'eq', ids.ada), leaf('id', 'eq', ids.bob)],
        not: leaf('place_id', 'eq', ids.vienna),
      }),
      'Ada',
    ],
  ];
  it.each(cases)('%s', async (_, audience, expected) => {
    expect(await names(audience())).toBe(expected);
  });
});

describe('counts', () => {
  it('employees and active users, without users who are not employees', async () => {
    const { body } = await preview(leaf('reports_to', 'eq', ids.ada));
    expect(body).toMatchObject({ employee_count: 2, user_count: 1 });
    expect(body.sample[0]).toEqual({
      ...{
        employee_id: ids.bob,
        user_id: ids.bobUser,
        first_name: 'Bob',
        last_name: 'Test',
        job_title: null,
      },
    });
    expect(body).not.toHaveProperty('warnings');
  });

  it('all active users with null, without service users and inactive ones', async () => {
    const other = await service.newOrganization();
    const inactive = await service.newUser(other, ['employee']);
    await service.newUser(other, ['viewer']);
    await create(
      '/users',
      { email: 'robot@wfp.test', first_name: 'Robot', last_name: 'Arm', is_service: true, role_ids: [] },
      other,
    );
    await other.call('POST', `/users/${inactive.user.id}/deactivate`, {});
    const { body } = await preview(null, other);
    expect([body.user_count, body.employee_count]).toEqual([2, 1]);
  });

  it('no members, with a warning', async () => {
    const { status, body } = await preview({ all: [leaf('id', 'eq', ids.ada), leaf('id', 'eq', ids.bob)] });
    expect([status, body]).toEqual([
      200,
      {
        ...{ employee_count: 0, user_count: 0, sample: [] },
        warnings: ['The audience contains no active users at present'],
      },
    ]);
  });

  it('records nothing', async () => {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => preview(null));
    expect([result.status, left]).toEqual([200, { ...nothing }]);
  });
});

describe('rejects', () => {
  it('unknown fields, operators and values by their path', async () => {
    const [status, fieldErrors] = await errors({
      all: [
        leaf('salary', 'gt', 1),
        leaf('team_id', 'gt', 1),
        leaf('status', 'changed'),
        leaf('status', 'eq', 'retired'),
        leaf('hire_date', 'gt', '2024-02-29T00:00:00Z'),
        leaf('hire_date', 'gt', { var: 'now' }),
        leaf('id', 'eq', { var: 'me' }),
      ],
    });
    expect([status, Object.keys(fieldErrors).sort()]).toEqual([
      422,
      [
        ...['audience.all.0.field', 'audience.all.1.op', 'audience.all.2.op', 'audience.all.3.value'],
        ...['audience.all.4.value', 'audience.all.5.value.var', 'audience.all.6.value.var'],
      ],
    ]);
    expect(fieldErrors['audience.all.5.value.var']).toEqual(['Must be today']);
    expect(fieldErrors['audience.all.1.op']).toEqual([
      'Is not allowed for a number; must be one of: eq, ne, in, not_in, is_set, is_empty',
    ]);
  });

  it('ids of records that do not exist or belong to another organization', async () => {
    const other = await service.newOrganization();
    const team = await create('/teams', { name: 'Theirs' }, other);
    const missing = ['Does not exist'];
    expect(
      await errors({
        any: [
          leaf('team_id', 'in', [ids.platform, team]),
          leaf('place_id', 'eq', 2_147_483_647),
          leaf('position_id', 'eq', 1.5),
          { not: leaf('reports_to', 'eq', 1e300) },
          leaf('id', 'eq', -1),
        ],
      }),
    ).toEqual([
      422,
      {
        'audience.any.0.value.1': missing,
        'audience.any.1.value': missing,
        'audience.any.2.value': missing,
        'audience.any.3.not.value': missing,
        'audience.any.4.value': missing,
      },
    ]);
  });

  it('conditions that are too deep, too long or too large', async () => {
    const nested = { not: { not: { not: { not: { not: hired } } } } };
    expect((await errors(nested))[0]).toBe(422);
    expect((await errors({ all: Array(51).fill(hired) }))[0]).toBe(422);
    const values = Array(100).fill('Engineer');
    const many = { any: Array.from({ length: 6 }, () => leaf('job_title', 'in', values)) };
    expect(await errors(many)).toEqual([
      422,
      { audience: ['Must have at most 500 values in all comparisons together'] },
    ]);
    const long = { any: Array.from({ length: 20 }, () => leaf('job_title', 'eq', 'x'.repeat(1_000))) };
    expect(await errors(long)).toEqual([422, { audience: ['Must not exceed 16 KiB'] }]);
  });

  it('more than 50 ids of trees in all comparisons together, by the path of the first one too many', async () => {
    const trees = (count: number) => ({
      any: [
        leaf('reports_to', 'in', Array(20).fill(ids.ada)),
        { not: leaf('team_id', 'in', Array(20).fill(ids.platform)) },
        leaf('id', 'in', Array(20).fill(ids.ada)),
        leaf('place_id', 'not_in', Array(count).fill(ids.vienna)),
      ],
    });
    expect((await preview(trees(10))).status).toBe(200);
    const message = 'Must have at most 50 ids of reports_to, team_id, place_id in all comparisons together';
    expect(await errors(trees(12))).toEqual([422, { 'audience.any.3.value.10': [message] }]);
    const draft = { title: 'Trees', body_md: 'All', audience: trees(11) };
    expect((await owner.call('POST', '/announcements', draft)).status).toBe(422);
  });

  it('callers who write no announcements', async () => {
    for (const [role, status] of [
      ...(['viewer', 'employee', 'manager', 'auditor'] as const).map((one) => [one, 403] as const),
      ['hr', 200] as const,
      ['admin', 200] as const,
    ]) {
      const by = await service.newUser(owner, [role]);
      expect([role, (await preview(hired, by)).status]).toEqual([role, status]);
    }
    for (const permission of ['announcement:create', 'announcement:update']) {
      const code = `${permission.replace(':', '_')}_${Date.now()}`;
      const permissions = ['employee:read', permission].map((one) => ({ permission: one, scopes: ['org'] }));
      await create('/roles', { code, name: code, permissions });
      expect((await preview(hired, await service.newUser(owner, [code]))).status).toBe(200);
    }
  });

  it('callers who may not read all employees, so that counts reveal nothing', async () => {
    const permissions = [
      { permission: 'employee:read', scopes: ['own', 'reports', 'team'] },
      { permission: 'announcement:create', scopes: ['org'] },
    ];
    const code = `reader_${Date.now()}`;
    await create('/roles', { code, name: 'Reader of some', permissions });
    const reader = await service.newUser(owner, [code]);
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => preview(hired, reader));
    expect([result.status, result.body.error]).toEqual([
      403,
      'Requires employee:read on all employees to use an audience',
    ]);
    expect(left).toMatchObject(onlyDenial('read', 'employee'));
  });
});
