import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisConnection } from './connection.ts';

const retryMs = 100;

/**
 * Repeats the command `INFO` until it succeeds. BullMQ sends it once for each queue and never uses a queue for which it
 * failed, for example because the process was too busy to read the response in time.
 */
export function retryInfo(redis: RedisConnection): void {
  const info = redis.info.bind(redis) as (...args: unknown[]) => Promise<string>;
  const repeat = async (...args: unknown[]): Promise<string> => {
    // The connection itself passes a callback, to find out whether Redis is ready.
    if (args.some((one) => typeof one === 'function')) return info(...args);
    for (;;) {
      try {
        return await info(...args);
      } catch (error) {
        if (redis.status === 'end') throw error;
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  };
  redis.info = repeat as typeof redis.info;
}
