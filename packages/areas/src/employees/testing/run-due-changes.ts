import { areasOf, createLogger, type Lane, resolveEmits } from '@wfp/shared';
import { Prisma } from '@wfp/shared/db';
import type { TestService } from '@wfp/testing';
import { dueChangesLane } from '../changes/due-changes.lane.ts';

const lane = dueChangesLane as unknown as Lane<{ org_id: number }>;

/**
 * Runs the lane as a worker would at the given time. Returns the log lines of the run and the time of the next one.
 *
 * @param stepMs how much later it is each time the clock is read
 */
export async function runDueChangesAt(
  service: TestService,
  org_id: number,
  moment: string,
  stepMs = 0,
): Promise<{ notes: string[]; next: string | undefined }> {
  const notes: string[] = [];
  let now = Date.parse(moment);
  const tick = () => {
    now += stepMs;
    return new Date(now);
  };
  const platform = { ...service.platform, clock: { now: tick } };
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

/** Log lines go to Redis, so none may be written while a transaction holds row locks or can still roll back. */
async function assertNoTransaction(service: TestService): Promise<void> {
  const open = await service.rows(Prisma.sql`select 1 from pg_locks
    where relation = 'employee_changes'::regclass and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
  if (open.length > 0) throw new Error('A log line was written while a transaction was open');
}

/** True if the sweeper would enqueue the lane of an organization at the given time. */
export async function isDueAt(service: TestService, org_id: number, moment: string): Promise<boolean> {
  const platform = { ...service.platform, clock: { now: () => new Date(moment) } };
  return (await lane.due(platform)).some((one) => one.org_id === org_id);
}
