import { once } from 'node:events';

/** Records of the shared workers of a browser, which Playwright does not report. */
export interface WorkerWatch {
  /** Console messages, errors and violations of the policy. */
  problems: string[];
  /** The ids of workers that exist now. */
  running: Set<string>;
  close(): void;
}

interface Received {
  method: string;
  params: Record<string, any>;
  sessionId?: string;
}

/** Records console messages of all shared workers of a browser. */
export async function watchWorkers(debuggingPort: number): Promise<WorkerWatch> {
  const { webSocketDebuggerUrl } = (await (
    await fetch(`http://127.0.0.1:${debuggingPort}/json/version`)
  ).json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  let lastId = 0;
  const send = (method: string, params: object, sessionId?: string) => {
    lastId += 1;
    socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
  };
  const watch: WorkerWatch = {
    problems: [],
    running: new Set(),
    close: () => socket.close(),
  };
  socket.onmessage = ({ data }) => {
    const received = JSON.parse(String(data)) as Received;
    if (received.method === 'Target.attachedToTarget') {
      watch.running.add(received.params.sessionId);
      for (const method of ['Runtime.enable', 'Log.enable', 'Runtime.runIfWaitingForDebugger'])
        send(method, {}, received.params.sessionId);
    } else if (received.method) record(watch, received);
  };
  send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'shared_worker' }],
  });
  return watch;
}

function record(watch: WorkerWatch, { method, params }: Received): void {
  switch (method) {
    case 'Target.detachedFromTarget':
      watch.running.delete(params.sessionId);
      return;
    case 'Runtime.consoleAPICalled':
      watch.problems.push(`worker ${params.type}: ${JSON.stringify(params.args)}`);
      return;
    case 'Runtime.exceptionThrown':
      watch.problems.push(`worker: ${JSON.stringify(params.exceptionDetails)}`);
      return;
    case 'Log.entryAdded':
      // Requests that fail are reported even if the program handles that.
      if (params.entry.source !== 'network')
        watch.problems.push(`worker ${params.entry.level}: ${params.entry.text}`);
  }
}
