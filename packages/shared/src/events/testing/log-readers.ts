import { Redis } from 'ioredis';
import type { Platform } from '../../platform.ts';
import { channels } from '../../redis/connection.ts';
import { readLogAfter } from '../event-log.ts';
import type { StreamedEvent } from '../streamed-event.ts';
import { sleep } from './relay-harness.ts';

/** A reader of an organization's events, and the events it received in order. */
export interface LogReader {
  readonly name: string;
  readonly seen: { seq: number; id: number }[];
  stop(): Promise<void>;
}

const shown = ({ seq, record }: StreamedEvent) => ({ seq, id: JSON.parse(record).id as number });

/** Reads the log page by page, like a stream that catches up. */
export function followLog(platform: Platform, org_id: number): LogReader {
  const seen: LogReader['seen'] = [];
  let isStopped = false;
  const readNext = async () => {
    const limit = 1 + Math.floor(Math.random() * 20);
    const page = await readLogAfter(platform, org_id, seen.at(-1)?.seq ?? 0, limit);
    seen.push(...page.map(shown));
    return page.length;
  };
  const reading = (async () => {
    while (!isStopped) {
      await readNext();
      await sleep(Math.random() * 20);
    }
    while ((await readNext()) > 0);
  })();
  return {
    name: 'log',
    seen,
    stop: async () => {
      isStopped = true;
      await reading;
    },
  };
}

/** Receives events from Redis, and reads the log at a gap, like a pod for its streams. */
export async function followRedis(platform: Platform, org_id: number): Promise<LogReader> {
  const seen: LogReader['seen'] = [];
  const redis = new Redis(platform.config.REDIS_URL);
  const position = () => seen.at(-1)?.seq ?? 0;
  const readNext = async () => {
    for (let page = [0]; page.length > 0; ) {
      const events = await readLogAfter(platform, org_id, position(), 100);
      seen.push(...events.map(shown));
      page = events.map(({ seq }) => seq);
    }
  };
  let queue = Promise.resolve();
  redis.on('message', (_, text: string) => {
    queue = queue.then(async () => {
      const newer = (JSON.parse(text) as StreamedEvent[]).filter(({ seq }) => seq > position());
      if (newer[0] && newer[0].seq === position() + 1) seen.push(...newer.map(shown));
      else if (newer.length > 0) await readNext();
    });
  });
  await redis.subscribe(channels(platform.config).events(org_id));
  return {
    name: 'Redis',
    seen,
    stop: async () => {
      // Later messages would be processed concurrently with the log.
      redis.removeAllListeners('message');
      redis.disconnect();
      await queue;
      await readNext();
    },
  };
}
