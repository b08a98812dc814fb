import { Prisma } from '@wfp/shared/db';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let org_id: number;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, org_id, work);
const patch = (id: number, body: object, by = owner, headers: Record<string, string> = {}) =>
  by.call('PATCH', `/employees/${id}`, body, headers);
const nameOn = async (id: number, as_of?: string) => {
  const { first_name, last_name, preferred_name } = await people.employee(id, as_of);
  return [first_name, last_name, preferred_name];
};
const correction = (id: number) => [
  `employee.change_cancelled ${id}`,
  `employee.change_applied ${id}`,
  `employee.post_update ${id}`,
];

describe('PATCH /employees/:id of a first or last name', () => {
  it('corrects the hire, so that the name was never another one, and keeps both values', async () => {
    const { id } = await people.hire({ last_name: 'Lovelac', preferred_name: 'Al' });
    await people.change(id, 'fte', '2022-01-01', { fte: '0.5' });
    const body = { first_name: 'Augusta', last_name: 'Lovelace', job_title: 'Analyst' };
    const { result, events, audit, outbox } = await recorded(() => patch(id, body));
    expect(result).toMatchObject({ status: 200, body: { id, fte: '0.5', preferred_name: 'Al', ...body } });
    expect([events, outbox]).toEqual([correction(id), 3]);
    expect(audit).toMatchObject([
      { resource: 'employee_change', action: 'cancel', after: { state: 'cancelled' } },
      { resource: 'employee_change', after: { kind: 'correction', set: { last_name: 'Lovelace' } } },
      {
        ...{ resource: 'employee', action: 'update', record_id: id },
        before: { first_name: 'Ada', last_name: 'Lovelac', job_title: null },
        after: body,
      },
    ]);
    expect(await nameOn(id, '2020-01-01')).toEqual(['Augusta', 'Lovelace', 'Al']);
    const history = await people.get(`/employees/${id}/history`);
    expect(history.data).toMatchObject([
      { since: '2022-01-01', kinds: ['fte'], last_name: 'Lovelace', fte: '0.5' },
      { since: '2020-01-01', kinds: ['correction'], first_name: 'Augusta', last_name: 'Lovelace', fte: '1' },
    ]);
    const [change, hire] = await Promise.all(
      [history.data[1].change_ids[0], (await people.changes(id)).at(-1).id].map((one) =>
        people.get(`/employees/${id}/changes/${one}`),
      ),
    );
    expect(change).toMatchObject({
      ...{ state: 'applied', corrects_id: hire.id, effective_date: '2020-01-01' },
      set: { first_name: 'Augusta', last_name: 'Lovelace', hire_date: '2020-01-01', status: 'active' },
      previous: { first_name: 'Ada', last_name: 'Lovelac' },
    });
    expect(hire).toMatchObject({ kind: 'hire', state: 'cancelled', set: { last_name: 'Lovelac' } });
  });

  it('corrects the dated change that set it, and neither earlier nor later names', async () => {
    const { id } = await people.hire({ last_name: 'Byron' });
    const typo = await people.change(id, 'name', '2022-01-01', { last_name: 'Kng' });
    await people.change(id, 'name', day(9), { last_name: 'Lovelace' });
    const { result, events } = await recorded(() => patch(id, { last_name: 'King' }));
    expect([result.body.last_name, events]).toEqual(['King', correction(id)]);
    expect(await nameOn(id, '2021-12-31')).toEqual(['Ada', 'Byron', null]);
    expect(await nameOn(id, '2022-01-01')).toEqual(['Ada', 'King', null]);
    expect(await nameOn(id, day(9))).toEqual(['Ada', 'Lovelace', null]);
    const [, made] = await people.changes(id);
    expect(made).toMatchObject({
      ...{ kind: 'correction', corrects_id: typo.id, effective_date: '2022-01-01' },
      ...{ set: { last_name: 'King' }, previous: { last_name: 'Kng' } },
    });
    await runDueChangesAt(service, org_id, `${day(10)}T00:00:00Z`);
    expect(await nameOn(id)).toEqual(['Ada', 'Lovelace', null]);
  });

  it('corrects several changes at once if the names are from several', async () => {
    const { id } = await people.hire();
    await people.change(id, 'name', '2022-01-01', { last_name: 'Kng' });
    const { events } = await recorded(() => patch(id, { first_name: 'Augusta', last_name: 'King' }));
    expect(events).toEqual([...correction(id).slice(0, 2), ...correction(id)]);
    expect(await nameOn(id, '2021-12-31')).toEqual(['Augusta', 'Lovelace', null]);
    expect(await nameOn(id)).toEqual(['Augusta', 'King', null]);
  });

  it('corrects a scheduled hire, which still takes place', async () => {
    const { id } = await people.hire({ hire_date: '2030-01-10', last_name: 'Lovelac' });
    const { result, events } = await recorded(() => patch(id, { last_name: 'Lovelace' }));
    expect(result.body).toMatchObject({ last_name: 'Lovelace', status: 'pre_hire', hire_date: '2030-01-10' });
    expect(events).toEqual([
      `employee.change_cancelled ${id}`,
      `employee.change_scheduled ${id}`,
      `employee.post_update ${id}`,
    ]);
    const due = await recorded(() => runDueChangesAt(service, org_id, '2030-01-10T00:00:00Z'));
    expect(due.events).toContain(`employee.hired ${id}`);
    expect(await people.employee(id)).toMatchObject({ last_name: 'Lovelace', status: 'active' });
  });

  it('corrects former employees, and leaves the other values of the timeline', async () => {
    const boss = await people.hire();
    const team = await people.team('Engines');
    const { id } = await people.hire({ manager_id: boss.id, team_id: team.id });
    await people.terminate(id, '2022-01-01');
    expect((await patch(id, { last_name: 'King' })).status).toBe(200);
    expect(await people.employee(id)).toMatchObject({ last_name: 'King', status: 'terminated' });
    expect(await people.employee(id, '2021-12-31')).toMatchObject({
      ...{ last_name: 'King', status: 'active', manager_id: boss.id, team_id: team.id },
    });
  });

  it('writes nothing if nothing differs', async () => {
    const { id } = await people.hire({ preferred_name: 'Al' });
    const { employee_number } = await people.employee(id);
    await people.change(id, 'name', '2022-01-01', { last_name: 'King', preferred_name: 'Countess' });
    const body = { first_name: 'Ada', last_name: 'King', preferred_name: 'Countess', employee_number };
    const { result, ...left } = await recorded(() => patch(id, body));
    expect([result.status, left]).toEqual([200, nothing]);
    const one = await recorded(() => patch(id, { preferred_name: 'Countess' }));
    expect([one.result.status, one.events]).toEqual([200, []]);
  });

  it('compares the version of the employee with If-Match', async () => {
    const { id } = await people.hire();
    const etag = (await owner.call('GET', `/employees/${id}`)).headers.get('etag') ?? '';
    await patch(id, { phone: '1' });
    const { result, ...left } = await recorded(() =>
      patch(id, { last_name: 'King' }, owner, { 'if-match': etag }),
    );
    expect([result.status, left]).toEqual([412, nothing]);
    expect(await nameOn(id)).toEqual(['Ada', 'Lovelace', null]);
    const current = (await owner.call('GET', `/employees/${id}`)).headers.get('etag') ?? '';
    expect((await patch(id, { last_name: 'King' }, owner, { 'if-match': current })).status).toBe(200);
  });

  it('requires employee:update for the whole organization', async () => {
    const permissions = [
      { permission: 'employee:read', scopes: ['org'] },
      { permission: 'employee:update', scopes: ['team'] },
    ];
    await owner.call('POST', '/roles', { code: 'lead', name: 'Lead', permissions });
    const team = await people.team('Engines');
    const lead = await service.newUser(owner, ['lead']);
    const self = await people.hire({ user_id: lead.user.id, team_id: team.id });
    const mate = await people.hire({ team_id: team.id });
    const employee = await service.newUser(owner, ['employee']);
    const own = await people.hire({ user_id: employee.user.id });
    expect((await patch(mate.id, { job_title: 'Analyst', preferred_name: 'Al' }, lead)).status).toBe(200);
    for (const [by, id] of [
      [lead, mate.id],
      [lead, self.id],
      [employee, own.id],
    ] as const) {
      for (const body of [{ last_name: 'King' }, { first_name: 'A', phone: '1' }, { employee_number: 'X' }]) {
        const { result, events, outbox } = await recorded(() => patch(id, body, by));
        expect([result.status, events, outbox]).toEqual([403, [], 0]);
      }
    }
    expect((await people.employee(own.id)).phone).toBeNull();
    for (const role of ['hr', 'admin'])
      expect((await patch(own.id, { last_name: role }, await service.newUser(owner, [role]))).status).toBe(
        200,
      );
    expect((await patch(999_999, { last_name: 'King' })).status).toBe(404);
    expect((await patch(own.id, { last_name: 'King' }, await service.newOrganization())).status).toBe(404);
  });

  it.each([{ first_name: null }, { last_name: ' ' }, { employee_number: null }, { employee_number: '' }])(
    'rejects %o',
    async (body) => {
      const { id } = await people.hire();
      const { result, ...left } = await recorded(() => patch(id, body));
      expect([statusAndFields(result), left]).toEqual([[422, Object.keys(body)], nothing]);
    },
  );
});

