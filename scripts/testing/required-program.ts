import { canInstall, findProgram, install } from '../services/programs.ts';

interface RequiredProgram {
  /** What it is called; the first that is found is taken. */
  names: readonly string[];
  /** Where else it may lie. */
  files?: readonly string[];
  /** The package of Debian and Ubuntu that has it. */
  debian: string;
  /** What to tell those who have neither. */
  howToGetOne: string;
}

/**
 * A program that tests cannot do without; as root on Debian a missing one is installed.
 *
 * @throws Error saying how to get one: without it the tests fail, they are not passed over
 */
export async function findOrInstallProgram(
  needed: RequiredProgram,
  log: (line: string) => void,
): Promise<string> {
  const { names, files, debian, howToGetOne } = needed;
  const found = await findProgram(names, files);
  if (found) return found;
  if (!(await canInstall())) throw new Error(howToGetOne);
  const failed = await install(debian, log);
  const installed = await findProgram(names, files);
  if (failed || !installed) throw new Error(`${failed || `apt-get left no ${debian}.`}\n${howToGetOne}`);
  return installed;
}

const sbin = (name: string) => [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`];

/** The pooler that tests put before PostgreSQL. */
export const pgbouncer = (log: (line: string) => void) =>
  findOrInstallProgram(
    {
      names: ['pgbouncer'],
      files: sbin('pgbouncer'),
      debian: 'pgbouncer',
      howToGetOne: 'There is no PgBouncer for the tests: install your system’s package `pgbouncer`.',
    },
    log,
  );

/** The balancer that tests put in front of API processes. */
export const nginx = (log: (line: string) => void) =>
  findOrInstallProgram(
    {
      names: ['nginx'],
      files: sbin('nginx'),
      debian: 'nginx-light',
      howToGetOne: 'There is no nginx for the tests: install your system’s package `nginx`.',
    },
    log,
  );
