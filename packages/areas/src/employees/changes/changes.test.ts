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

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const membersOf = async (team: number) =>
  (await people.get(`/teams/${team}/members`)).data.map((one: any) => one.employee_id);

describe('a change with a date of today or earlier', () => {
  it('is applied immediately, with memberships, events and audit entries', async () => {
    const [from, to] = [await people.team('From'), await people.team('To')];
    const { id } = await people.hire({ team_id: from.id });
    const { result, events, audit, outbox } = await recorded(() =>
      people.requestChange(
        id,
        'transfer',
        '2024-05-01',
        { team_id: to.id, fte: '0.50' },
        { reason_code: 'requested' },
      ),
    );
    expect(result.status).toBe(201);
    expect(result.body).toMatchObject({
      employee_id: id,
      effective_date: '2024-05-01',
      sequence: 1,
      kind: 'transfer',
      state: 'applied',
      set: { team_id: to.id, fte: '0.5' },
      previous: { team_id: from.id, fte: '1' },
      reason_code: 'requested',
      applied_at: expect.any(String),
      created_by: owner.user.id,
    });
    expect(events).toEqual([
      `employee.change_applied ${id}`,
      `employee.post_update ${id}`,
      `team.member_left ${from.id}`,
      `team.member_joined ${to.id}`,
    ]);
    expect(outbox).toBe(4);
    expect(audit.map((entry) => entry.resource)).toEqual([
      'employee_change',
      'employee',
      'team_member',
      'team_member',
    ]);
    expect(audit[1]).toMatchObject({
      before: { team_id: from.id, fte: 1 },
      after: { team_id: to.id, fte: 0.5 },
    });
    expect(await people.employee(id)).toMatchObject({ team_id: to.id, fte: '0.5' });
    expect([await membersOf(from.id), await membersOf(to.id)]).toEqual([[], [id]]);
    const path = `/employees/${id}/changes/${result.body.id}`;
    expect(await people.get(path)).toEqual(result.body);
  });

  it('leaves nothing if a later step fails', async () => {
    const { id } = await people.hire();
    const { result, ...left } = await recorded(() =>
      people.requestChange(id, 'team', '2024-05-01', { team_id: 999_999 }),
    );
    expect(statusAndFields(result)).toEqual([422, ['set.team_id']]);
    expect(left).toEqual(nothing);
    expect(await people.changes(id)).toHaveLength(1);
  });

  it('does not override later changes: a transfer dated before a promotion', async () => {
    const [one, two] = [await people.team('One'), await people.team('Two')];
    const { id } = await people.hire();
    await people.change(id, 'promotion', '2024-06-01', { team_id: two.id, fte: '0.9' });
    const { result, events } = await recorded(() =>
      people.change(id, 'transfer', '2024-03-01', { team_id: one.id, employment_type: 'contractor' }),
    );
    expect(result).toMatchObject({ state: 'applied', previous: { team_id: null } });
    const wasThere = ['joined', 'left'].map((did) => `team.member_${did} ${one.id}`);
    expect(events).toEqual([`employee.change_applied ${id}`, `employee.post_update ${id}`, ...wasThere]);
    expect(await people.employee(id)).toMatchObject({
      team_id: two.id,
      fte: '0.9',
      employment_type: 'contractor',
    });
    expect(await people.employee(id, '2024-05-31')).toMatchObject({ team_id: one.id, fte: '1' });
    expect([await membersOf(one.id), await membersOf(two.id)]).toEqual([[], [id]]);
  });

  it('updates no row if current values do not change', async () => {
    const { id } = await people.hire();
    await people.change(id, 'fte', '2024-06-01', { fte: '0.9' });
    const before = await people.employee(id);
    const { events } = await recorded(() => people.change(id, 'fte', '2024-02-01', { fte: '0.4' }));
    expect(events).toEqual([`employee.change_applied ${id}`]);
    expect(await people.employee(id)).toEqual(before);
  });

  it('follows earlier changes of the same day', async () => {
    const { id } = await people.hire();
    await people.change(id, 'fte', '2024-06-01', { fte: '0.9' });
    const second = await people.change(id, 'fte', '2024-06-01', { fte: '0.7' });
    expect(second).toMatchObject({ sequence: 2, previous: { fte: '0.9' } });
    expect((await people.employee(id)).fte).toBe('0.7');
    const answers = await Promise.all(
      ['0.1', '0.2', '0.3', '0.4'].map((fte) => people.change(id, 'fte', '2024-07-01', { fte })),
    );
    expect(answers.map((one) => one.sequence).sort()).toEqual([1, 2, 3, 4]);
    const last = answers.find((one) => one.sequence === 4);
    expect((await people.employee(id)).fte).toBe(last.set.fte);
  });
});

