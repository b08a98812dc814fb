import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { outsideTransaction, statementsOf } from '../prisma/run-script.ts';

// Migrations run while pods of the release before serve: what would keep those waiting, or break their statements, is
// found here. How to go about it instead is in CONTRIBUTING.md.

const root = path.dirname(import.meta.dirname);

/** The last migration from before there was this check: it and those before it have been applied as they are. */
const lastUnchecked = '20261121205600_webhook_backlog';

/** What migrate.ts sees to, and what is decided otherwise in this schema. */
const excluded = [
  'require-lock-timeout',
  'require-statement-timeout',
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-identity',
  'prefer-text-field',
];

interface Finding {
  line: number;
  rule_name: string;
  message: string;
  help: string | null;
}

/** What is wrong with the script of a migration, a line each. `-- squawk-ignore <rule>` above a statement accepts it. */
export async function faultsOf(script: string): Promise<string[]> {
  const isOutside = script.startsWith(outsideTransaction);
  const own = isOutside ? rerunFaults(script) : insideFaults(script);
  return [...own, ...(await squawked(script, isOutside))];
}

const insideFaults = (script: string): string[] =>
  /^\s*(create|drop)( unique)? index concurrently/im.test(script)
    ? [
        `concurrently runs outside of a transaction alone: begin the file with the line "${outsideTransaction}"`,
      ]
    : [];

/** What runs by itself can be cut off between two statements: it has to bear to be run again. */
function rerunFaults(script: string): string[] {
  const statements = statementsOf(script);
  const dropped = new Set(
    statements.flatMap(
      (one) => /^drop index concurrently if exists (\S+)$/i.exec(one)?.[1]?.toLowerCase() ?? [],
    ),
  );
  return statements.flatMap((one) => {
    const [, name] = /^create (?:unique )?index concurrently (\S+) on /i.exec(one) ?? [];
    if (name && !dropped.has(name.toLowerCase()))
      return [
        `${name}: cut off, it leaves an index that is not valid: drop index concurrently if exists ${name} first`,
      ];
    if (!name && !/^drop index concurrently if exists |^alter table .* validate constraint /i.test(one))
      return [`only indexes and validations run outside of a transaction, not: ${one.slice(0, 60)}`];
    return [];
  });
}

function squawked(script: string, isOutside: boolean): Promise<string[]> {
  const args = ['--reporter', 'json', '--pg-version', '18', '--exclude', excluded.join(',')];
  const mode = isOutside ? '--no-assume-in-transaction' : '--assume-in-transaction';
  return new Promise((resolve, reject) => {
    const child = execFile(
      path.join(root, 'node_modules/.bin/squawk'),
      [...args, mode],
      { env: { ...process.env, SQUAWK_DISABLE_GITHUB_ANNOTATIONS: '1' } },
      (error, stdout, stderr) => {
        // It exits with 1 when it has found something, and then says what.
        if (error && !stdout.trim().startsWith('[')) return reject(new Error(stderr || error.message));
        const findings = stdout.trim() === '' ? [] : (JSON.parse(stdout) as Finding[]);
        resolve(
          findings.map(({ line, rule_name, message, help }) =>
            `line ${line + 1}: ${rule_name}: ${message}${help ? ` ${help}` : ''}`.replace(/\s+/g, ' '),
          ),
        );
      },
    );
    child.stdin?.end(script);
  });
}

/** The faults of every migration since there is this check, by its name. */
export async function lintMigrations(folder: string, after = lastUnchecked): Promise<Map<string, string[]>> {
  const names = (await readdir(folder)).filter((name) => /^\d{14}_/.test(name) && name > after).sort();
  const faults = new Map<string, string[]>();
  for (const name of names) {
    const found = await faultsOf(await readFile(path.join(folder, name, 'migration.sql'), 'utf8'));
    if (found.length > 0) faults.set(name, found);
  }
  return faults;
}

if (import.meta.main) {
  const faults = await lintMigrations(path.join(root, 'prisma/migrations'));
  for (const [name, lines] of faults)
    console.error(`${name}\n${lines.map((line) => `  ${line}`).join('\n')}`);
  if (faults.size > 0)
    console.error('Migrations that a rollout does not bear: see CONTRIBUTING.md, “Migrations”.');
  process.exitCode = faults.size > 0 ? 1 : 0;
}
