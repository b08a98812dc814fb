import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const newPlace = async (name: string, by = owner): Promise<number> =>
  (await by.call('POST', '/places', { name, kind: 'office' })).body.id;
const remove = (id: number) => owner.call('DELETE', `/places/${id}`);
const move = (id: number, place_id: number | null, on = day(0)) =>
  people.requestChange(id, 'place', on, { place_id });

async function expectRejected(work: () => Promise<any>, fieldErrors: object): Promise<void> {
  const { result, ...left } = await recorded(work);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, fieldErrors]);
  expect(left).toMatchObject(nothing);
}

describe('the place of an employee', () => {
  it('is given on hire, and changed from a date on with events and audit entries', async () => {
    const [vienna, graz] = [await newPlace('Vienna'), await newPlace('Graz')];
    const hired = await recorded(() => people.hire({ place_id: vienna }));
    const { id } = hired.result;
    expect(hired.result.place_id).toBe(vienna);
    expect(hired.events).toEqual([`employee.post_create ${id}`, `employee.hired ${id}`]);
    expect(hired.audit).toMatchObject([{ resource: 'employee', after: { place_id: vienna } }]);

    const moved = await recorded(() => move(id, graz, '2024-05-01'));
    expect(moved.result).toMatchObject({
      status: 201,
      body: { kind: 'place', state: 'applied', set: { place_id: graz }, previous: { place_id: vienna } },
    });
    expect(moved.events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect(moved.audit).toMatchObject([
      { resource: 'employee_change', action: 'change_applied' },
      { resource: 'employee', before: { place_id: vienna }, after: { place_id: graz } },
    ]);
    expect((await people.employee(id)).place_id).toBe(graz);
    expect((await people.employee(id, '2024-04-30')).place_id).toBe(vienna);
    const history = (await people.get(`/employees/${id}/history`)).data;
    expect(history.map((one: any) => [one.since, one.place_id])).toEqual([
      ['2024-05-01', graz],
      ['2020-01-01', vienna],
    ]);
  });

  it('filters lists, also those of a day', async () => {
    const [vienna, graz] = [await newPlace('Vienna'), await newPlace('Graz')];
    const { id } = await people.hire({ place_id: vienna });
    await people.hire();
    await move(id, graz, day(10));
    const listed = async (place_id: number, as_of = '') =>
      (await people.get(`/employees?place_id=${place_id}${as_of}`)).data.map((one: any) => one.id);
    expect([await listed(vienna), await listed(graz)]).toEqual([[id], []]);
    const later = `&as_of=${day(10)}`;
    expect([await listed(vienna, later), await listed(graz, later)]).toEqual([[], [id]]);
  });

  it('cannot be patched, or set by a change of another kind', async () => {
    const place_id = await newPlace('Vienna');
    const { id } = await people.hire();
    const patched = await recorded(() => owner.call('PATCH', `/employees/${id}`, { place_id }));
    expect([patched.result.status, patched.events]).toEqual([422, []]);
    expect(JSON.stringify(patched.result.body)).toContain('use POST /employees/:id/changes');
    await expectRejected(() => people.requestChange(id, 'team', day(0), { place_id }), {
      'set.place_id': ['Cannot be set by a change of kind "team"'],
    });
    await people.change(id, 'transfer', day(0), { place_id });
    expect((await people.employee(id)).place_id).toBe(place_id);
  });

  it('ends with the employment, and can be given on rehire', async () => {
    const place_id = await newPlace('Vienna');
    const { id } = await people.hire({ place_id });
    await people.terminate(id, '2024-06-01');
    expect((await people.employee(id)).place_id).toBeNull();
    const body = { hire_date: '2024-07-01', place_id };
    expect((await owner.call('POST', `/employees/${id}/rehire`, body)).status).toBe(200);
    expect((await people.employee(id)).place_id).toBe(place_id);
    expect((await people.employee(id, '2024-06-15')).place_id).toBeNull();
  });

  it('takes effect on the day of a scheduled change', async () => {
    const place_id = await newPlace('Vienna');
    const { id } = await people.hire();
    await move(id, place_id, '2031-03-01');
    expect((await people.employee(id)).place_id).toBeNull();
    const { events } = await recorded(() =>
      runDueChangesAt(service, owner.user.org_id, '2031-03-01T12:00:00Z'),
    );
    expect(events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`]);
    expect((await people.employee(id)).place_id).toBe(place_id);
  });
});

describe('rejects a place', () => {
  it('of another organization, and a deleted one', async () => {
    const foreign = await newPlace('Theirs', await service.newOrganization());
    const gone = await newPlace('Gone');
    await remove(gone);
    const { id } = await people.hire();
    const person = { first_name: 'A', last_name: 'B', hire_date: '2024-01-01' };
    for (const place_id of [foreign, gone]) {
      await expectRejected(() => owner.call('POST', '/employees', { ...person, place_id }), {
        place_id: ['Does not exist'],
      });
      for (const on of [day(0), day(5)])
        await expectRejected(() => move(id, place_id, on), { 'set.place_id': ['Does not exist'] });
    }
  });

  it('that the caller may not read', async () => {
    const place_id = await newPlace('Vienna');
    const rights = ['employee:read', 'employee:create'];
    const permissions = rights.map((permission) => ({ permission, scopes: ['org'] }));
    await owner.call('POST', '/roles', { code: 'hirer', name: 'Hirer', permissions });
    const hirer = await service.newUser(owner, ['hirer']);
    const person = { first_name: 'A', last_name: 'B', hire_date: '2024-01-01', place_id };
    const { result, ...left } = await recorded(() => hirer.call('POST', '/employees', person));
    expect([statusAndFields(result), left.events]).toEqual([[422, ['place_id']], []]);
  });

  it('when a proposal to move there is approved after its deletion', async () => {
    const place_id = await newPlace('Vienna');
    const boss = await service.newUser(owner, ['manager']);
    const { id: manager_id } = await people.hire({ user_id: boss.user.id });
    const { id } = await people.hire({ manager_id });
    const proposal = await peopleOf(boss).requestChange(id, 'place', day(0), { place_id });
    expect(proposal.body).toMatchObject({ state: 'proposed' });
    expect((await remove(place_id)).status).toBe(204);
    await expectRejected(() => people.approve(id, proposal.body.id), { 'set.place_id': ['Does not exist'] });
  });

  it('that was deleted, if a correction would move the employee back to it', async () => {
    const [old, now] = [await newPlace('Old'), await newPlace('Now')];
    const { id } = await people.hire({ place_id: old });
    const moved = await people.change(id, 'place', day(-5), { place_id: now });
    expect((await remove(old)).status).toBe(204);
    const correct = (effective_date: string, corrects_id: number, set: object = {}) =>
      people.requestChange(id, 'correction', effective_date, set, { corrects_id });
    const [, hire] = await people.changes(id);
    const deleted = { place_id: ['Was deleted; choose another place, or null'] };
    await expectRejected(() => correct(day(5), moved.id), deleted);
    const sameDay = await correct('2020-01-01', hire.id, { fte: '0.5' });
    expect(sameDay.status).toBe(201);
  });

  it('that was deleted, when an employee is restored, who can get another one', async () => {
    const [old, other] = [await newPlace('Old'), await newPlace('Other')];
    const { id } = await people.hire({ place_id: old });
    await owner.call('DELETE', `/employees/${id}`);
    expect((await remove(old)).status).toBe(204);
    const restore = (body: object) => owner.call('POST', `/employees/${id}/restore`, body);
    await expectRejected(() => restore({}), { place_id: ['Does not exist'] });
    const { result, events } = await recorded(() => restore({ place_id: other }));
    expect([result.status, result.body.place_id]).toEqual([200, other]);
    expect(events).toEqual([`employee.post_restore ${id}`, `employee.change_applied ${id}`]);
  });
});

describe('the deletion of a place', () => {
  it('is rejected with the number of its current and future people, each counted once', async () => {
    const place_id = await newPlace('Vienna');
    const { id: here } = await people.hire({ place_id });
    await expectRejected(() => remove(place_id), { id: ['Still has 1 person'] });
    await people.hire({ place_id, hire_date: day(20) });
    const { id: coming } = await people.hire();
    await move(coming, place_id, day(10));
    await move(here, null, day(3));
    await move(here, place_id, day(9));
    await expectRejected(() => remove(place_id), { id: ['Still has 3 people'] });
  });

  it('is rejected while a former employee returns to it by a scheduled rehire', async () => {
    const place_id = await newPlace('Vienna');
    const { id } = await people.hire();
    await people.terminate(id, day(-1));
    const body = { hire_date: day(5), place_id };
    expect((await owner.call('POST', `/employees/${id}/rehire`, body)).status).toBe(200);
    await expectRejected(() => remove(place_id), { id: ['Still has 1 person'] });
  });

  it('ignores people who left, moved away, were deleted, or were only proposed', async () => {
    const [place_id, other] = [await newPlace('Vienna'), await newPlace('Other')];
    const [left, moved, deleted, cancelled] = [
      await people.hire({ place_id }),
      await people.hire({ place_id }),
      await people.hire({ place_id }),
      await people.hire(),
    ];
    await people.terminate(left.id, day(-1));
    await move(moved.id, other);
    await owner.call('DELETE', `/employees/${deleted.id}`);
    const planned = await move(cancelled.id, place_id, day(5));
    await expectRejected(() => remove(place_id), { id: ['Still has 1 person'] });
    await people.cancel(cancelled.id, planned.body.id);
    const { result, events } = await recorded(() => remove(place_id));
    expect([result.status, events]).toEqual([204, [`place.post_archive ${place_id}`]]);
    await expectRejected(() => remove(other), { id: ['Still has 1 person'] });
  });

  it('is rejected while positions refer to it, in addition to people', async () => {
    const place_id = await newPlace('Vienna');
    const seat = { title: 'Baker', code: 'BAK', place_id };
    const position = (await owner.call('POST', '/positions', seat)).body;
    expect(position.place_id).toBe(place_id);
    await people.hire({ place_id });
    await expectRejected(() => remove(place_id), { id: ['Still has 1 person, 1 position'] });
    expect((await people.get(`/positions?place_id=${place_id}`)).data).toMatchObject([{ id: position.id }]);
    await expectRejected(() => owner.call('PATCH', `/positions/${position.id}`, { place_id: 999_999 }), {
      place_id: ['Does not exist'],
    });
    const moved = await recorded(() => owner.call('PATCH', `/positions/${position.id}`, { place_id: null }));
    expect([moved.result.body.place_id, moved.events]).toEqual([
      null,
      [`position.post_update ${position.id}`],
    ]);
  });

  it.each([
    ['a hire', (place_id: number) => owner.call('POST', '/employees', person({ place_id }))],
    ['a move', (place_id: number, id: number) => move(id, place_id)],
    ['a scheduled move', (place_id: number, id: number) => move(id, place_id, day(5))],
    ['a new position', (place_id: number) => owner.call('POST', '/positions', seat({ place_id }))],
  ] as const)(
    'leaves no person or position at a deleted place, at the same time as %s',
    async (_, assign) => {
      for (let round = 0; round < 6; round += 1) {
        const place_id = await newPlace(`Race ${round}`);
        const { id } = await people.hire();
        const both = [() => remove(place_id), () => assign(place_id, id)];
        const order = round % 2 ? both.toReversed() : both;
        const { result } = await recorded(() => Promise.all(order.map((one) => one())));
        const [deletion, assignment] = round % 2 ? result.toReversed() : result;
        expect(['204 422', '422 201']).toContain(`${deletion?.status} ${assignment?.status}`);
      }
    },
  );
});

let seats = 0;
const seat = (more: object) => {
  seats += 1;
  return { title: 'Baker', code: `RACE-${seats}`, ...more };
};
const person = (more: object) => ({ first_name: 'A', last_name: 'B', hire_date: '2024-01-01', ...more });
