import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

interface ChildOptions {
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  /** Responds with 200 when the process is ready. */
  healthUrl: string;
  /** Receives every line of the process's output. */
  print: (line: string) => void;
}

/** A running API or worker process. */
export interface Child {
  name: string;
  /** Resolves when the process is ready, rejects if it exits first or is not ready within a minute. */
  ready: Promise<void>;
  /** Resolves with the reason when the process has exited. */
  ended: Promise<string>;
  stop(signal: NodeJS.Signals): void;
}

const readyTimeoutMs = 60_000;
const exitWithParent = path.join(import.meta.dirname, 'exit-with-parent.ts');

/** Starts a process in its own session, so that Ctrl-C in the terminal does not reach it: signals go through `stop`. */
export function startChild({ name, script, env, healthUrl, print }: ChildOptions): Child {
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', exitWithParent, script], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', print);
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(signal ? `killed by ${signal}` : `exited with code ${code}`),
    );
  });
  return {
    name,
    ended,
    ready: untilHealthy(name, healthUrl, ended),
    stop: (signal) => void stopChild(child, signal),
  };
}

function stopChild(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

async function untilHealthy(name: string, url: string, ended: Promise<string>): Promise<void> {
  let end: string | undefined;
  void ended.then((reason) => {
    end = reason;
  });
  const deadline = Date.now() + readyTimeoutMs;
  for (;;) {
    if (end !== undefined) throw new Error(`The ${name} did not start: ${end}. Its output is above.`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`The ${name} is not ready after ${readyTimeoutMs / 1000} s: no 200 from ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
