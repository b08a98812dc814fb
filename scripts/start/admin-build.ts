import { spawn } from 'node:child_process';
import path from 'node:path';
import { isBuilt } from '../../apps/admin/build/stamp.ts';

const script = path.resolve(import.meta.dirname, '../../apps/admin/build/main.ts');

/** A running build of the admin application. */
export interface AdminBuild {
  /** Resolves when the application is built, or the build was stopped; rejects with the output of a failed build. */
  done: Promise<void>;
  stop(): void;
}

/** Builds the admin application in another process, unless it is built from the current files: then returns null. */
export async function startAdminBuild(log: (line: string) => void): Promise<AdminBuild | null> {
  if (await isBuilt()) return null;
  log('building the admin application');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0 || child.killed) resolve();
      else
        reject(
          new Error(`The admin application cannot be built (ADMIN_UI=off starts without it):\n${output}`),
        );
    });
  });
  // A failure is reported when `done` is awaited, unless the start fails before.
  done.catch(() => undefined);
  return { done, stop: () => void child.kill() };
}
