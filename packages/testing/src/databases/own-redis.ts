import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../network/free-port.ts';

/** What starts a Redis here; undefined where there is none. */
export const redisProgram = ['redis-server', 'valkey-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** Whether there is a Redis to start: a test that kills one cannot use the Redis of all tests. */
export const canStartRedis = redisProgram !== undefined;

/** A Redis of a test's own, which it may kill, empty and keep from answering. */
export interface OwnRedis {
  url: string;
  /** Starts it, empty, on the same port. */
  start(): Promise<void>;
  /** Kills it and waits until it is gone; nothing to do where it is. */
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** Starts a Redis that keeps nothing, on a port of its own. */
export async function startOwnRedis(): Promise<OwnRedis> {
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  let child: ChildProcess | undefined;
  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      child = spawn(redisProgram ?? '', args, { stdio: ['ignore', 'pipe', 'ignore'] });
      for await (const chunk of child.stdout ?? []) if (String(chunk).includes('Ready to accept')) break;
    },
    kill: async () => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}
