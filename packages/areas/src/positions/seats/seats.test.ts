import { type Caller, systemCaller } from '@wfp/shared';
import { Prisma, writeInTransaction } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerForUser } from '../../auth/index.ts';
import { applySeatChange, requireOpenPosition, type SeatChange } from './seats.service.ts';

const { sql } = Prisma;
const origin = { request_id: 'test', ip: null, user_agent: null };
const emits = ['position.vacated', 'grant.post_create', 'grant.post_archive', 'grant.expired'];

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

const createPosition = async (fields: object = {}) => {
  counter += 1;
  const body = { title: `Seat ${counter}`, code: `S-${counter}`, status: 'open', ...fields };
  return (await owner.call('POST', '/positions', body)).body;
};
const createEmployee = async (fields: object = {}) => {
  const person = { first_name: 'Ada', last_name: 'L', hire_date: '2024-01-01', ...fields };
  return (await owner.call('POST', '/employees', person)).body.id as number;
};
const findRole = async (code: string): Promise<number> =>
  (await owner.call('GET', '/roles')).body.data.find((role: { code: string }) => role.code === code).id;
const listGrants = async (user_id: number) =>
  (await owner.call('GET', `/grants?user_id=${user_id}`)).body.data.map(
    (grant: { role_code: string }) => grant.role_code,
  );

async function createCaller(by: Client): Promise<Caller> {
  const identity = { org_id, user_id: by.user.id };
  const caller = await callerForUser(service.platform, identity, origin, emits);
  if (!caller) throw new Error('No caller');
  return caller;
}

const applyChange = (caller: Caller, seat: SeatChange) =>
  writeInTransaction(caller, async (tx) => {
    await tx.rows(
      sql`select id from employees where org_id = ${org_id} and id = ${seat.employee_id} for update`,
    );
    await tx.rows(sql`update employees set position_id = ${seat.taken}::int
      where org_id = ${org_id} and id = ${seat.employee_id} returning id`);
    await applySeatChange(tx, caller, seat);
  });

describe('applySeatChange', () => {
  it('emits position.vacated only after the last holder has left', async () => {
    const caller = await createCaller(owner);
    const [a, b] = [await createPosition({ headcount: 2 }), await createPosition()];
    const [first, second] = [await createEmployee(), await createEmployee()];
    await applyChange(caller, { employee_id: first, left: null, taken: a.id });
    await applyChange(caller, { employee_id: second, left: null, taken: a.id });
    const leave = (employee_id: number) => applyChange(caller, { employee_id, left: a.id, taken: b.id });
    const one = await recordedBy(service, org_id, () => leave(first));
    expect(one.events).toEqual([]);
    const { events, audit, outbox } = await recordedBy(service, org_id, () => leave(second));
    expect(events).toEqual([`position.vacated ${a.id}`]);
    expect(outbox).toBe(1);
    expect(audit).toMatchObject([{ action: 'vacate', resource: 'position', record_id: a.id }]);
    const stays = { employee_id: second, left: b.id, taken: b.id };
    expect((await recordedBy(service, org_id, () => applyChange(caller, stays))).events).toEqual([]);
  });

  it('emits it once if two leave concurrently', async () => {
    const caller = await createCaller(owner);
    for (let round = 0; round < 4; round += 1) {
      const position = await createPosition({ headcount: 2 });
      const people = [await createEmployee(), await createEmployee()];
      for (const employee_id of people)
        await applyChange(caller, { employee_id, left: null, taken: position.id });
      const { events } = await recordedBy(service, org_id, () =>
        Promise.all(
          people.map((employee_id) => applyChange(caller, { employee_id, left: position.id, taken: null })),
        ),
      );
      expect(events).toEqual([`position.vacated ${position.id}`]);
    }
  });

  it('rejects a deleted position', async () => {
    const caller = await createCaller(owner);
    const position = await createPosition();
    await owner.call('DELETE', `/positions/${position.id}`);
    const seat = { employee_id: await createEmployee(), left: null, taken: position.id };
    const rejection = applyChange(caller, seat);
    await expect(rejection).rejects.toMatchObject({
      kind: 'invalid',
      details: { fieldErrors: { position_id: [expect.any(String)] } },
    });
  });
});

