import { canInstall, findProgram, install } from '../services/programs.ts';

interface RequiredProgram {
  /** Possible names; the first one found is used. */
  names: readonly string[];
  /** Other paths to try. */
  files?: readonly string[];
  /** Packages of Debian and Ubuntu; the first one that can be installed is. */
  debian: readonly [string, ...string[]];
  installHint: string;
}

/**
 * Finds a program that tests require. As root on Debian, installs a missing one.
 *
 * @throws Error with installation instructions: the tests fail, they are not skipped
 */
export async function findOrInstallProgram(
  needed: RequiredProgram,
  log: (line: string) => void,
): Promise<string> {
  const { names, files, debian, installHint } = needed;
  const found = await findProgram(names, files);
  if (found) return found;
  if (!(await canInstall())) throw new Error(installHint);
  let failed = '';
  for (const name of debian) {
    failed = await install(name, log);
    if (!failed) break;
  }
  const installed = await findProgram(names, files);
  if (failed || !installed)
    throw new Error(`${failed || `apt-get did not install ${debian.join(' or ')}.`}\n${installHint}`);
  return installed;
}

const sbin = (name: string) => [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`];

export const pgbouncer = (log: (line: string) => void) =>
  findOrInstallProgram(
    {
      names: ['pgbouncer'],
      files: sbin('pgbouncer'),
      debian: ['pgbouncer'],
      installHint: 'The tests require PgBouncer: install your system’s package `pgbouncer`.',
    },
    log,
  );

export const nginx = (log: (line: string) => void) =>
  findOrInstallProgram(
    {
      names: ['nginx'],
      files: sbin('nginx'),
      debian: ['nginx-light'],
      installHint: 'The tests require nginx: install your system’s package `nginx`.',
    },
    log,
  );
