import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

interface ChildOptions {
  name: string;
  script: string;
  env: NodeJS.ProcessEnv;
  /** Answers 200 once the process can work. */
  healthUrl: string;
  /** Takes every line that the process writes. */
  print: (line: string) => void;
}

/** A part of the service that runs in a process of its own. */
export interface Child {
  name: string;
  /** Resolves when it answers on its health URL, rejects when it ends before. */
  ready: Promise<void>;
  /** Resolves with the reason when the process has ended, wanted or not. */
  ended: Promise<string>;
  stop(signal: NodeJS.Signals): void;
}

const readyTimeoutMs = 60_000;
const leash = path.join(import.meta.dirname, 'leash.ts');

/** Starts a part on the Node of this process, in a session of its own: signals go through `stop` alone. */
export function startChild({ name, script, env, healthUrl, print }: ChildOptions): Child {
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', leash, script], {
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
      resolve(signal ? `it was killed by ${signal}` : `it ended with code ${code}`),
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
    if (end !== undefined) throw new Error(`The ${name} did not start: ${end}. What it said is above.`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    if (Date.now() > deadline)
      throw new Error(`The ${name} does not answer on ${url} after ${readyTimeoutMs / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
