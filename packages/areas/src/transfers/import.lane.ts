import {
  areasOf,
  type Caller,
  type Importable,
  type Job,
  type LaneRun,
  lane,
  possibleEvents,
} from '@wfp/shared';
import { longestWriteMs, write } from '@wfp/shared/db';
import { z } from 'zod';
import { findStored, storageOf } from '../files/index.ts';
import { columnsOf, conclude, importRows, summary } from './import-rows.ts';
import { markImported } from './imports.store.ts';
import {
  dueOrganizations,
  giveBack,
  type LeasedImport,
  laneKey,
  leaseImport,
  nextDue,
} from './lane.store.ts';
import {
  type Assignment,
  actingFor,
  janitor,
  LostLease,
  leaseSeconds,
  mostAttempts,
  underLease,
  waitAfterFailure,
} from './lease.ts';
import { type CsvRow, readCsv, UnreadableFile } from './read-csv.ts';

const Payload = z.object({ org_id: z.int() });
type Payload = z.output<typeof Payload>;

/** Does the imports of an organization, one after the other. */
export const importLane: Job = lane<Payload>({
  queue: 'imports',
  payload: Payload,
  key: laneKey,
  concurrency: 2,
  due: (platform) => dueOrganizations(platform, 'imports'),
  run: async (call) => {
    const { platform, payload } = call;
    const work = await leaseImport(platform, payload.org_id, leaseSeconds);
    if (work) await attempt(call, work);
    return nextDue(platform, payload.org_id, 'imports');
  },
});

const tooSlow = `It took longer than ${longestWriteMs / 60_000} minutes; send its rows in several files`;

type ImportWork = Assignment & { work: LeasedImport };

async function attempt({ platform, payload, log, note, signal }: LaneRun<Payload>, work: LeasedImport) {
  const { org_id } = payload;
  const begun = performance.now();
  const assignment: ImportWork = { platform, org_id, backlog: 'imports', work, draining: signal };
  try {
    if (work.attempts > mostAttempts) return await fail(assignment, 'It was interrupted again and again');
    const definition = areasOf(platform)
      .flatMap((area) => area.imports ?? [])
      .find((one) => one.resource === work.resource);
    if (!definition) return await fail(assignment, `There is no import of ${work.resource} any more`);
    const written = possibleEvents(areasOf(platform), definition);
    const emits = [...written, 'import.completed', 'import.failed'];
    const caller = await actingFor(assignment, `${work.resource}:manage`, emits);
    if (typeof caller === 'string') return await fail(assignment, caller);
    const outcome = await underLease(assignment, (lost) => run(assignment, caller, definition, lost));
    await note(`import ${work.id} of ${work.resource}: ${outcome}`);
  } catch (error) {
    if (error instanceof LostLease) return;
    if (signal.aborted) return await giveBack(platform, org_id, work, 'imports', null);
    log.error({ err: error, import_id: work.id, attempt: work.attempts }, 'An import failed');
    // Once more would take as long again.
    if (performance.now() - begun >= longestWriteMs) await fail(assignment, tooSlow);
    else if (work.attempts >= mostAttempts) await fail(assignment, 'It could not be done');
    else await giveBack(platform, org_id, work, 'imports', waitAfterFailure);
  }
}

async function run(
  { platform, work }: ImportWork,
  caller: Caller,
  definition: Importable,
  signal: AbortSignal,
): Promise<string> {
  const file = await findStored(caller, work.file_id);
  if (!file) {
    await conclude(caller, work, { status: 'failed', result: null, error: 'The file is not there any more' });
    return 'no file';
  }
  let rows: CsvRow[];
  try {
    rows = await readCsv(await storageOf(platform).get(file.storage_key), columnsOf(definition));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { row, field, message } = error;
    await conclude(
      caller,
      work,
      summary({ rows: 0, created: 0, updated: 0, errors: [{ row, field, message }] }),
    );
    return 'unreadable';
  }
  const { status, result } = await importRows(caller, definition, work, rows, signal);
  return `${status}, ${result?.created ?? 0} created, ${result?.updated ?? 0} updated`;
}

async function fail(assignment: ImportWork, reason: string): Promise<void> {
  const caller = janitor(assignment, ['import.failed']);
  const outcome = { status: 'failed', result: null, error: reason } as const;
  await write(caller, markImported(caller, assignment.work, outcome), { event: 'import.failed' });
}
