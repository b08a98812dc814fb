import { expect, it, vi } from 'vitest';
import type { RelayTransaction } from '../../../db/operational.ts';
import type { NumberedEvent, WakeUp } from '../../../queue/job.ts';
import { SlowBatchError } from '../slow-batch.ts';
import { type ConfiguredProjection, project, projectCarefully } from './relay-projections.ts';

const eventsOf = (...ids: number[]) => ids.map((event_id) => ({ event_id }) as NumberedEvent);
const wakeUp = (ids: readonly number[]) => ({ queue: ids.join() }) as unknown as WakeUp;
const idsOf = (events: readonly NumberedEvent[]) => events.map(({ event_id }) => event_id);

/** A transaction that records its statements. */
function startTransaction() {
  const statements: string[] = [];
  const tx = { execute: async ({ sql }: { sql: string }) => void statements.push(sql) };
  return { tx: tx as unknown as RelayTransaction, statements };
}

/** A projection that fails for some events, and records its calls. */
function failingFor(...bad: number[]) {
  const calls: number[][] = [];
  const projection: ConfiguredProjection = {
    name: 'test',
    project: async (_, events) => {
      const ids = idsOf(events);
      calls.push(ids);
      if (ids.some((id) => bad.includes(id))) throw new Error(`Fails for ${ids}`);
      return [wakeUp(ids)];
    },
  };
  return { projection, calls };
}

it('runs all projections of a batch in order, and none without events', async () => {
  const { tx, statements } = startTransaction();
  const [one, two] = [failingFor(), failingFor()];
  expect(await project(tx, [one.projection, two.projection], [], 1_000)).toEqual([]);
  expect(await project(tx, [one.projection, two.projection], eventsOf(1, 2), 1_000)).toEqual([
    wakeUp([1, 2]),
    wakeUp([1, 2]),
  ]);
  expect([one.calls, two.calls, statements]).toEqual([[[1, 2]], [[1, 2]], []]);
  await expect(project(tx, [failingFor(2).projection], eventsOf(1, 2), 1_000)).rejects.toThrow(
    'Fails for 1,2',
  );
});

it('isolates failing events by halves, and keeps the order of the others', async () => {
  const { tx, statements } = startTransaction();
  const { projection, calls } = failingFor(2);
  const { wakeUps, failures } = await projectCarefully(
    tx,
    [projection],
    eventsOf(1, 2, 3, 4, 5),
    () => 60_000,
  );
  expect(calls).toEqual([[1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [1], [2], [3], [4, 5]]);
  expect(wakeUps).toEqual([wakeUp([1]), wakeUp([3]), wakeUp([4, 5])]);
  expect(failures).toMatchObject([
    { projection: 'test', event: { event_id: 2 }, error: { message: 'Fails for 2' } },
  ]);
  const [begun, undone, released] = [
    'savepoint projection',
    'rollback to savepoint projection',
    'release savepoint projection',
  ];
  const [success, failure] = [
    [begun, released],
    [begun, undone, released],
  ];
  expect(statements).toEqual([...[failure, failure, failure, success, failure, success, success].flat()]);
});

it('continues with the next projection after a failure, and does nothing without events', async () => {
  const { tx, statements } = startTransaction();
  const [bad, good] = [failingFor(1), failingFor()];
  const both = [bad.projection, good.projection];
  expect(await projectCarefully(tx, both, [], () => 60_000)).toEqual({ wakeUps: [], failures: [] });
  expect(statements).toEqual([]);
  const { wakeUps, failures } = await projectCarefully(tx, both, eventsOf(1), () => 60_000);
  expect([wakeUps, failures.length, good.calls]).toEqual([[wakeUp([1])], 1, [[1]]]);
});

it('counts all events of a failing part as failed after its time limit', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { tx } = startTransaction();
    const { projection, calls } = failingFor(1);
    const slow: ConfiguredProjection = {
      name: 'slow',
      project: (...step) => {
        vi.advanceTimersByTime(500);
        return projection.project(...step);
      },
    };
    const { failures } = await projectCarefully(tx, [slow], eventsOf(1, 2, 3, 4), () => 1_000);
    expect(calls).toEqual([
      [1, 2, 3, 4],
      [1, 2],
      [3, 4],
    ]);
    expect(failures.map(({ event }) => event.event_id)).toEqual([1, 2]);
    expect((await projectCarefully(tx, [slow], eventsOf(1, 2), () => 0)).failures).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

it('reports errors that are no Error', async () => {
  const { tx } = startTransaction();
  const projection = { name: 'test', project: () => Promise.reject('text') };
  const { failures } = await projectCarefully(tx, [projection], eventsOf(1), () => 0);
  expect(failures).toMatchObject([{ error: new Error('text') }]);
});

it('fails if a savepoint cannot be restored, because the connection is lost', async () => {
  const tx = {
    execute: async ({ sql }: { sql: string }) => {
      if (sql.startsWith('rollback')) throw new Error('Connection lost');
    },
  } as unknown as RelayTransaction;
  const { projection } = failingFor(1);
  await expect(projectCarefully(tx, [projection], eventsOf(1), () => 0)).rejects.toThrow('Connection lost');
});

it('fails if the projections of a batch take too long together', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { tx } = startTransaction();
    const slow: ConfiguredProjection = {
      name: 'slow',
      project: async () => {
        vi.advanceTimersByTime(600);
        return [];
      },
    };
    expect(await project(tx, [slow, slow], eventsOf(1), 1_000)).toEqual([]);
    await expect(project(tx, [slow, slow, slow], eventsOf(1), 1_000)).rejects.toThrow(SlowBatchError);
  } finally {
    vi.useRealTimers();
  }
});

it('fails if several events are too slow, and counts a single one as failed', async () => {
  const { tx } = startTransaction();
  const projection = { name: 'slow', project: () => Promise.reject(new SlowBatchError()) };
  await expect(projectCarefully(tx, [projection], eventsOf(1, 2), () => 60_000)).rejects.toThrow(
    SlowBatchError,
  );
  const { failures } = await projectCarefully(tx, [projection], eventsOf(1), () => 60_000);
  expect(failures).toMatchObject([{ event: { event_id: 1 } }]);
});
