import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { peopleOf } from '@wfp/testing/people.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isDueAt, runDueChangesAt } from '../testing/run-due-changes.ts';

let service: TestService;
let owner: Client;
let org_id: number;
let people: ReturnType<typeof peopleOf>;
const places: Record<string, number> = {};
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
beforeEach(async () => {
  owner = await service.newOrganization();
  org_id = owner.user.org_id;
  people = peopleOf(owner);
  for (const [name, time_zone, below] of [
    ['first', 'Pacific/Kiritimati', null],
    ['below', null, 'first'],
    ['last', 'Pacific/Pago_Pago', null],
    ['none', null, null],
  ] as const) {
    const parent_id = below === null ? null : places[below];
    const kind = below === null ? 'city' : 'office';
    const { body } = await owner.call('POST', '/places', { name, kind, time_zone, parent_id });
    places[name] = body.id;
  }
});
afterAll(() => service.stop());

const at = (moment: string) => runDueChangesAt(service, org_id, moment);
const appliesAt = async (id: number) => (await people.changes(id)).at(0).applies_at;
const half = (id: number, on: string) => people.change(id, 'fte', on, { fte: '0.5' });
const [firstMidnight, midnight, lastMidnight] = [
  '2030-06-14T10:00:00.000Z',
  '2030-06-15T00:00:00.000Z',
  '2030-06-15T11:00:00.000Z',
];

describe('a scheduled change takes effect at midnight', () => {
  it.each([
    ['of the place', { place: 'first' }, firstMidnight],
    ['of the nearest place above that has a time zone', { place: 'below' }, firstMidnight],
    ['of the organization if no place has a time zone', { place: 'none' }, midnight],
    ['of the employee, whatever the place', { place: 'first', time_zone: 'Pacific/Pago_Pago' }, lastMidnight],
  ])('%s', async (_, { place, ...fields }, moment) => {
    const { id } = await people.hire({ place_id: places[place], ...fields });
    await half(id, '2030-06-15');
    expect(await appliesAt(id)).toBe(moment);
    const before = new Date(Date.parse(moment) - 1).toISOString();
    expect([await isDueAt(service, org_id, before), await isDueAt(service, org_id, moment)]).toEqual([
      false,
      true,
    ]);
    expect((await at(before)).next).toBe(moment);
    expect((await people.employee(id)).fte).toBe('1');
    await at(moment);
    expect((await people.employee(id)).fte).toBe('0.5');
  });

  it('of the place of that day, which the change itself or an earlier one gives', async () => {
    const { id } = await people.hire({ place_id: places['last'] });
    const moved = await people.change(id, 'place', '2030-06-15', { place_id: places['first'] });
    expect([moved.applies_at, await appliesAt(id)]).toEqual([firstMidnight, firstMidnight]);
    await half(id, '2030-06-20');
    expect(await appliesAt(id)).toBe('2030-06-19T10:00:00.000Z');
    await at(firstMidnight);
    expect((await people.employee(id)).place_id).toBe(places['first']);
  });

  it('of the place that a proposal would give', async () => {
    const boss = await service.newUser(owner, ['manager']);
    const { id: manager_id } = await people.hire({ user_id: boss.user.id });
    const { id } = await people.hire({ place_id: places['last'], manager_id });
    const place_id = places['first'];
    const { body } = await peopleOf(boss).requestChange(id, 'place', '2030-06-15', { place_id });
    expect(body).toMatchObject({ state: 'proposed', applies_at: firstMidnight });
    expect(await appliesAt(id)).toBe(firstMidnight);
  });

  it('of the last place for a termination, and of the new place for a rehire', async () => {
    const { id } = await people.hire({ place_id: places['last'] });
    await people.terminate(id, '2030-06-15');
    expect(await appliesAt(id)).toBe(lastMidnight);
    const rehire = (hire_date: string, place?: string) =>
      owner.call('POST', `/employees/${id}/rehire`, { hire_date, place_id: place && places[place] });
    const { status } = await rehire('2030-06-20', 'first');
    expect([status, await appliesAt(id)]).toEqual([200, '2030-06-19T10:00:00.000Z']);
    await at('2030-06-21T00:00:00.000Z');
    await people.terminate(id, '2030-07-01');
    await rehire('2030-07-10');
    expect(await appliesAt(id)).toBe('2030-07-10T00:00:00.000Z');
  });

  it('of the place in its current time zone', async () => {
    const { id } = await people.hire({ place_id: places['below'] });
    await half(id, '2030-06-15');
    await owner.call('PATCH', `/places/${places['below']}`, { time_zone: 'Pacific/Pago_Pago' });
    expect(await appliesAt(id)).toBe(lastMidnight);
    await owner.call('PATCH', `/places/${places['below']}`, { time_zone: null });
    await owner.call('POST', `/places/${places['below']}/move`, { parent_id: null });
    expect(await appliesAt(id)).toBe(midnight);
  });
});

describe('the current date of an employee', () => {
  const dateIn = (timeZone: string, days = 0) =>
    new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv-SE', { timeZone });

  it('is that in the time zone of their place', async () => {
    for (const [name, zone] of [
      ['below', 'Pacific/Kiritimati'],
      ['last', 'Pacific/Pago_Pago'],
    ] as const) {
      const place_id = places[name];
      const { id } = await people.hire({ place_id });
      const [today, tomorrow] = [dateIn(zone), dateIn(zone, 1)];
      expect((await half(id, today)).state).toBe('applied');
      expect((await half(id, tomorrow)).state).toBe('scheduled');
      expect((await people.hire({ place_id, hire_date: today })).status).toBe('active');
      expect((await people.hire({ place_id, hire_date: tomorrow })).status).toBe('pre_hire');
    }
  });

  it('is that of the place of the day, not of an earlier place', async () => {
    const { id } = await people.hire({ place_id: places['first'] });
    const tomorrow = dateIn('Pacific/Pago_Pago', 1);
    await people.change(id, 'place', '2024-01-01', { place_id: places['last'] });
    expect((await half(id, tomorrow)).state).toBe('scheduled');
  });
});
