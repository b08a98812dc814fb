// A table of leased rows in a database of its own, and lanes over it.

import { Prisma } from '@wfp/shared/db';
import { executeOperational, readCrossTenant } from '@wfp/shared/operational';
import { startOwnService, type TestService } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { leasedBacklog } from '../backlog.store.ts';
import type { Lane, LaneRun } from '../job.ts';
import type { LeasedRow } from '../lease/lease.store.ts';
import { type LeasedLane, leasedLane } from '../lease/leased-lane.ts';

const { sql, raw } = Prisma;

export interface Parcel extends LeasedRow {
  label: string;
}

const leases = {
  table: 'parcels',
  states: { waiting: 'waiting', running: 'running' },
  leasedUntil: 'leased_until',
  dueAt: 'due_at',
  error: 'error',
  leaseSeconds: 30,
  returning: sql`w.label`,
};
export const leasedFor = (leaseSeconds: number) => leasedBacklog<Parcel>({ ...leases, leaseSeconds });
export const backlog = leasedFor(30);
/** Parcels are handled in batches, unless their label begins with "single". */
export const batchedBacklog = leasedBacklog<Parcel>({
  ...leases,
  isBatched: () => sql`w.label not like 'single%'`,
});

export const untilAtLeast = (count: () => number, min: number) => eventually(count, (now) => now >= min);

export let service: TestService;

/** Registers the hooks that create the table, empty it before each test, and remove it. */
export function useParcels(): void {
  beforeAll(async () => {
    service = await startOwnService();
    await owner(`create table parcels (org_id int not null, id serial primary key, label text not null,
      status text not null default 'waiting', attempts int not null default 0, due_at timestamptz not null default now(),
      leased_until timestamptz, error text);
      grant select, insert, update, delete on parcels to public; grant usage on sequence parcels_id_seq to public`);
  });
  beforeEach(() => executeOperational(service.platform, sql`delete from ${raw('parcels')} returning id`));
  afterAll(() => service.stop());
}

/** Runs as the owner of the tables: the role of the service cannot create tables. */
async function owner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: service.config.DATABASE_URL });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

export const org_id = 7;
export const add = async (...labels: string[]) => {
  for (const label of labels)
    await executeOperational(
      service.platform,
      sql`insert into parcels (org_id, label) values (${org_id}, ${label}) returning id`,
    );
};
export const parcels = () =>
  readCrossTenant<any>(
    service.platform,
    sql`select label, status, attempts, error, leased_until is not null as is_leased, due_at > now() as is_later
      from parcels where org_id = ${org_id} order by id`,
  );
export const finish = (row: LeasedRow) =>
  executeOperational(
    service.platform,
    sql`update parcels w set status = 'done', leased_until = null where ${backlog.stillLeased(org_id, row)} returning w.id`,
  );
export const expire = () =>
  executeOperational(
    service.platform,
    sql`update parcels set leased_until = now(), due_at = now() returning id`,
  );

export const given: string[] = [];
export const declared = (own: Partial<LeasedLane<Parcel>>) =>
  leasedLane<Parcel>({
    queue: 'parcels',
    concurrency: 1,
    backlog,
    parallel: 2,
    maxRunMs: 5_000,
    renewEveryMs: 20,
    maxAttempts: 3,
    work: async ({ row }) => void (await finish(row)),
    retry: () => ({ afterMs: 60_000, error: 'no' }),
    giveUp: async (_, row, error) => {
      given.push(`${row.label} ${(error as Error | undefined)?.message ?? 'without an error'}`);
      await finish(row);
    },
    ...own,
  }) as unknown as Lane<{ org_id: number }>;

export const run = (lane: Lane<{ org_id: number }>, signal = new AbortController().signal) =>
  lane.run({
    platform: service.platform,
    payload: { org_id },
    origin: { request_id: 'test', ip: null, user_agent: null },
    emits: [],
    log: service.platform.log,
    note: async () => undefined,
    signal,
  } as LaneRun<{ org_id: number }>);
