import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Log = (line: string) => void;

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

/** The path of the first of these programs on the PATH, in a standard folder or in `more`; null if there is none. */
export async function findProgram(names: readonly string[], more: readonly string[] = []) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const files = names.flatMap((name) =>
    [...folders, '/usr/local/bin', '/opt/homebrew/bin', '/usr/bin'].map((folder) => path.join(folder, name)),
  );
  for (const file of [...files, ...more]) if (await isProgram(file)) return file;
  return null;
}

/** True if this process runs as root on Debian or Ubuntu. */
export async function canInstall(): Promise<boolean> {
  return process.getuid?.() === 0 && (await isProgram('/usr/bin/apt-get'));
}

/** Installs a package of Debian or Ubuntu. @returns an error message, or an empty string */
export async function install(name: string, log: Log): Promise<string> {
  log(`${name} is not installed: running apt-get install ${name}`);
  return (
    (await aptGet(['update', '-q'], log)) ||
    (await aptGet(['install', '-y', '-q', '--no-install-recommends', name], log))
  );
}

/** Waits until no other process installs. apt-get's own option does so for packages, but not for their lists. */
async function aptGet(args: string[], log: Log): Promise<string> {
  const lock = path.join(tmpdir(), 'workforce-apt-get.lock');
  const failed = await runVisibly('flock', [lock, 'apt-get', '-o', 'DPkg::Lock::Timeout=300', ...args], log);
  return failed && `apt-get ${args[0]} ${failed}`;
}

/** @returns how the command failed, or an empty string */
function runVisibly(command: string, args: string[], log: Log): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
    let rest = '';
    const show = (chunk: Buffer) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) log(`  ${line}`);
    };
    child.stdout.on('data', show);
    child.stderr.on('data', show);
    child.once('error', (error) => resolve(`did not start: ${error.message}`));
    child.once('close', (code) => resolve(code === 0 ? '' : `ended with code ${code}.`));
  });
}
