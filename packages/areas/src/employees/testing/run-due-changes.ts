import { areasOf, createLogger, type Lane, resolveEmits } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { TestService } from '@wfp/testing';
import { dueChangesLane } from '../changes/due-changes.lane.ts';

const lane = dueChangesLane as unknown as Lane<{ org_id: number }>;

/** The lane as a worker would run it at some moment: what it noted, and when it wants to be rung again. */
export async function runDueChangesAt(
  service: TestService,
  org_id: number,
  moment: string,
): Promise<{ notes: string[]; next: string | undefined }> {
  const notes: string[] = [];
  const platform = { ...service.platform, clock: { now: () => new Date(moment) } };
  const next = await lane.run({
    platform,
    payload: { org_id },
    origin: { request_id: 'employee-changes', ip: null, user_agent: null },
    emits: resolveEmits(areasOf(service.platform), lane),
    log: createLogger('worker', 'fatal'),
    note: async (line) => {
      await assertNoTransaction(service);
      notes.push(line);
    },
    signal: new AbortController().signal,
  });
  return { notes, next: next?.toISOString() };
}

/** Notes go to Redis: no rows are kept locked for that, and what is undone was not noted. */
async function assertNoTransaction(service: TestService): Promise<void> {
  const open = await service.rows(Prisma.sql`select 1 from pg_locks
    where relation = 'employee_changes'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
  if (open.length > 0) throw new Error('A note is taken while a transaction is open');
}

/** Whether the sweeper would ring the lane of an organization at some moment. */
export async function isDueAt(service: TestService, org_id: number, moment: string): Promise<boolean> {
  const platform = { ...service.platform, clock: { now: () => new Date(moment) } };
  return (await lane.due(platform)).some((one) => one.org_id === org_id);
}
