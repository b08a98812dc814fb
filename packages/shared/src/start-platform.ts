import { setImmediate as afterThisTurn } from 'node:timers/promises';
import {
  type AccessModel,
  compileAccess,
  rejectUnlistedScopes,
  rejectUnusedRights,
} from './access/access-model.ts';
import type { Permission } from './access/rights.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';
import { openDatabase, openReplica } from './db/connections/database.ts';
import { declareAreas } from './endpoint/areas-of.ts';
import type { Area } from './endpoint/endpoint.ts';
import type { Logger } from './log/logger.ts';
import { Metrics } from './metrics/metrics.ts';
import { defaultPasswordCost, type PasswordCost, type Platform } from './platform.ts';
import { channels, connectRedis, type RedisConnection } from './redis/connection.ts';
import { redisWritePositions } from './redis/write-positions.ts';

interface StartOptions {
  config: Config;
  log: Logger;
  areas: readonly Area[];
  clock?: Clock;
  /** A lower cost is for tests only, so it is not part of the configuration. */
  passwordCost?: PasswordCost;
}

export interface RunningPlatform extends Platform {
  close(): Promise<void>;
}

/** Opens the resources of a process: database, Redis, access model and metrics. */
export function startPlatform({
  config,
  log,
  areas,
  clock = systemClock,
  passwordCost = defaultPasswordCost,
}: StartOptions): RunningPlatform {
  const metrics = new Metrics();
  const database = openDatabase(config, log, metrics);
  const redis = connectRedis(config, log, 'command');
  const access = accessModelOf(areas);
  const replica = openReplica(database, redisWritePositions(redis, config), log);
  replica?.measure(metrics);
  const inBackground = new Set<Promise<void>>();
  const platform: RunningPlatform = {
    config,
    log,
    database,
    replica,
    access,
    clock,
    metrics,
    passwordCost,
    wakeRelay: createRelayWaker(redis, channels(config).relayWakeUps),
    runInBackground: (work, failureMessage) => {
      // After the response, whose time must not depend on how much of the work runs before the first wait.
      const done = afterThisTurn()
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, failureMessage))
        .finally(() => inBackground.delete(done));
      inBackground.add(done);
    },
    close: async () => {
      await Promise.all(inBackground);
      await replica?.stop();
      redis.disconnect();
      await database.close();
    },
  };
  declareAreas(platform, areas);
  return platform;
}

/** All commits within this time share one wake-up of the relay. */
const minWakeUpIntervalMs = 10;

/** Publishes the first wake-up immediately and combines those that follow within the interval. */
function createRelayWaker(redis: RedisConnection, channel: string): () => void {
  let isWaiting = false;
  let isPending = false;
  const wake = () => {
    if (isWaiting) {
      isPending = true;
      return;
    }
    if (redis.status !== 'ready') return;
    isWaiting = true;
    redis.publish(channel, '1').catch(() => undefined);
    setTimeout(() => {
      isWaiting = false;
      if (isPending) {
        isPending = false;
        wake();
      }
    }, minWakeUpIntervalMs).unref();
  };
  return wake;
}

/** @throws Error if the declared rights do not match the permissions that endpoints require */
export function accessModelOf(areas: readonly Area[]): AccessModel {
  const resources = areas.flatMap((area) => area.resources ?? []);
  const required = areas
    .flatMap((area) => area.endpoints ?? [])
    .flatMap((one) => (one.can.includes(':') ? [one.can as Permission] : []));
  rejectUnusedRights(resources, required);
  rejectUnlistedScopes(resources);
  return compileAccess(resources, required);
}
