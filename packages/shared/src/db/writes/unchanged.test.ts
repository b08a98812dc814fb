import { type Client, startService, type TestService } from '@wfp/testing';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Caller, systemCaller } from '../../caller.ts';
import { poolsOf } from '../connections/database.ts';
import { Prisma } from '../generated/client.ts';
import { executeOperational } from '../operational.ts';
import { insertInto, updateIfDifferent } from '../statements/statements.ts';
import { recordedTable } from './recorded/recorded-table.ts';
import { findDifferentIds, isUnchanged } from './unchanged.ts';
import { write, writeInTransaction } from './write.ts';

const { sql } = Prisma;
const table = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });

interface Role {
  id: number;
  name: string;
  updated_at: Date;
}

let service: TestService;
let owner: Client;
let caller: Caller;
let role: Role;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  const origin = { request_id: 'test-1', ip: '192.0.2.1', user_agent: 'vitest' };
  caller = systemCaller(service.platform, owner.user.org_id, origin, [
    'role.post_create',
    'role.post_update',
  ]);
  const statement = insertInto(caller, table, { code: 'one', name: 'One' });
  [role] = (await write<Role>(caller, { table, statement }, { event: 'role.post_create' })) as [Role];
});

const recording = { event: 'role.post_update' };
const rename = (name: string, id = role.id) => ({
  table,
  statement: updateIfDifferent(caller, table, { name }, sql`id = ${id} and deleted_at is null`),
});
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

/** Returns the connections for writing that all statements of the organization use until the mocks are restored. */
function sharedPool() {
  const { writing } = poolsOf(service.platform.database);
  const share = writing.forOrganization(caller.org_id);
  vi.spyOn(writing, 'forOrganization').mockReturnValue(share);
  return share;
}

it('changes a row with one statement, and reads it with a second if it has the values already', async () => {
  const statements = vi.spyOn(sharedPool(), 'rows');
  try {
    const [changed] = await write<Role>(caller, rename('Two'), recording);
    expect([changed?.name, changed && isUnchanged(changed), statements.mock.calls.length]).toEqual([
      'Two',
      false,
      1,
    ]);
    const { result, ...left } = await recorded(async () => {
      statements.mockClear();
      const rows = await write<Role>(caller, rename('Two'), recording);
      return { rows, count: statements.mock.calls.length };
    });
    expect([result.rows, result.count, left]).toEqual([[changed], 2, nothing]);
    expect(result.rows.map(isUnchanged)).toEqual([true]);
  } finally {
    vi.restoreAllMocks();
  }
});

it('returns no row that its condition does not match', async () => {
  const { result, ...left } = await recorded(() => write(caller, rename('Two', 2_000_000_000), recording));
  expect([result, left]).toEqual([[], nothing]);
});

it('returns no row of another organization', async () => {
  const stranger = await service.newOrganization();
  const theirs = { ...caller, org_id: stranger.user.org_id };
  const statement = insertInto(theirs, table, { code: 'theirs', name: 'Theirs' });
  const [other] = await write<Role>(theirs, { table, statement }, { event: 'role.post_create' });
  expect(await write(caller, rename('Theirs', other?.id), recording)).toEqual([]);
  expect(await findDifferentIds(caller, rename('Other', other?.id))).toEqual([]);
});

it('reads the row with the common table expressions of the update', async () => {
  const before = sql`chosen as (select ${role.id}::int as id)`;
  const where = sql`id = (select id from chosen)`;
  const change = (name: string) => ({
    table,
    before,
    statement: updateIfDifferent(caller, table, { name }, where),
  });
  for (const isSame of [false, true]) {
    const [row] = await write<Role>(caller, change('Two'), recording);
    expect([row?.name, row && isUnchanged(row)]).toEqual(['Two', isSame]);
  }
});

it('wakes the relay after each commit that recorded a change, and after each transaction', async () => {
  let calls = 0;
  const wakeRelay = () => {
    calls += 1;
  };
  const by = { ...caller, platform: { ...caller.platform, wakeRelay } };
  const callsOf = async (work: () => Promise<unknown>) => {
    calls = 0;
    await work().catch(() => undefined);
    return calls;
  };
  expect(await callsOf(() => write(by, rename('Two'), recording))).toBe(1);
  expect(await callsOf(() => write(by, rename('Two'), recording))).toBe(0);
  expect(await callsOf(() => writeInTransaction(by, (tx) => tx.write(rename('Three'), recording)))).toBe(1);
  expect(await callsOf(() => writeInTransaction(by, () => Promise.reject(new Error('No'))))).toBe(0);
});

it('lets a transaction without any change end without a record', async () => {
  const { result, ...left } = await recorded(() => writeInTransaction(caller, async () => 'nothing to do'));
  expect([result, left]).toEqual(['nothing to do', nothing]);
});

it('does not count as a record in a transaction with unrecorded changes', async () => {
  const { result, ...left } = await recorded(() =>
    writeInTransaction(caller, async (tx) => {
      await tx.executeUnrecorded(sql`update users set locale = 'xx' where org_id = ${caller.org_id}`);
      return tx.write(rename('One'), recording);
    }).catch((error: Error) => error.message),
  );
  expect([result, left]).toEqual(['A transaction must not be committed without a recorded write', nothing]);
});

it('checks the version in If-Match', async () => {
  const held = (versions: Date[]): Caller => ({
    ...caller,
    precondition: { resource: 'role', id: role.id, versions },
  });
  const stale = held([new Date(0)]);
  for (const name of ['One', 'Two'])
    await expect(write(stale, rename(name), recording)).rejects.toMatchObject({ kind: 'stale' });
  const [row] = await write(held([role.updated_at]), rename('One'), recording);
  expect(row).toEqual(role);
  const elsewhere = { resource: 'team', id: role.id, versions: [new Date(0)] };
  expect(await write({ ...caller, precondition: elsewhere }, rename('One'), recording)).toEqual([role]);
  const another = { resource: 'role', id: role.id + 1, versions: [new Date(0)] };
  expect(await write({ ...caller, precondition: another }, rename('One'), recording)).toEqual([role]);
  const any = { resource: 'role', id: null, versions: [new Date(0)] };
  await expect(write({ ...caller, precondition: any }, rename('Two'), recording)).rejects.toMatchObject({
    kind: 'stale',
  });
});

it('retries when another write changes the row between its statements', async () => {
  const writing = sharedPool();
  const send = writing.rows;
  let isFirst = true;
  vi.spyOn(writing, 'rows').mockImplementation(async (statement) => {
    if (isFirst && statement.sql.includes('as _differs')) {
      isFirst = false;
      await executeOperational(
        service.platform,
        sql`update roles set name = 'Other' where org_id = ${caller.org_id} and id = ${role.id} returning id`,
      );
    }
    return send(statement) as never;
  });
  try {
    const { result, events } = await recorded(() => write<Role>(caller, rename('One'), recording));
    expect(result.map(({ id, name }) => [id, name])).toEqual([[role.id, 'One']]);
    expect([isFirst, events]).toEqual([false, [`role.post_update ${role.id}`]]);
  } finally {
    vi.restoreAllMocks();
  }
});
