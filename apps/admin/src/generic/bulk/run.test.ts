import { ApiError } from '@wfp/client';
import { expect, it } from 'vitest';
import { type BulkItem, runBatches, runEach } from './run.ts';

const itemsOf = (count: number): BulkItem[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ key: String(index + 1), title: `Task ${index + 1}` },
    row: { id: index + 1 },
  }));
const rejection = (fieldErrors: Record<string, string[]>) =>
  new ApiError(new Response(null, { status: 422 }), {
    error: 'Validation failed',
    details: { fieldErrors, formErrors: [] },
  });
const titles = (some: readonly { item: BulkItem }[]) => some.map(({ item }) => item.title);

function start() {
  const progress: number[] = [];
  const controller = new AbortController();
  const options = { signal: controller.signal, onProgress: (count: number) => void progress.push(count) };
  return { progress, options, stop: () => controller.abort() };
}

it('changes records one by one, at most four at a time, and names those that are refused', async () => {
  const { options, progress } = start();
  let running = 0;
  let most = 0;
  const outcome = await runEach(
    itemsOf(9),
    async ({ row }) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (row.id === 3) throw rejection({ status: ['Must be open'] });
      return { ...row, done: true };
    },
    options,
  );
  expect([most, outcome.done.length, outcome.left]).toEqual([4, 8, []]);
  expect(outcome.done[0]?.saved).toEqual({ id: 1, done: true });
  expect(outcome.refused).toMatchObject([{ item: { title: 'Task 3' }, reason: 'Must be open' }]);
  expect(progress).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it('begins no further request after it was stopped', async () => {
  const { options, stop } = start();
  const outcome = await runEach(
    itemsOf(6),
    async () => {
      stop();
      return null;
    },
    options,
  );
  expect([outcome.done.length, outcome.left.map(({ key }) => key)]).toEqual([1, ['2', '3', '4', '5', '6']]);
});

it('repeats a rejected request without the records that the rejection names', async () => {
  const { options, progress } = start();
  const requests: number[][] = [];
  const outcome = await runBatches(
    itemsOf(5),
    3,
    async (ids) => {
      requests.push([...ids]);
      if (ids.includes(2)) throw rejection({ ids: ['Requires task:update: 2'] });
      return ids.map((id) => ({ id, label: 'Now' }));
    },
    options,
  );
  expect(requests).toEqual([[1, 2, 3], [1, 3, 4], [5]]);
  expect(titles(outcome.done)).toEqual(['Task 1', 'Task 3', 'Task 4', 'Task 5']);
  expect(outcome.done[0]?.saved).toEqual({ id: 1, label: 'Now' });
  expect(outcome.refused).toMatchObject([{ item: { title: 'Task 2' }, reason: 'Requires task:update' }]);
  expect(progress).toEqual([1, 4, 5]);
});

it('refuses all records of a request that is rejected without names', async () => {
  const { options } = start();
  const fail = async () => {
    throw rejection({ 'patch.assigned_to': ['Does not exist'] });
  };
  const outcome = await runBatches(itemsOf(3), 2, fail, options);
  expect(titles(outcome.refused)).toEqual(['Task 1', 'Task 2', 'Task 3']);
  expect(outcome.refused[0]?.reason).toBe('Does not exist');
});
