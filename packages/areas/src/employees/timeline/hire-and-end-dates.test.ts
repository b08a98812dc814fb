import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf, statusAndFields } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const correct = (id: number, corrects_id: number, effective_date: string) =>
  people.requestChange(id, 'correction', effective_date, {}, { corrects_id });

async function expectRejection(field: string, work: () => ReturnType<typeof correct>): Promise<void> {
  const { result, ...left } = await recordedBy(service, owner.user.org_id, work);
  expect(statusAndFields(result)).toEqual([422, [field]]);
  expect(left).toEqual(nothing);
}

describe('a termination', () => {
  it('cannot be corrected to today or earlier while it is scheduled', async () => {
    const member = await service.newUser(owner, ['employee']);
    const { id } = await people.hire({ user_id: member.user.id });
    const { change } = (await people.terminate(id, day(30))).body;
    await expectRejection('effective_date', () => correct(id, change.id, day(0)));
    await expectRejection('effective_date', () => correct(id, change.id, day(-3)));
    expect((await correct(id, change.id, day(20))).status).toBe(201);
    expect(await people.employee(id)).toMatchObject({ status: 'active', end_date: null });
    expect((await people.get(`/users/${member.user.id}`)).status).toBe('active');
  });

  it.each([
    ['scheduled', 30, 10, 20],
    ['applied', -10, -30, -20],
  ])('cannot be moved before another change: %s', async (_, end, sooner, between) => {
    const team = await people.team(`Between ${end}`);
    const { id } = await people.hire();
    await people.change(id, 'team', day(between), { team_id: team.id });
    const { change } = (await people.terminate(id, day(end))).body;
    await expectRejection('effective_date', () => correct(id, change.id, day(sooner)));
    expect((await correct(id, change.id, day(between + 1))).status).toBe(201);
    expect(await people.employee(id, day(end))).toMatchObject({ status: 'terminated', team_id: null });
  });
});

describe('a hire', () => {
  it('cannot be cancelled, nor can its correction', async () => {
    const { id } = await people.hire({ hire_date: day(30) });
    const [hire] = await people.changes(id);
    const corrected = (await correct(id, hire.id, day(40))).body;
    await expectRejection('id', () => people.cancel(id, corrected.id));
    expect(await people.employee(id, day(41))).toMatchObject({ status: 'active', hire_date: day(40) });
  });

  it('cannot be moved to the termination date if it is a rehire', async () => {
    const { id } = await people.hire();
    await people.terminate(id, day(-30));
    const again = await owner.call('POST', `/employees/${id}/rehire`, { hire_date: day(-10) });
    await expectRejection('effective_date', () => correct(id, again.body.change.id, day(-30)));
    expect((await correct(id, again.body.change.id, day(-29))).status).toBe(201);
    expect(await people.employee(id)).toMatchObject({ status: 'active', hire_date: day(-29) });
  });
});

it('rejects an end_date before effective_date', async () => {
  const { id } = await people.hire();
  const until = (end_date: string) => people.requestChange(id, 'status', day(-1), { end_date });
  await expectRejection('set.end_date', () => until(day(-2)));
  expect((await until(day(-1))).status).toBe(201);
});
