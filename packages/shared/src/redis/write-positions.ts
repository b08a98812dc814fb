import type { Config } from '../config/config.ts';
import { type WritePositions, writePositionTtlMs } from '../db/connections/replica.ts';
import type { RedisConnection } from './connection.ts';

/** Two concurrent writes of one user may arrive in any order: the later position wins. */
const saveFurthest = `
  local known = redis.call('get', KEYS[1])
  local furthest = (known and tonumber(known) > tonumber(ARGV[1])) and known or ARGV[1]
  redis.call('set', KEYS[1], furthest, 'PX', ARGV[2])`;

/**
 * Stores write positions in Redis. While Redis is unavailable no position is known, and lists are read from the
 * primary.
 */
export function redisWritePositions(
  redis: RedisConnection,
  config: Pick<Config, 'REDIS_PREFIX'>,
): WritePositions {
  const key = (who: string) => `${config.REDIS_PREFIX}:wrote:${who}`;
  return {
    save: async (who, position) => {
      await redis.eval(saveFurthest, 1, key(who), String(position), String(writePositionTtlMs));
    },
    find: async (who) => {
      const position = await redis.get(key(who));
      return position === null ? null : Number(position);
    },
  };
}
