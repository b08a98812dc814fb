import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { percentile } from '../measurements/statistics.ts';

// Many stream clients in one process, which is neither the measuring nor the measured one. To save CPU time, it parses
// only the time of the first event and the number of the last event of each chunk.

/** Orders for the crowd. */
export type Order =
  /** Opens streams, each with an API key of its own of the organization `keysOf`; without credentials if it is null. */
  | { kind: 'open'; port: number; count: number; keysOf: number | null; header?: string }
  /** Ends when every client has received this event, or nothing has arrived for 4 s. */
  | { kind: 'follow'; until: number }
  | { kind: 'close' };

/** Replies of the crowd. */
export interface Report {
  /** Clients that have not received the expected event. */
  behind: number;
  /** Between the first and the last event that arrived, ms. */
  tookMs: number;
  /** From an event's time to its arrival, ms. */
  p50: number;
  p99: number;
}

interface Client {
  socket: Socket;
  last: number;
}

const openedAtOnce = 50;
const silenceMs = 4_000;
const idMark = Buffer.from('id: ');
const timeMark = Buffer.from('"occurred_at":"');
const timeLength = '2026-01-01T00:00:00.000Z'.length;

const clients: Client[] = [];
const times = new Map<string, number>();
let latencies: number[] = [];
let first = 0;
let latest = 0;

/** The API key of a client: computed here, and in the database from the same text. */
const keyOf = (org_id: number, index: number) =>
  `wfp_${createHash('sha256').update(`bench ${org_id} ${index}`).digest('hex')}`;

function receive(client: Client, chunk: Buffer): void {
  const id = chunk.lastIndexOf(idMark);
  if (id !== -1) client.last = Number.parseInt(chunk.toString('latin1', id + 4, id + 20), 10) || client.last;
  const at = chunk.indexOf(timeMark);
  if (at === -1) return;
  latest = Date.now();
  first ||= latest;
  const text = chunk.toString('latin1', at + timeMark.length, at + timeMark.length + timeLength);
  let time = times.get(text);
  if (time === undefined) {
    time = Date.parse(text);
    times.set(text, time);
  }
  latencies.push(latest - time);
}

async function open(port: number, index: number, keysOf: number | null, header?: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const client = { socket, last: 0 };
  clients.push(client);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      resolve();
      receive(client, chunk);
    });
    const lines = [
      'GET /api/events/stream HTTP/1.1',
      'Host: 127.0.0.1',
      'Accept: text/event-stream',
      ...(keysOf === null ? [] : [`Authorization: Bearer ${keyOf(keysOf, index)}`]),
      ...(header ? [header] : []),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

async function follow(until: number): Promise<Report> {
  latencies = [];
  first = 0;
  latest = Date.now();
  const behind = () => clients.filter((client) => client.last < until).length;
  while (behind() > 0 && Date.now() - latest < silenceMs) await new Promise((go) => setTimeout(go, 50));
  const p50 = percentile(latencies, 0.5);
  const p99 = percentile(latencies, 0.99);
  return { behind: behind(), tookMs: latest - first, p50, p99 };
}

async function execute(order: Order): Promise<Partial<Report>> {
  if (order.kind === 'follow') return follow(order.until);
  if (order.kind === 'close') {
    for (const { socket } of clients.splice(0)) socket.destroy();
    return {};
  }
  for (let from = 0; from < order.count; from += openedAtOnce) {
    const indexes = Array.from({ length: Math.min(openedAtOnce, order.count - from) }, (_, at) => from + at);
    await Promise.all(indexes.map((index) => open(order.port, index, order.keysOf, order.header)));
  }
  return {};
}

process.on('message', async (order: Order) => {
  const report = await execute(order).catch((error: Error) => ({ error: error.message }));
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
