import { type ChildProcess, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { compileCache } from '../../scripts/testing/compile-cache.ts';
import { processorMs } from './processor-time.ts';

interface ServerOptions {
  script: string;
  nodeOptions?: readonly string[];
  env: Record<string, string>;
  /** URL that responds with 2xx once the process is ready. */
  healthUrl: string;
  logFile: string;
}

/** A server under measurement in a separate process. */
export interface ServerProcess {
  pid: number;
  /** CPU time so far. */
  processorMs(): Promise<number>;
  /** Stops the server gracefully, so that it writes its profile; kills it after 10 s. */
  stop(): Promise<void>;
}

const readyWithinMs = 90_000;
/** Module that stops the server if this process disappears. */
const exitWithParent = path.join(import.meta.dirname, '../../scripts/start/exit-with-parent.ts');

/** Environment variables that the image sets for every process. */
const imageEnv = { NODE_OPTIONS: '--max-semi-space-size=32' };

/** Starts a server with the same Node as this process. The output of the server goes to a file. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { script, nodeOptions = [], env, healthUrl, logFile } = options;
  const output = await open(logFile, 'a');
  const child = spawn(process.execPath, ['--import', exitWithParent, ...nodeOptions, script], {
    env: { PATH: process.env.PATH ?? '', ...imageEnv, NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', output.fd, output.fd, 'ipc'],
  });
  await output.close();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${script} could not be started`);
  const stop = async () => {
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(impatience);
  };
  await untilHealthy(child, healthUrl, logFile).catch(async (error) => {
    await stop();
    throw error;
  });
  return { pid, processorMs: () => processorMs(pid), stop };
}

async function untilHealthy(child: ChildProcess, url: string, logFile: string): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    await answer?.body?.cancel();
    // Another checkout may lack this probe: a 404 also shows that its server responds.
    if (answer?.ok || answer?.status === 404) return;
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`No server on ${url}; see ${logFile}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