describe('the default role of a position', () => {
  it('cannot be the owner role, on create and on update', async () => {
    const { id } = await createPosition();
    const default_role_id = await findRole('owner');
    const { result, ...left } = await recordedBy(service, org_id, () =>
      Promise.all([
        owner.call('POST', '/positions', { title: 'Throne', code: 'THRONE', default_role_id }),
        owner.call('PATCH', `/positions/${id}`, { default_role_id }),
      ]),
    );
    expect(result.map(({ status, body }) => [status, Object.keys(body.details.fieldErrors)])).toEqual([
      [422, ['default_role_id']],
      [422, ['default_role_id']],
    ]);
    expect(left).toEqual(nothing);
  });

  it('is granted with the position and is the only grant that ends with it', async () => {
    const caller = await createCaller(owner);
    const user = await service.newUser(owner, ['employee']);
    const position = await createPosition({ default_role_id: await findRole('auditor') });
    const employee_id = await createEmployee({ user_id: user.user.id });
    const take = () => applyChange(caller, { employee_id, left: null, taken: position.id });
    const { events, audit } = await recordedBy(service, org_id, take);
    expect(events).toEqual([expect.stringMatching(/^grant\.post_create/)]);
    expect(audit).toMatchObject([
      { action: 'create', resource: 'grant', after: { reason: `Holds position ${position.code}` } },
    ]);
    expect(await listGrants(user.user.id)).toEqual(['employee', 'auditor']);
    expect((await recordedBy(service, org_id, take)).events).toEqual([]);
    const leave = () => applyChange(caller, { employee_id, left: position.id, taken: null });
    const left = await recordedBy(service, org_id, leave);
    expect(left.events).toEqual([
      expect.stringMatching(/^grant\.post_archive/),
      `position.vacated ${position.id}`,
    ]);
    expect(await listGrants(user.user.id)).toEqual(['employee']);
  });

  it('keeps a grant that the user had before', async () => {
    const caller = await createCaller(owner);
    const user = await service.newUser(owner, ['hr']);
    const position = await createPosition({ default_role_id: await findRole('hr') });
    const employee_id = await createEmployee({ user_id: user.user.id });
    await applyChange(caller, { employee_id, left: null, taken: position.id });
    await applyChange(caller, { employee_id, left: position.id, taken: null });
    expect(await listGrants(user.user.id)).toEqual(['hr']);
  });

  it('is granted only if the caller could grant it manually', async () => {
    const position = await createPosition({ default_role_id: await findRole('admin') });
    const hr = await service.newUser(owner, ['hr']);
    for (const caller of [await createCaller(hr), systemCaller(service.platform, org_id, origin, emits)]) {
      const user = await service.newUser(owner, ['employee']);
      const employee_id = await createEmployee({ user_id: user.user.id });
      await applyChange(caller, { employee_id, left: null, taken: position.id });
      expect(await listGrants(user.user.id)).toEqual(['employee']);
      const [row] = await service.rows(sql`select position_id from employees where id = ${employee_id}`);
      expect(row).toEqual({ position_id: position.id });
    }
  });

  it('replaces an expired grant', async () => {
    const caller = await createCaller(owner);
    const user = await service.newUser(owner, ['employee']);
    const role_id = await findRole('auditor');
    await executeOperational(
      service.platform,
      sql`insert into grants (org_id, user_id, role_id, scope, ends_at)
      values (${org_id}, ${user.user.id}, ${role_id}, 'role', now() - interval '1 day') returning id`,
    );
    const position = await createPosition({ default_role_id: role_id });
    const employee_id = await createEmployee({ user_id: user.user.id });
    await applyChange(caller, { employee_id, left: null, taken: position.id });
    expect(await listGrants(user.user.id)).toEqual(['employee', 'auditor']);
  });
});

describe('requireOpenPosition', () => {
  const require = (id: number) =>
    createCaller(owner).then((caller) =>
      writeInTransaction(caller, (tx) =>
        requireOpenPosition(tx, caller, {
          employee_id: null,
          position_id: id,
          field: 'position_id',
          isKept: false,
        }),
      ),
    );
  const rejection = { kind: 'invalid', details: { fieldErrors: { position_id: [expect.any(String)] } } };

  it('accepts only open positions of the organization', async () => {
    const open = await createPosition();
    await expect(require(open.id)).resolves.toBeUndefined();
    await expect(require((await createPosition({ status: 'draft' })).id)).rejects.toMatchObject(rejection);
    for (const act of ['freeze', 'close']) {
      const { id } = await createPosition();
      await owner.call('POST', `/positions/${id}/${act}`);
      await expect(require(id)).rejects.toMatchObject(rejection);
    }
    const stranger = await service.newOrganization();
    const theirs = await stranger.call('POST', '/positions', { title: 'T', code: 'T', status: 'open' });
    await expect(require(theirs.body.id)).rejects.toMatchObject(rejection);
  });

  it('prevents closing the position until the transaction ends', async () => {
    for (let round = 0; round < 4; round += 1) {
      const position = await createPosition();
      const employee_id = await createEmployee();
      const caller = await createCaller(owner);
      const take = writeInTransaction(caller, async (tx) => {
        await requireOpenPosition(tx, caller, {
          employee_id: null,
          position_id: position.id,
          field: 'position_id',
          isKept: false,
        });
        await tx.rows(sql`update employees set position_id = ${position.id}
          where org_id = ${org_id} and id = ${employee_id} returning id`);
      }).then(
        () => 200,
        () => 422,
      );
      const close = owner.call('POST', `/positions/${position.id}/close`);
      const answers = [await take, (await close).status].sort();
      expect(answers).toEqual([200, 422]);
    }
  });
});
