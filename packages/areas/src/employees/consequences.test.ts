import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { day, peopleOf } from '@wfp/testing/people.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let people: ReturnType<typeof peopleOf>;
let counter = 0;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  people = peopleOf(owner);
});
afterAll(() => service.stop());

const make = async (path: string, body: object) => {
  const answer = await owner.call('POST', path, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
/** Creates a position with a default role. */
const position = async () => {
  counter += 1;
  const permissions = [{ permission: 'task:read', scopes: ['org'] }];
  const role = await make('/roles', { code: `seat_${counter}`, name: `Seat ${counter}`, permissions });
  const seat = { title: 'Seat', code: `W-${counter}`, status: 'open', default_role_id: role.id };
  return { ...(await make('/positions', seat)), role };
};
const team = () => {
  counter += 1;
  return people.team(`Team ${counter}`);
};
const someone = async (fields: object = {}, roles = ['employee']) => {
  const user = await service.newUser(owner, roles);
  return { user, ...(await people.hire({ user_id: user.user.id, ...fields })) };
};
const recorded = async (work: () => Promise<{ status: number }>) => {
  const { result, events, outbox } = await recordedBy(service, owner.user.org_id, work);
  expect(outbox).toBe(events.length);
  return { result, events: [...new Set(events.map((one) => one.split(' ')[0]))].sort() };
};
/** Grants a role and lets the grant expire. The expired grant is replaced by the next grant of the role. */
const hadRole = async (user: Client, role_id: number) => {
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await make('/grants', { user_id: user.user.id, role_id, ends_at });
  await executeOperational(
    service.platform,
    sql`update grants set ends_at = now() where org_id = ${owner.user.org_id} and id = ${id} returning id`,
  );
};

const everyMove = [
  'employee.manager_changed',
  'employee.post_update',
  'grant.expired',
  'grant.post_archive',
  'grant.post_create',
  'position.vacated',
  'team.member_joined',
  'team.member_left',
];

describe('memberships, roles and positions', () => {
  it('follow an approved proposal', async () => {
    const [boss, next] = [await someone(), await someone()];
    const [left, taken] = [await position(), await position()];
    const [from, to] = [await team(), await team()];
    const placement = { team_id: from.id, manager_id: boss.id, position_id: left.id };
    const mover = await someone(placement);
    await hadRole(mover.user, taken.role.id);
    const set = { team_id: to.id, manager_id: next.id, position_id: taken.id };
    const body = { kind: 'transfer', effective_date: day(-3), set };
    const proposal = await boss.user.call('POST', `/employees/${mover.id}/changes`, body);
    expect([proposal.status, proposal.body.state]).toEqual([201, 'proposed']);
    const { result, events } = await recorded(() => people.approve(mover.id, proposal.body.id));
    expect(result.status).toBe(200);
    expect(events).toEqual(['employee.change_applied', ...everyMove]);
  });

  it('follow a rehire', async () => {
    const boss = await someone();
    const [seat, home] = [await position(), await team()];
    const former = await someone();
    await hadRole(former.user, seat.role.id);
    await people.terminate(former.id, '2024-06-01');
    const placement = { team_id: home.id, manager_id: boss.id, position_id: seat.id };
    const { result, events } = await recorded(() =>
      owner.call('POST', `/employees/${former.id}/rehire`, { hire_date: '2025-01-01', ...placement }),
    );
    expect(result.status).toBe(200);
    expect(events).toEqual(
      expect.arrayContaining(['employee.manager_changed', 'grant.post_create', 'team.member_joined']),
    );
  });

  it('end with the deletion of an employee, including scheduled changes', async () => {
    const boss = await someone();
    const [seat, home] = [await position(), await team()];
    const mistake = await someone({ team_id: home.id, manager_id: boss.id, position_id: seat.id });
    await people.change(mistake.id, 'fte', day(9), { fte: '0.5' });
    const { result, events } = await recorded(() => owner.call('DELETE', `/employees/${mistake.id}`));
    expect(result.status).toBe(204);
    expect(events).toEqual([
      'employee.change_cancelled',
      'employee.post_archive',
      'grant.post_archive',
      'position.vacated',
      'team.member_left',
    ]);
  });

  it('replace an expired grant when a user is hired or linked', async () => {
    const seat = await position();
    const [hired, linked] = [await service.newUser(owner, []), await service.newUser(owner, [])];
    await hadRole(hired, seat.role.id);
    await hadRole(linked, seat.role.id);
    const hire = await recorded(() =>
      people.hire({ user_id: hired.user.id, position_id: seat.id }).then(() => ({ status: 201 })),
    );
    expect(hire.events).toContain('grant.expired');
    const { id } = await people.hire({ position_id: seat.id });
    const link = await recorded(() =>
      owner.call('POST', `/employees/${id}/link-user`, { user_id: linked.user.id }),
    );
    expect([link.result.status, link.events]).toEqual([
      200,
      ['employee.post_update', 'grant.expired', 'grant.post_create'],
    ]);
  });
});

describe('a rehire corrected to today or earlier', () => {
  it('reactivates the user in the same transaction', async () => {
    const former = await someone();
    await people.terminate(former.id, '2024-06-01');
    const statusOf = async () => (await people.get(`/users/${former.user.user.id}`)).status;
    const { change } = (await owner.call('POST', `/employees/${former.id}/rehire`, { hire_date: day(5) }))
      .body;
    expect([change.state, await statusOf()]).toEqual(['scheduled', 'deactivated']);
    const { result, events } = await recorded(() =>
      people.requestChange(former.id, 'correction', day(-2), {}, { corrects_id: change.id }),
    );
    expect([result.status, await statusOf()]).toEqual([201, 'active']);
    expect(events).toEqual(expect.arrayContaining(['employee.rehired', 'user.activated']));
  });

  it('changes nothing when it is rejected', async () => {
    const former = await someone();
    await people.terminate(former.id, '2024-06-01');
    const { change } = (await owner.call('POST', `/employees/${former.id}/rehire`, { hire_date: day(5) }))
      .body;
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
      people.requestChange(former.id, 'correction', '2024-01-01', {}, { corrects_id: change.id }),
    );
    expect([result.status, left]).toEqual([422, nothing]);
  });
});
