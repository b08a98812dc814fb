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

const enforce = async (enforce_headcount: string) => {
  expect((await owner.call('PATCH', '/company-configuration', { enforce_headcount })).status).toBe(200);
};
const createPosition = async (headcount = 1): Promise<number> => {
  counter += 1;
  const body = { title: `Seat ${counter}`, code: `S-${counter}`, status: 'open', headcount };
  return (await owner.call('POST', '/positions', body)).body.id;
};
const hire = (position_id: number | null, fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', position_id, ...fields };
  return owner.call('POST', '/employees', person);
};
const hired = async (position_id: number | null, fields: object = {}): Promise<number> =>
  (await hire(position_id, fields)).body.id;
const change = (id: number, position_id: number, fields: object = {}, by = owner) => {
  const body = { effective_date: '2024-06-01', kind: 'position', set: { position_id }, ...fields };
  return by.call('POST', `/employees/${id}/changes`, body);
};
const terminate = (id: number) =>
  owner.call('POST', `/employees/${id}/terminate`, { end_date: '2024-06-01', reason_code: 'left' });
const rehire = (id: number, position_id: number) =>
  owner.call('POST', `/employees/${id}/rehire`, {
    hire_date: '2024-09-01',
    reason_code: 'back',
    position_id,
  });
const restore = (id: number) => owner.call('POST', `/employees/${id}/restore`, {});
const countFilled = async (id: number) => (await owner.call('GET', `/positions/${id}`)).body.filled;

async function expectRejected(act: () => Promise<any>, field: string, message: string): Promise<void> {
  const { result, ...left } = await recordedBy(service, org_id, act);
  expect([result.status, result.body.details?.fieldErrors]).toEqual([422, { [field]: [message] }]);
  expect(left).toEqual(nothing);
}
const full = 'Has no vacant seat: 1 current or future holder and a headcount of 1';

describe('enforce_headcount: block', () => {
  beforeAll(() => enforce('block'));

  it('rejects a correction of the day that brings a holder back to a full or closed position', async () => {
    const seat = await createPosition();
    const former = await hired(seat);
    const leave = { effective_date: '2025-01-01', kind: 'position', set: { position_id: null } };
    const left = (await owner.call('POST', `/employees/${former}/changes`, leave)).body.id;
    const later = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
    const correct = () =>
      owner.call('POST', `/employees/${former}/changes`, {
        ...{ effective_date: later, kind: 'correction', set: {}, corrects_id: left },
      });
    expect((await owner.call('POST', `/positions/${seat}/close`)).status).toBe(200);
    await expectRejected(correct, 'effective_date', 'This position is closed, not open');
    expect((await owner.call('POST', `/positions/${seat}/open`)).status).toBe(200);
    const holder = await hired(seat);
    await expectRejected(correct, 'effective_date', full);
    expect((await terminate(holder)).status).toBe(200);
    expect((await correct()).status).toBe(201);
    expect(await countFilled(seat)).toBe(1);
  });

  it('rejects a hire, a change and a scheduled change into a full position', async () => {
    const seat = await createPosition();
    const other = await hired(null);
    expect((await hire(seat)).status).toBe(201);
    await expectRejected(() => hire(seat), 'position_id', full);
    await expectRejected(() => change(other, seat), 'set.position_id', full);
    await expectRejected(
      () => change(other, seat, { effective_date: '2999-01-01' }),
      'set.position_id',
      full,
    );
    expect(await countFilled(seat)).toBe(1);
  });

  it('counts future holders', async () => {
    const [seat, moved] = [await createPosition(), await hired(null)];
    expect((await change(moved, seat, { effective_date: '2999-01-01' })).status).toBe(201);
    await expectRejected(() => hire(seat), 'position_id', full);
    const later = await createPosition();
    await hire(later, { hire_date: '2999-01-01' });
    await expectRejected(() => hire(later), 'position_id', full);
  });

  it('accepts one of two simultaneous hires into the last seat', async () => {
    for (let round = 0; round < 4; round += 1) {
      const seat = await createPosition(2);
      await hire(seat);
      const answers = await Promise.all([hire(seat), hire(seat)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(await countFilled(seat)).toBe(2);
    }
  });

  it('accepts one of a hire and a change at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [seat, other] = [await createPosition(), await hired(null)];
      const answers = await Promise.all([hire(seat), change(other, seat)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(await countFilled(seat)).toBe(1);
    }
  });

  it('never has more holders than seats if a hire and a lower headcount arrive at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const seat = await createPosition(2);
      await hire(seat);
      const answers = await Promise.all([
        hire(seat),
        owner.call('PATCH', `/positions/${seat}`, { headcount: 1 }),
      ]);
      const { filled, headcount } = (await owner.call('GET', `/positions/${seat}`)).body;
      expect(answers.map(({ status }) => status).sort()).toEqual(headcount === 1 ? [200, 422] : [201, 422]);
      expect(filled).toBe(headcount);
    }
  });

  it('rejects the approval of a proposal, a rehire and a restored employee', async () => {
    const [seat, lead] = [await createPosition(), await service.newUser(owner, ['employee'])];
    const manager_id = await hired(null, { user_id: lead.user.id });
    const proposed = await hired(null, { manager_id });
    const { body: proposal } = await change(proposed, seat, {}, lead);
    expect(proposal.state).toBe('proposed');
    const [former, deleted] = [await hired(seat), await createPosition()];
    await terminate(former);
    const gone = await hired(deleted);
    await owner.call('DELETE', `/employees/${gone}`);
    await Promise.all([hire(seat), hire(deleted)]);
    const approve = `/employees/${proposed}/changes/${proposal.id}/approve`;
    await expectRejected(() => owner.call('POST', approve), 'set.position_id', full);
    await expectRejected(() => rehire(former, seat), 'position_id', full);
    await expectRejected(() => restore(gone), 'position_id', full);
  });

  it('does not reject changes of an employee who has a seat', async () => {
    const seat = await createPosition();
    const holder = await hired(seat);
    expect((await change(holder, seat)).status).toBe(201);
    const planned = await change(holder, seat, { effective_date: '2999-01-01' });
    const corrects_id = planned.body.id;
    const moved = await change(holder, seat, {
      ...{ effective_date: '2999-02-01', kind: 'correction', corrects_id },
    });
    expect([planned.status, moved.status]).toEqual([201, 201]);
    expect(await countFilled(seat)).toBe(1);
  });

  it('accepts a hire after a holder has left or the headcount was raised', async () => {
    const seat = await createPosition();
    await terminate(await hired(seat));
    expect((await hire(seat)).status).toBe(201);
    await owner.call('PATCH', `/positions/${seat}`, { headcount: 2 });
    expect((await hire(seat)).status).toBe(201);
  });
});

