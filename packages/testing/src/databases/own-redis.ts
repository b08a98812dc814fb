import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../network/free-port.ts';

/** The installed Redis server program; undefined if there is none. */
export const redisProgram = ['redis-server', 'valkey-server'].find((name) => {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

/** True if a Redis can be started. A test that kills Redis cannot use the shared one. */
export const canStartRedis = redisProgram !== undefined;

/** A Redis for one test, which may kill, empty or pause it. */
export interface OwnRedis {
  url: string;
  /** Starts Redis again, empty, on the same port. */
  start(): Promise<void>;
  /** Kills the process and waits for its exit. Does nothing if it is not running. */
  kill(): Promise<void>;
  pause(): void;
  resume(): void;
}

/** Starts a Redis without persistence on a free port. */
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
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}
