import type { Pod } from './processes.ts';

/** Settings required by {@link measureHeap}. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Returns live heap bytes, including buffers, after a garbage collection. Requires {@link inspectorSettings}. */
export async function measureHeap(pod: Pod): Promise<number> {
  const [, address] = pod.log().match(/Debugger listening on (ws:\S+)/) ?? [];
  if (!address) throw new Error('The process was not started for inspection');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let lastId = 0;
  const call = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      lastId += 1;
      const id = lastId;
      socket.addEventListener('message', function read({ data }) {
        const response = JSON.parse(String(data));
        if (response.id !== id) return;
        socket.removeEventListener('message', read);
        resolve(response.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    // The second collection frees objects finalized by the first.
    await call('HeapProfiler.collectGarbage');
    await call('HeapProfiler.collectGarbage');
    const { usedSize = 0, backingStorageSize = 0 } = await call('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  } finally {
    socket.close();
  }
}
