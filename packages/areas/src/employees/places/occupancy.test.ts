import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

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

const newPlace = async (name: string, kind: string, fields: object = {}): Promise<number> =>
  (await owner.call('POST', '/places', { name, kind, ...fields })).body.id;
const occupancy = (id: number, date?: string, by = owner) =>
  by.call('GET', `/places/${id}/occupancy${date ? `?date=${date}` : ''}`);
const countOn = async (id: number, date?: string) => (await occupancy(id, date)).body.people;

describe('GET /places/:id/occupancy', () => {
  it('counts the people at a place and below it, against the capacity', async () => {
    const office = await newPlace('Office', 'office', { capacity: 3 });
    const room = await newPlace('Room', 'room', { parent_id: office, capacity: 1 });
    const desk = await newPlace('Desk', 'desk', { parent_id: room });
    const other = await newPlace('Other', 'office');
    for (const place_id of [office, room, desk, desk, other]) await people.hire({ place_id });
    await people.hire();
    const counted = { date: null, people_is_exact: true };
    const { status, body } = await occupancy(office);
    expect([status, body]).toEqual([200, { ...counted, place_id: office, capacity: 3, people: 4, free: -1 }]);
    expect((await occupancy(room)).body).toMatchObject({ ...counted, capacity: 1, people: 3, free: -2 });
    expect((await occupancy(desk)).body).toMatchObject({ capacity: null, people: 2, free: null });
    expect((await occupancy(other)).body).toMatchObject({ people: 1 });
  });

  it('counts absent people, but neither future hires nor people who left or were deleted', async () => {
    const place_id = await newPlace('Office', 'office');
    const { id: absent } = await people.hire({ place_id });
    await people.change(absent, 'status', day(0), { status: 'on_leave' });
    await people.hire({ place_id, hire_date: day(10) });
    const { id: left } = await people.hire({ place_id });
    await people.terminate(left, day(-1));
    const { id: deleted } = await people.hire({ place_id });
    await owner.call('DELETE', `/employees/${deleted}`);
    expect([await countOn(place_id), await countOn(place_id, day(0))]).toEqual([1, 1]);
  });

  it('counts on any day, scheduled changes included, but not proposed and cancelled ones', async () => {
    const [city, graz] = [await newPlace('Vienna', 'city'), await newPlace('Graz', 'city')];
    const office = await newPlace('Office', 'office', { parent_id: city });
    const { id: moves } = await people.hire({ place_id: office, hire_date: '2024-01-01' });
    await people.change(moves, 'place', '2024-03-01', { place_id: graz });
    await people.change(moves, 'place', '2024-05-01', { place_id: city });
    await people.change(moves, 'place', day(10), { place_id: graz });
    const { id: leaves } = await people.hire({ place_id: office, hire_date: '2024-04-01' });
    await people.terminate(leaves, day(5));
    const { id: stays } = await people.hire({ place_id: office, hire_date: '2024-04-01' });
    const planned = await people.change(stays, 'place', day(3), { place_id: graz });
    await people.cancel(stays, planned.id);
    await people.hire({ place_id: office, hire_date: day(20) });
    const days = ['2023-12-31', '2024-01-01', '2024-02-29', '2024-03-01', '2024-04-30', '2024-05-01'];
    const later = [day(4), day(5), day(10), day(20)];
    const counts = (id: number, on: string[]) => Promise.all(on.map((date) => countOn(id, date)));
    expect(await counts(city, days)).toEqual([0, 1, 1, 0, 2, 3]);
    expect(await counts(graz, days)).toEqual([0, 0, 0, 1, 1, 0]);
    expect(await counts(city, later)).toEqual([3, 2, 1, 2]);
    expect(await counts(graz, later)).toEqual([0, 0, 1, 1]);
    expect([await countOn(city), await countOn(graz)]).toEqual([3, 0]);
  });

  it('stops counting at 10,000 people', async () => {
    const place_id = await newPlace('Office', 'office', { capacity: 9_000 });
    const add = (most: number) => insertPeople(owner.user.org_id, place_id, most);
    const database = new pg.Client(service.config.DATABASE_URL);
    await database.connect();
    // In parts, because a statement has a time limit. Worker processes analyze a table that grows; otherwise, a session checks
    // references with the plan for the few rows before, which reads all of them.
    for (let part = 0; part < 10; part += 1) {
      await add(1_000);
      await database.query('analyze employees, employee_changes');
    }
    await database.end();
    const found = { people: 10_000, free: -1_000 };
    for (const date of [undefined, day(0)])
      expect((await occupancy(place_id, date)).body).toMatchObject({ ...found, people_is_exact: true });
    await add(1);
    for (const date of [undefined, day(0)])
      expect((await occupancy(place_id, date)).body).toMatchObject({ ...found, people_is_exact: false });
  });

  it('requires reading all employees', async () => {
    const id = await newPlace('Office', 'office');
    for (const scopes of [[], ['own', 'team', 'reports']]) {
      const code = `places_${scopes.length}`;
      const permissions = [
        { permission: 'place:read', scopes: ['org'] },
        ...(scopes.length > 0 ? [{ permission: 'employee:read', scopes }] : []),
      ];
      await owner.call('POST', '/roles', { code, name: code, permissions });
      const { status, body } = await occupancy(id, undefined, await service.newUser(owner, [code]));
      expect([status, body.error]).toEqual([
        403,
        'Requires employee:read for the organization to count people',
      ]);
    }
  });

  it('is for users who read places; a date requires the changes of all employees', async () => {
    const id = await newPlace('Office', 'office');
    const [viewer, manager, hr] = [
      await service.newUser(owner, ['viewer']),
      await service.newUser(owner, ['manager']),
      await service.newUser(owner, ['hr']),
    ];
    for (const by of [viewer, manager]) {
      expect((await occupancy(id, undefined, by)).status).toBe(200);
      const { status, body } = await occupancy(id, day(0), by);
      expect([status, body.error]).toEqual([
        403,
        'Requires employee_change:read for the organization to give a date',
      ]);
    }
    expect((await occupancy(id, day(0), hr)).status).toBe(200);
    expect((await occupancy(id, undefined, await service.newOrganization())).status).toBe(404);
    expect((await occupancy(id, '2024-02-30')).status).toBe(422);
    await owner.call('DELETE', `/places/${id}`);
    expect((await occupancy(id)).status).toBe(404);
  });
});

async function insertPeople(org_id: number, place_id: number, most: number): Promise<void> {
  await executeOperational(
    service.platform,
    Prisma.sql`with added as (insert into employees (org_id, employee_number, first_name, last_name, hire_date, place_id)
        select ${org_id}, 'N' || gen_random_uuid(), 'A', 'B', '2024-01-01', ${place_id}
        from generate_series(1, ${most}::int) returning org_id, id)
      insert into employee_changes (org_id, employee_id, effective_date, kind, set, state)
      select org_id, id, '2024-01-01', 'hire', jsonb_build_object('status', 'active', 'place_id', ${place_id}::int), 'applied'
      from added returning id`,
  );
}