describe('PATCH /employees/:id of a preferred name', () => {
  it('that no change sets has no history', async () => {
    const { id } = await people.hire();
    await people.change(id, 'name', '2022-01-01', { last_name: 'King' });
    const { events } = await recorded(() => patch(id, { preferred_name: 'Al' }));
    expect(events).toEqual([`employee.post_update ${id}`]);
    expect(await nameOn(id, '2021-01-01')).toEqual(['Ada', 'Lovelace', 'Al']);
    expect(await nameOn(id)).toEqual(['Ada', 'King', 'Al']);
  });

  it('that a change set corrects this change, also by the employee', async () => {
    const client = await service.newUser(owner, ['employee']);
    const { id } = await people.hire({ user_id: client.user.id, preferred_name: 'Al' });
    await people.change(id, 'name', '2022-01-01', { preferred_name: 'Countess' });
    const { result, events } = await recorded(() =>
      patch(id, { preferred_name: 'Lady', phone: '1' }, client),
    );
    expect([result.body.preferred_name, events]).toEqual(['Lady', correction(id)]);
    expect(await nameOn(id, '2021-12-31')).toEqual(['Ada', 'Lovelace', 'Al']);
    expect(await nameOn(id, '2022-01-01')).toEqual(['Ada', 'Lovelace', 'Lady']);
    const other = await people.hire();
    await people.change(other.id, 'name', '2022-01-01', { preferred_name: 'Countess' });
    const refused = await recorded(() => patch(other.id, { preferred_name: 'Lady' }, client));
    expect([refused.result.status, refused.events]).toEqual([403, []]);
  });
});

