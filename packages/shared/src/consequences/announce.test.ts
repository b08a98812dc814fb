import { areas } from '@wfp/areas';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../caller.ts';
import { Prisma } from '../db/generated/client.ts';
import { insertInto } from '../db/statements/statements.ts';
import { recordedTable } from '../db/writes/recorded/recorded-table.ts';
import { write, writeInTransaction } from '../db/writes/write.ts';
import { declareAreas } from '../endpoint/areas-of.ts';
import { defineArea } from '../endpoint/endpoint.ts';
import { announcementPermit, defineAnnouncement } from './announcement.ts';
import { type ConsequenceCall, consequence } from './consequence.ts';

const { sql } = Prisma;
const rolesTable = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });

const roleNeeded = defineAnnouncement<{ code: string }>('role.needed');
const roleDone = defineAnnouncement<{ code: string }>('role.done');
const withoutConsequences = defineAnnouncement<null>('role.unheard');
const undeclared = defineAnnouncement<null>('role.undeclared');

type Run = (call: ConsequenceCall<{ code: string }>) => Promise<unknown>;
const nothing: Run = async () => undefined;
let first: Run;
let second: Run;
let third: Run;

const running = async (done: Promise<unknown>): Promise<string | undefined> => {
  const remark = await done;
  return typeof remark === 'string' ? remark : undefined;
};
const testArea = defineArea({
  name: 'test',
  announcements: [roleNeeded, roleDone, withoutConsequences],
  consequences: [
    consequence({
      on: roleNeeded,
      name: 'a.second',
      after: ['b.first'],
      writes: ['role.permissions_changed'],
      announces: [roleDone],
      run: (call) => running(second(call)),
    }),
    consequence({
      on: roleNeeded,
      name: 'b.first',
      writes: ['role.post_create'],
      run: (call) => running(first(call)),
    }),
    consequence({
      on: roleDone,
      name: 'c.third',
      writes: ['role.post_archive'],
      run: (call) => running(third(call)),
    }),
  ],
});

let service: TestService;
let owner: Client;
let caller: Caller;
const emits = ['role.post_update', 'role.post_create', 'role.permissions_changed', 'role.post_archive'];
beforeAll(async () => {
  service = await startOwnService();
  declareAreas(service.platform, [...areas, testArea]);
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  caller = callerOf([...emits, announcementPermit(roleNeeded), announcementPermit(withoutConsequences)]);
  first = nothing;
  second = nothing;
  third = nothing;
});

const callerOf = (types: string[]) =>
  systemCaller(
    service.platform,
    owner.user.org_id,
    { request_id: 'test-1', ip: null, user_agent: null },
    types,
  );
const role = (code: string) => ({
  table: rolesTable,
  statement: insertInto(caller, rolesTable, { code, name: code }),
});
const recorded = () =>
  service.rows<{ event_type: string; xact: string; audited_in: string; queued_in: string }>(
    sql`select e.event_type, e.xmin::text as xact, a.xmin::text as audited_in, o.xmin::text as queued_in
      from events e join audit_log a on a.org_id = e.org_id and a.event_id = e.id
        join outbox o on o.event_id = e.id
      where e.org_id = ${owner.user.org_id} and a.request_id = 'test-1' order by e.id`,
  );
const codes = async () =>
  (
    await service.rows<{ code: string }>(
      sql`select code from roles where org_id = ${owner.user.org_id} and not is_builtin order by id`,
    )
  ).map((one) => one.code);

const announcing = (code = 'new', by = caller) =>
  writeInTransaction(by, async (tx) => {
    await tx.write(role(code), { event: 'role.post_update' });
    return tx.announce(roleNeeded, { code });
  });

describe('an announcement', () => {
  it('runs its consequences in order, each recorded, in the transaction of the announcement', async () => {
    first = async ({ tx, payload }) => {
      await tx.write(role(`${payload.code}_1`), { event: 'role.post_create' });
    };
    second = async ({ tx, payload }) => {
      await tx.write(role(`${payload.code}_2`), { event: 'role.permissions_changed' });
      await tx.announce(roleDone, { code: `${payload.code}_3` });
    };
    third = async ({ tx, payload }) => {
      await tx.write(role(payload.code), { event: 'role.post_archive' });
    };
    await announcing();
    const events = await recorded();
    expect(events.map((one) => one.event_type)).toEqual(emits);
    expect(new Set(events.flatMap((one) => [one.xact, one.audited_in, one.queued_in])).size).toBe(1);
    expect(await codes()).toEqual(['new', 'new_1', 'new_2', 'new_3']);
  });

  it('has no effect if it has no consequences', async () => {
    await writeInTransaction(caller, async (tx) => {
      await tx.write(role('new'), { event: 'role.post_update' });
      expect(await tx.announce(withoutConsequences, null)).toEqual([]);
    });
    expect(await codes()).toEqual(['new']);
  });

  it('returns the remarks of its consequences', async () => {
    first = async () => 'The cellar is locked';
    second = async () => undefined;
    expect(await announcing()).toEqual(['The cellar is locked']);
  });

  it('rolls back the transaction when a consequence fails', async () => {
    first = ({ tx }) => tx.write(role('other'), { event: 'role.post_create' });
    second = async () => {
      throw new Error('broken on purpose');
    };
    await expect(announcing()).rejects.toThrow('broken on purpose');
    expect([await codes(), await recorded()]).toEqual([[], []]);
  });
});

describe('rolls back and throws for', () => {
  const expectThrown = async (run: Promise<unknown>, message: string) => {
    await expect(run).rejects.toThrow(message);
    expect([await codes(), await recorded()]).toEqual([[], []]);
  };

  it('a consequence that writes an event declared only by the endpoint that made the announcement', async () => {
    first = ({ tx }) => tx.write(role('other'), { event: 'role.post_update' });
    await expectThrown(announcing(), 'does not declare the event role.post_update');
  });

  it('a consequence that writes an event declared only by a consequence of its own announcement', async () => {
    second = ({ tx }) => tx.write(role('other'), { event: 'role.post_archive' });
    await expectThrown(announcing(), 'does not declare the event role.post_archive');
  });

  it('a consequence that leaves the transaction', async () => {
    first = async (call) => {
      await write(call.caller, role('other'), { event: 'role.post_create' });
    };
    await expectThrown(announcing(), 'does not declare the event role.post_create');
  });

  it('an endpoint or job that does not declare the announcement', async () => {
    const other = callerOf(emits);
    await expectThrown(announcing('new', other), 'does not declare the announcement role.needed');
  });

  it('an endpoint or job that does not declare an announcement without consequences', async () => {
    const run = writeInTransaction(callerOf(emits), (tx) => tx.announce(withoutConsequences, null));
    await expectThrown(run, 'does not declare the announcement role.unheard');
  });

  it('a consequence that makes an announcement that it does not declare', async () => {
    first = ({ tx, payload }) => tx.announce(roleNeeded, payload);
    await expectThrown(announcing(), 'The consequence b.first does not declare the announcement role.needed');
  });

  it('an announcement that no area declares', async () => {
    const run = writeInTransaction(caller, (tx) => tx.announce(undeclared, null));
    await expectThrown(run, 'No area declares the announcement role.undeclared');
  });
});