describe('enforce_headcount: warn', () => {
  beforeAll(() => enforce('warn'));

  const code = async (id: number) => (await owner.call('GET', `/positions/${id}`)).body.code;
  const warning = async (id: number) => [
    `Position ${await code(id)} has 2 current and future holders and a headcount of 1`,
  ];

  it('warns of a hire, a change, a proposal, a rehire and a restored employee', async () => {
    const [seat, former] = [await createPosition(), await hired(null)];
    await terminate(former);
    const first = await recordedBy(service, org_id, () => hire(seat));
    expect([first.result.status, first.result.body.warnings]).toEqual([201, undefined]);
    const second = await recordedBy(service, org_id, () => hire(seat));
    expect([second.result.status, second.result.body.warnings]).toEqual([201, await warning(seat)]);
    expect(second.events).toEqual(first.events.map((event) => event.replace(/\d+$/, second.result.body.id)));
    const undo = () => owner.call('DELETE', `/employees/${second.result.body.id}`);
    await undo();
    const restored = await restore(second.result.body.id);
    expect([restored.status, restored.body.warnings]).toEqual([200, await warning(seat)]);
    await undo();
    const rehired = await rehire(former, seat);
    expect([rehired.status, rehired.body.warnings]).toEqual([200, await warning(seat)]);
    for (const effective_date of ['2024-06-01', '2999-01-01']) {
      const other = await createPosition();
      await hire(other);
      const changed = await change(await hired(null), other, { effective_date });
      expect([changed.status, changed.body.warnings]).toEqual([201, await warning(other)]);
    }
  });

  it('warns of a proposal, and again of its approval', async () => {
    const [seat, lead] = [await createPosition(), await service.newUser(owner, ['employee'])];
    const manager_id = await hired(null, { user_id: lead.user.id });
    const proposed = await hired(null, { manager_id });
    await hire(seat);
    const { body: proposal } = await change(proposed, seat, {}, lead);
    expect([proposal.state, proposal.warnings]).toEqual(['proposed', await warning(seat)]);
    const approved = await owner.call('POST', `/employees/${proposed}/changes/${proposal.id}/approve`);
    expect([approved.status, approved.body.warnings]).toEqual([200, await warning(seat)]);
  });

  it('does not warn if a holder is linked to a user', async () => {
    const [seat, { user }] = [await createPosition(), await service.newUser(owner, ['employee'])];
    const [first] = [await hired(seat), await hired(seat)];
    const linked = await owner.call('POST', `/employees/${first}/link-user`, { user_id: user.id });
    expect([linked.status, linked.body.warnings]).toEqual([200, undefined]);
  });
});

it('does not warn unless configured', async () => {
  await enforce('off');
  const seat = await createPosition();
  const answers = [await hire(seat), await hire(seat)];
  expect(answers.map(({ status, body }) => [status, body.warnings])).toEqual(Array(2).fill([201, undefined]));
});
