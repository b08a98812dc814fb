import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentile } from '../measurements/statistics.ts';

// The receiver of all webhooks, in a separate process: reads the whole body and responds with 204 immediately, to /hang after
// ten seconds.

/** Orders for the receiver. */
export type Order =
  | { kind: 'listen' }
  /** Starts collecting the ages of received events; `ages` ends this. */
  | { kind: 'time' }
  | { kind: 'count' }
  | { kind: 'ages' }
  | { kind: 'samples' };

/** A received request. */
export interface Sample {
  headers: Record<string, string>;
  body: string;
}

/** The reply of the receiver to an order. */
export interface Report {
  port: number;
  /** Numbers of answered requests and of requests that are or were delayed. */
  answered: number;
  hanging: number;
  /** In response to `ages`: the ages, in ms, that events had when they arrived. */
  ages: { p50: number; p99: number; slowest: number } | null;
  samples: Sample[];
}

const hangMs = 10_000;
const maxSamples = 500;
const timeMark = '"occurred_at":"';
const timeLength = '2026-01-01T00:00:00.000Z'.length;
/** Headers that the bare sender sets itself, and must not copy. */
const ofConnections = new Set(['host', 'connection', 'content-length']);

const samples: Sample[] = [];
let isTiming = false;
let answered = 0;
let hanging = 0;
let ages: number[] = [];

function recordRequest(rawHeaders: readonly string[], body: string): void {
  if (isTiming) {
    const at = body.indexOf(timeMark) + timeMark.length;
    ages.push(Date.now() - Date.parse(body.slice(at, at + timeLength)));
  }
  if (samples.length >= maxSamples) return;
  const pairs: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!ofConnections.has(name.toLowerCase())) pairs.push([name, rawHeaders[index + 1] ?? '']);
  }
  samples.push({ headers: Object.fromEntries(pairs), body });
}

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    if (req.url === '/hang') {
      hanging += 1;
      setTimeout(() => res.writeHead(204).end(), hangMs);
      return;
    }
    res.writeHead(204).end();
    answered += 1;
    if (isTiming || samples.length < maxSamples)
      recordRequest(req.rawHeaders, Buffer.concat(chunks).toString());
  });
});
server.keepAliveTimeout = 60_000;

async function execute({ kind }: Order): Promise<Report> {
  if (kind === 'listen') await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  if (kind === 'time') ages = [];
  isTiming = kind === 'time' || (isTiming && kind !== 'ages');
  return {
    port: (server.address() as AddressInfo).port,
    answered,
    hanging,
    ages: kind === 'ages' ? summary() : null,
    samples: kind === 'samples' ? samples : [],
  };
}

function summary() {
  const slowest = ages.reduce((most, one) => Math.max(most, one), 0);
  return { p50: percentile(ages, 0.5), p99: percentile(ages, 0.99), slowest };
}

process.on('message', async (order: Order) => process.send?.(await execute(order)));
process.on('disconnect', () => process.exit(0));
