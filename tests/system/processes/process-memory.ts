import type { Pod } from './processes.ts';

/** What Node needs to hear so that {@link measureHeap} can look into the process. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Bytes that are alive in a process started with {@link inspectorSettings}, buffers among them, after a collection. */
export async function measureHeap(pod: Pod): Promise<number> {
  const [, address] = pod.log().match(/Debugger listening on (ws:\S+)/) ?? [];
  if (!address) throw new Error('The process was not started for inspection');
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  let asked = 0;
  const ask = (method: string) =>
    new Promise<Record<string, number>>((resolve) => {
      asked += 1;
      const id = asked;
      socket.addEventListener('message', function read({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener('message', read);
        resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method }));
    });
  try {
    // What a first collection finalizes, a second one frees.
    await ask('HeapProfiler.collectGarbage');
    await ask('HeapProfiler.collectGarbage');
    const { usedSize = 0, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
    return usedSize + backingStorageSize;
  } finally {
    socket.close();
  }
}
