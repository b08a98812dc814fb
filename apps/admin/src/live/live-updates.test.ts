import { notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { ConnectionError } from '@wfp/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
// It decides when pages are drawn.
import '../api/query-client.ts';
import { LiveUpdates } from './live-updates.ts';

let queries: QueryClient;
let live: LiveUpdates;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { hidden: false });
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  live = new LiveUpdates(queries, 'demo', 1);
});
afterEach(async () => {
  live.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  queries.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Shows a list, and counts its requests, each of which takes some time. */
function show(path: string, takesMs: number) {
  const read = vi.fn(() => new Promise((resolve) => setTimeout(() => resolve([]), takesMs)));
  new QueryObserver(queries, { queryKey: ['demo', 'list', path], queryFn: read }).subscribe(() => undefined);
  return read;
}

it('loads again, a second after the stream is open, only what was requested before', async () => {
  const loaded = show('/loaded', 10);
  await vi.advanceTimersByTimeAsync(10);
  const [requested, slow] = [show('/requested', 100), show('/slow', 5_000)];
  live.receive({ type: 'gap', isSpread: false });
  const later = show('/later', 10);
  const counts = () => [loaded, requested, slow, later].map(({ mock }) => mock.calls.length);
  await vi.advanceTimersByTimeAsync(999);
  expect(counts()).toEqual([1, 1, 1, 1]);
  await vi.advanceTimersByTimeAsync(1);
  expect(counts()).toEqual([2, 2, 1, 1]);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(counts()).toEqual([2, 2, 2, 1]);
});

it('loads again what was opened while the service could not be reached', async () => {
  const fails = new Set(['/lost', '/unknown']);
  const read = vi.fn(async (path: string) => {
    if (!fails.has(path)) return [];
    throw path === '/lost' ? new ConnectionError('No connection', {}) : new Error('Unknown');
  });
  for (const path of [...fails, '/loaded'])
    new QueryObserver(queries, {
      ...{ queryKey: ['demo', 'list', path], queryFn: () => read(path), retry: false },
    }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  fails.clear();
  live.receive({ type: 'reconnected' });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read.mock.calls.flat()).toEqual(['/lost', '/unknown', '/loaded', '/lost']);
});

it('requests nothing for a page that other permissions remove', async () => {
  const [kept, removed] = [show('/kept', 10), vi.fn(async () => [])];
  const observer = new QueryObserver(queries, { queryKey: ['demo', 'list', '/removed'], queryFn: removed });
  const hide = observer.subscribe(() => undefined);
  let code = 'before';
  const resources = { queryKey: ['demo', 'resources'], queryFn: async () => [{ code }] };
  const draw = notifyManager.batchCalls(() => {
    if (code === 'after') hide();
  });
  new QueryObserver(queries, resources).subscribe(draw);
  await vi.advanceTimersByTimeAsync(100);
  code = 'after';
  live.receive({ type: 'reconnected' });
  await vi.advanceTimersByTimeAsync(4_000);
  expect([kept.mock.calls.length, removed.mock.calls.length]).toEqual([2, 1]);
});
