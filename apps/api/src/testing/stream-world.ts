import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Caller,
  compileAccess,
  createLogger,
  Metrics,
  type Platform,
  resource,
  type StreamedEvent,
  systemCaller,
} from '@wfp/shared';
import { StreamClient } from '@wfp/testing/stream-client.ts';
import type { Request, Response } from 'express';
import { Batch } from '../stream/delivery/batch.ts';
import { Feed } from '../stream/feed.ts';
import { Streams } from '../stream/streams.ts';

export const clock = { now: () => new Date() };
const task = resource({ code: 'task', label: 'Task', scopes: [], builtin: {} });
const platform = {
  config: {
    SSE_HEARTBEAT_SECONDS: 1,
    SSE_MAX_PER_CREDENTIAL: 99,
    SSE_MAX_PER_ORGANIZATION: 99,
    SSE_MAX_PER_POD: 99,
  },
  access: compileAccess([task], []),
  log: createLogger('test', 'silent'),
  clock,
} as unknown as Platform;
export const caller = systemCaller(platform, 1, { request_id: 'test', ip: null, user_agent: null }, []);

export const event = (seq: number, bytes = 0): StreamedEvent => ({
  seq,
  aggregate_type: 'task',
  event_type: 'task.post_create',
  subject_employee_id: null,
  subject_team_id: null,
  subject_user_ids: [],
  is_private: false,
  record: JSON.stringify({ id: seq, filler: 'x'.repeat(bytes) }),
});

/** An in-memory log with a feed, and a server for its streams. */
export class World {
  log: StreamedEvent[] = [];
  readonly feed = new Feed(1);
  pageSize = 3;
  reauthorize: () => Promise<Caller> = async () => caller;
  onHead: () => void = () => undefined;
  readonly metrics = new Metrics();
  readonly streams = new Streams(
    { ...platform, metrics: this.metrics },
    {
      acquire: async () => this.feed,
      release: () => undefined,
      stop: async () => undefined,
      headOf: async () => {
        this.onHead();
        return this.log.at(-1)?.seq ?? 0;
      },
      readAfter: async (_feed, position) => {
        const page = this.log.filter((one) => one.seq > position).slice(0, this.pageSize);
        await sleep(Math.random() * 3);
        return new Batch(page);
      },
      sendInTurn: async (_turn, send) => send(),
    },
  );
  readonly server: Server = createServer(async (req, res) => {
    const reauthorize = () => this.reauthorize();
    const readAt = performance.now();
    const request = { req: req as Request, res: res as Response, caller, readAt, query: {}, reauthorize };
    await this.streams.serve(request);
  }).listen(0, '127.0.0.1');

  /** Appends events to the log and delivers them to the feed, as the relay does. */
  append(count: number, bytes = 0): void {
    const from = this.log.at(-1)?.seq ?? 0;
    const fresh = Array.from({ length: count }, (_, index) => event(from + index + 1, bytes));
    this.log.push(...fresh);
    this.feed.deliver(fresh);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async open(last_event_id?: string): Promise<StreamClient> {
    const abort = new AbortController();
    const client = new StreamClient(
      await fetch(this.url, {
        signal: abort.signal,
        headers: last_event_id ? { 'last-event-id': last_event_id } : {},
      }),
      abort,
    );
    await client.until('the stream has begun', (one) => one.text !== '');
    return client;
  }
}

export async function newWorld(): Promise<World> {
  const world = new World();
  await once(world.server, 'listening');
  return world;
}
