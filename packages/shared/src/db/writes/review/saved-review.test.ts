import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Caller, systemCaller } from '../../../caller.ts';
import { Prisma } from '../../generated/client.ts';
import { insertInto, updateIfDifferent } from '../../statements/statements.ts';
import { WriteConflict } from '../../transactions/retry.ts';
import { recordedTable } from '../recorded/recorded-table.ts';
import { findDifferentIds } from '../unchanged.ts';
import { write, writeInTransaction } from '../write.ts';

const { sql } = Prisma;
const rolesTable = recordedTable({ name: 'roles', aggregate: 'role', columns: Prisma.RoleScalarFieldEnum });

let service: TestService;
let owner: Client;
let caller: Caller;
let saved: (readonly number[])[];
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  saved = [];
  const origin = { request_id: 'test-1', ip: null, user_agent: null };
  const emits = ['role.post_create', 'role.post_update'];
  const review = { save: async (_: unknown, ids: readonly number[]) => void saved.push(ids) };
  caller = {
    ...systemCaller(service.platform, owner.user.org_id, origin, emits),
    review: { hook: 'role.pre_create', review, isSaved: false },
  };
});

const role = (code: string) => ({
  table: rolesTable,
  statement: insertInto(caller, rolesTable, { code, name: code }),
});
const rename = (id: number, name: string) => ({
  table: rolesTable,
  statement: updateIfDifferent(caller, rolesTable, { name }, sql`id = ${id}`),
});
const created = { event: 'role.post_create' };
const updated = { event: 'role.post_update' };

describe('the review of a request', () => {
  it('is saved with the ids of created records by a single write', async () => {
    const [made] = await write<{ id: number }>(caller, role('one'), created);
    expect(saved).toEqual([[made?.id]]);
  });

  it('is saved by the first transaction that records a change', async () => {
    const id = await writeInTransaction(caller, async (tx) => {
      const [made] = await tx.write<{ id: number }>(role('one'), created);
      await tx.write(rename(Number(made?.id), 'Renamed'), updated);
      return Number(made?.id);
    });
    await write(caller, rename(id, 'Renamed again'), updated);
    expect(saved).toEqual([[id]]);
  });

  it('is not saved by a write that changes nothing', async () => {
    const { review, ...unreviewed } = caller;
    const [made] = await write<{ id: number }>(unreviewed, role('one'), created);
    await write(caller, rename(Number(made?.id), 'one'), updated);
    expect([saved, review?.isSaved]).toEqual([[], false]);
  });

  it('is saved with the ids of updated records, without those that did not change', async () => {
    const { review, ...unreviewed } = caller;
    const [one] = await write<{ id: number }>(unreviewed, role('one'), created);
    const [two] = await write<{ id: number }>(unreviewed, role('two'), created);
    if (!review) throw new Error('The caller has no review');
    await writeInTransaction({ ...caller, review: { ...review, hook: 'role.pre_update' } }, async (tx) => {
      await tx.write(rename(Number(one?.id), 'one'), updated);
      await tx.write(rename(Number(two?.id), 'Renamed'), updated);
      await tx.write(role('three'), created);
    });
    expect(saved).toEqual([[two?.id]]);
  });

  it('is saved again if the transaction is retried', async () => {
    let attempts = 0;
    const next: Caller = {
      ...caller,
      review: {
        hook: 'role.pre_create',
        isSaved: false,
        review: {
          save: async (_, ids) => {
            attempts += 1;
            if (attempts === 1) throw new WriteConflict();
            saved.push(ids);
          },
        },
      },
    };
    const [made] = await write<{ id: number }>(next, role('two'), created);
    expect([attempts, saved]).toEqual([2, [[made?.id]]]);
  });

  it('fails the write if it cannot be saved', async () => {
    const failing: Caller = {
      ...caller,
      review: {
        hook: 'role.pre_create',
        isSaved: false,
        review: {
          save: async () => {
            throw new Error('The verdict cannot be stored');
          },
        },
      },
    };
    await expect(write(failing, role('one'), created)).rejects.toThrow('The verdict cannot be stored');
    expect(
      await service.rows(sql`select id from roles where org_id = ${caller.org_id} and code = 'one'`),
    ).toEqual([]);
  });
});

describe('findDifferentIds', () => {
  it('returns the rows that an update would change', async () => {
    const [made] = await write<{ id: number }>(caller, role('one'), created);
    const id = Number(made?.id);
    expect(await findDifferentIds(caller, rename(id, 'Other'))).toEqual([id]);
    expect(await findDifferentIds(caller, rename(id, 'one'))).toEqual([]);
    await expect(findDifferentIds(caller, role('two'))).rejects.toThrow('was not built by updateIfDifferent');
  });
});
