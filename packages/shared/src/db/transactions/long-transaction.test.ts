import { startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../../caller.ts';
import { lockKey, longWorkKey } from '../advisory-locks.ts';
import { Prisma } from '../generated/client.ts';
import { insertInto } from '../statements/statements.ts';
import { recordedTable } from '../writes/recorded/recorded-table.ts';
import { writeInTransaction } from '../writes/write.ts';
import { writeInLongTransaction } from './long-transaction.ts';
import type { Transaction } from './transaction.ts';
import { lockOrganization } from './transaction-locks.ts';

const { sql } = Prisma;
const lock = 'employee_timelines';
const rolesTable = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });
const recording = { event: 'role.post_create' };
const role = (code: string) => ({
  table: rolesTable,
  statement: insertInto(caller, rolesTable, { code, name: code }),
});
const keys = [lockKey(lock), longWorkKey(lock)].sort();
let service: TestService;
let caller: Caller;
beforeAll(async () => {
  service = await startOwnService();
  const origin = { request_id: 'test-1', ip: null, user_agent: null };
  caller = systemCaller(service.platform, (await service.newOrganization()).user.org_id, origin, [
    recording.event,
  ]);
});
afterAll(() => service.stop());

/** The keys of the organization's locks that the session has. */
const heldKeys = async (tx: Pick<Transaction, 'rows'>) => {
  const rows = await tx.rows<{ key: number }>(sql`select classid::int8::float8 as key from pg_locks
    where locktype = 'advisory' and objid = ${caller.org_id}::int8::oid and pid = pg_backend_pid() and mode = 'ExclusiveLock'`);
  return rows.map(({ key }) => key).sort();
};

it('takes a lock again that was released by rolling back the step that took it', async () => {
  const seen: number[][] = [];
  await writeInLongTransaction(caller, async (tx) => {
    const step = (work: (step: Transaction) => Promise<void>) => tx.step(work).catch(() => undefined);
    await step(async (one) => {
      await lockOrganization(one, caller, lock);
      seen.push(await heldKeys(one));
      throw new Error('An invalid row');
    });
    seen.push(await heldKeys(tx));
    await step(async (one) => {
      await lockOrganization(one, caller, lock);
      await one.write(role('kept'), recording);
    });
    await step((one) => lockOrganization(one, caller, lock));
    seen.push(await heldKeys(tx));
  });
  expect(seen).toEqual([keys, [], keys]);
});

it('releases the locks of a step that writes nothing', async () => {
  const seen: number[][] = [];
  await writeInLongTransaction(caller, async (tx) => {
    await tx.step(async (one) => {
      await lockOrganization(one, caller, lock);
      seen.push(await heldKeys(one));
    });
    seen.push(await heldKeys(tx));
    await tx.write(role('other'), recording);
  });
  expect(seen).toEqual([keys, []]);
});

it('waits for a transaction of a request that has the lock', async () => {
  const order: string[] = [];
  let long: Promise<unknown> | undefined;
  await writeInTransaction(caller, async (tx) => {
    await lockOrganization(tx, caller, lock);
    long = writeInLongTransaction(caller, async (one) => {
      await lockOrganization(one, caller, lock);
      order.push('long');
    });
    for (let waiting = 0; waiting === 0; ) {
      const [row] = await tx.rows<{ waiting: number }>(sql`select count(*)::int as waiting from pg_locks
        where locktype = 'advisory' and not granted and classid = ${longWorkKey(lock)}::int8::oid`);
      waiting = row?.waiting ?? 0;
    }
    order.push('request');
  });
  await long;
  expect(order).toEqual(['request', 'long']);
});
