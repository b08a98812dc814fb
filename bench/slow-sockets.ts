import { connect, type Socket } from 'node:net';
import { table } from './measurements/report.ts';
import { percentile } from './measurements/statistics.ts';
import { signUp } from './organizations.ts';
import type { Installation } from './processes/installation.ts';
import type { Scenario } from './scenarios.ts';
import { readResidentKiB } from './streams/audience.ts';

const defaultSockets = 1_000;
const smokeSockets = 5;
/** Between two bytes of a slow client. */
const tickMs = 1_000;
const maxWaitMs = 20_000;

interface SlowClient {
  name: string;
  port: number;
  pid: number;
  /** The first bytes of each connection. */
  begin: string;
  /** Sends a byte at a time; otherwise reads nothing. */
  drips: boolean;
  /** The service keeps the connection open. */
  staysOpen?: boolean;
}

/** Tests that slow clients keep no other from being served: times of quick requests while many sockets are slow. */
export const slowSockets: Scenario = async ({ services, isSmoke, rows, only = '' }) => {
  const [service] = services;
  if (!service) throw new Error('There is no service');
  const count = rows ?? (isSmoke ? smokeSockets : defaultSockets);
  const lines: string[][] = [];
  for (const client of (await slowClients(service)).filter(({ name }) => name.includes(only))) {
    console.error(`${client.name}: ${count} sockets`);
    lines.push(await measure(client, count, isSmoke));
  }
  return table([
    ['', 'requests', 'p50 ms', 'p99 ms', 'alone: p50 ms', 'p99 ms', 'MiB more', 'closed', 'after s'],
    ...lines,
  ]);
};

async function slowClients({ url, settings, api, worker, ...rest }: Installation): Promise<SlowClient[]> {
  const [tenant] = await signUp({ url, settings, api, worker, ...rest }, 1);
  const host = 'Host: localhost\r\n';
  const login = `POST /api/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const stream = `GET /api/events/stream HTTP/1.1\r\n${host}Authorization: ${tenant?.headers.authorization}\r\n\r\n`;
  const onApi = { port: Number(new URL(url).port), pid: api.pid };
  const kinds: SlowClient[] = [
    {
      name: 'API: slow headers',
      ...onApi,
      begin: `GET /api/health HTTP/1.1\r\n${host}X-Slow: `,
      drips: true,
    },
    { name: 'API: slow body', ...onApi, begin: login, drips: true },
    { name: 'API: nothing sent', ...onApi, begin: '', drips: false },
    { name: 'API: stream that is not read', ...onApi, begin: stream, drips: false, staysOpen: true },
  ];
  if (!worker) return kinds;
  const onWorker = { port: Number(settings.OPS_PORT), pid: worker.pid };
  const form = `POST /queues/sign-in HTTP/1.1\r\n${host}Origin: http://localhost\r\nContent-Length: 1000\r\n\r\nn`;
  return [
    ...kinds,
    {
      name: 'worker: slow headers',
      ...onWorker,
      begin: `GET /livez HTTP/1.1\r\n${host}X-Slow: `,
      drips: true,
    },
    { name: 'worker: slow body', ...onWorker, begin: form, drips: true },
  ];
}

async function measure(client: SlowClient, count: number, isSmoke: boolean): Promise<string[]> {
  const path = client.name.startsWith('API') ? '/api/health' : '/livez';
  const quick = `http://127.0.0.1:${client.port}${path}`;
  const alone = await timeRequests(quick, isSmoke ? 100 : 2_000, () => false);
  const before = await readResidentKiB(client.pid);
  const opened = performance.now();
  const sockets = openSockets(client, count);
  const waitMs = isSmoke ? 500 : client.staysOpen ? 10_000 : maxWaitMs;
  const times = await timeRequests(quick, waitMs, () => sockets.closed() === count);
  const seconds = (performance.now() - opened) / 1_000;
  const more = (await readResidentKiB(client.pid)) - before;
  const closed = sockets.closed();
  sockets.destroy();
  return [
    client.name,
    String(times.length),
    ...[times, alone].flatMap((some) => [0.5, 0.99].map((share) => percentile(some, share).toFixed(1))),
    (more / 1024).toFixed(0),
    `${closed} of ${count}`,
    closed === count ? seconds.toFixed(1) : '',
  ];
}

function openSockets({ port, begin, drips }: SlowClient, count: number) {
  let closed = 0;
  const all = Array.from({ length: count }, (): Socket => {
    const socket = connect(port, '127.0.0.1', () => socket.write(begin));
    socket
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1;
      });
    // A paused socket does not report that the server closed it; drained data is not shown to anyone.
    if (drips || begin === '') socket.resume();
    return socket;
  });
  const dripping = setInterval(() => {
    if (drips) for (const socket of all) if (socket.writable) socket.write('x');
  }, tickMs);
  return {
    closed: () => closed,
    destroy: () => {
      clearInterval(dripping);
      for (const socket of all) socket.destroy();
    },
  };
}

/** Sends requests one after the other; returns their times in milliseconds. */
async function timeRequests(url: string, forMs: number, isDone: () => boolean): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + forMs;
  while (performance.now() < end && !isDone()) {
    const begun = performance.now();
    const answer = await fetch(url);
    await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
    times.push(performance.now() - begun);
  }
  return times;
}