describe('PATCH /employees/:id of the employee number', () => {
  const number = async (id: number, as_of?: string) => (await people.employee(id, as_of)).employee_number;

  it('corrects it for all days, and keeps both numbers in the history', async () => {
    const { id } = await people.hire({ employee_number: 'X1' });
    const { result, events, audit } = await recorded(() => patch(id, { employee_number: 'X2' }));
    expect([result.body.employee_number, events]).toEqual(['X2', correction(id)]);
    expect(audit[2]).toMatchObject({ before: { employee_number: 'X1' }, after: { employee_number: 'X2' } });
    expect(await number(id, '2020-01-01')).toBe('X2');
    expect((await people.changes(id))[0]).toMatchObject({
      ...{ kind: 'correction', set: { employee_number: 'X2' }, previous: { employee_number: 'X1' } },
    });
  });

  it('rejects the number of another employee', async () => {
    await people.hire({ employee_number: 'X1' });
    const { id } = await people.hire({ employee_number: 'X2' });
    const { result, ...left } = await recorded(() => patch(id, { employee_number: 'X1', last_name: 'King' }));
    expect([statusAndFields(result), left]).toEqual([[422, ['employee_number']], nothing]);
    expect(await people.employee(id)).toMatchObject({ employee_number: 'X2', last_name: 'Lovelace' });
    expect((await people.changes(id)).map((one: any) => one.kind)).toEqual(['hire']);
  });

  it('gives a number to one of two employees who are given it at the same time', async () => {
    const both = [await people.hire(), await people.hire()];
    const answers = await Promise.all(both.map(({ id }) => patch(id, { employee_number: 'X9' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const numbers = await Promise.all(both.map(({ id }) => number(id)));
    expect(numbers.filter((one) => one === 'X9')).toHaveLength(1);
  });

  it('does not assign a former number again, unless it is requested', async () => {
    const { id } = await people.hire({ employee_number: 'E0041' });
    const next = await people.hire();
    expect(next.employee_number).toBe('E0042');
    await patch(next.id, { employee_number: 'X1' });
    expect((await people.hire()).employee_number).toBe('E0043');
    expect((await patch(id, { employee_number: 'E0042' })).status).toBe(200);
    expect((await people.hire({ employee_number: 'E0041' })).employee_number).toBe('E0041');
  });
});

it('a name that a change of an earlier release does not know is that of the row on all days', async () => {
  const { id } = await people.hire();
  const [hire] = await service.rows<{ set: object }>(
    sql`select set from employee_changes where org_id = ${org_id} and employee_id = ${id}`,
  );
  expect(hire?.set).not.toHaveProperty('last_name');
  expect(await nameOn(id, '2020-01-01')).toEqual(['Ada', 'Lovelace', null]);
  expect((await people.get(`/employees/${id}/history`)).data[0].last_name).toBe('Lovelace');
});