describe('a change with a future date', () => {
  it('is scheduled and changes no row', async () => {
    const { id } = await people.hire({ time_zone: 'Asia/Tokyo' });
    const before = await people.employee(id);
    const { result, events, audit } = await recorded(() =>
      people.change(id, 'fte', '2999-07-01', { fte: '0.5' }),
    );
    expect(result).toMatchObject({
      state: 'scheduled',
      applied_at: null,
      applies_at: '2999-06-30T15:00:00.000Z',
    });
    expect(events).toEqual([`employee.change_scheduled ${id}`]);
    expect(audit).toMatchObject([{ action: 'change_scheduled', resource: 'employee_change' }]);
    expect(await people.employee(id)).toEqual(before);
    await owner.call('PATCH', `/employees/${id}`, { time_zone: 'UTC' });
    expect(await people.get(`/employees/${id}/changes/${result.id}`)).toMatchObject({
      applies_at: '2999-07-01T00:00:00.000Z',
    });
  });

  it('can be cancelled, while an applied one cannot', async () => {
    const { id } = await people.hire();
    const planned = await people.change(id, 'fte', day(30), { fte: '0.5' });
    const { result, events, audit } = await recorded(() => people.cancel(id, planned.id));
    expect([result.status, events]).toEqual([204, [`employee.change_cancelled ${id}`]]);
    expect(audit).toMatchObject([{ action: 'cancel', after: { state: 'cancelled' } }]);
    expect((await people.employee(id, day(31))).fte).toBe('1');
    const applied = await people.change(id, 'fte', day(-1), { fte: '0.5' });
    const [hired] = (await people.changes(id)).filter((one: any) => one.kind === 'hire');
    for (const one of [planned, applied, hired]) {
      const again = await recorded(() => people.cancel(id, one.id));
      expect(statusAndFields(again.result)).toEqual([422, ['id']]);
      expect(again.events).toEqual([]);
    }
    const other = await people.hire();
    expect((await people.cancel(other.id, applied.id)).status).toBe(404);
  });
});

describe('rejected changes', () => {
  it.each([
    [{ set: { fte: '0.5' }, kind: 'fte' }, 'effective_date'],
    [{ kind: 'fte', set: {} }, 'set'],
    [{ kind: 'fte', set: { team_id: null } }, 'set.team_id'],
    [{ kind: 'fte', set: { fte: '0.5', salary: 1 } }, 'set.salary'],
    [{ kind: 'fte', set: { fte: '2' } }, 'set.fte'],
    [{ kind: 'status', set: { status: 'terminated' } }, 'set.status'],
    [{ kind: 'termination', set: {} }, 'kind'],
    [{ kind: 'hire', set: {} }, 'kind'],
    [{ kind: 'correction', set: {} }, 'corrects_id'],
    [{ kind: 'fte', set: { fte: '0.5' }, corrects_id: 1 }, 'corrects_id'],
    [{ kind: 'team', set: { team_id: 999_999 } }, 'set.team_id'],
    [{ kind: 'manager', set: { manager_id: 999_999 } }, 'set.manager_id'],
    [{ kind: 'position', set: { position_id: 999_999 } }, 'set.position_id'],
    [{ kind: 'fte', set: { fte: '0.5' }, effective_date: '2019-12-31' }, 'effective_date'],
    [{ kind: 'fte', set: { fte: '0.5' }, effective_date: '2024-02-30' }, 'effective_date'],
  ])('rejects %j with 422 on %s', async (body, field) => {
    const { id } = await people.hire();
    const sent = { ...(field === 'effective_date' ? {} : { effective_date: '2024-01-01' }), ...body };
    const { result, ...left } = await recorded(() => owner.call('POST', `/employees/${id}/changes`, sent));
    expect(statusAndFields(result)).toEqual([422, [field]]);
    expect(left).toEqual(nothing);
  });

  it("rejects another organization's employees and teams", async () => {
    const stranger = peopleOf(await service.newOrganization());
    const [theirs, team] = [await stranger.hire(), await stranger.team('Theirs')];
    const { id } = await people.hire();
    expect((await people.requestChange(theirs.id, 'fte', '2024-01-01', { fte: '0.5' })).status).toBe(404);
    expect(
      statusAndFields(await people.requestChange(id, 'team', '2024-01-01', { team_id: team.id })),
    ).toEqual([422, ['set.team_id']]);
    expect(
      statusAndFields(await people.requestChange(id, 'manager', '2024-01-01', { manager_id: theirs.id })),
    ).toEqual([422, ['set.manager_id']]);
  });
});
