import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '@wfp/shared/arguments';
import { outsideTransaction, statementsOf } from '../prisma/run-script.ts';

// Migrations run while pods of the previous release serve requests. Finds statements that would block those pods or make
// their statements fail. CONTRIBUTING.md has the alternatives.

const root = path.dirname(import.meta.dirname);

/** The last migration before this check was introduced; it and earlier ones are not checked. */
const lastUnchecked = '20261121205600_webhook_backlog';

/** Rules that migrate.ts ensures, or that this schema deliberately does not follow. */
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

/** The problems of a migration script, one line each. `-- squawk-ignore <rule>` above a statement disables the rule. */
export async function findProblems(script: string): Promise<string[]> {
  const isOutside = script.startsWith(outsideTransaction);
  const own = isOutside ? findUnrepeatable(script) : findConcurrent(script);
  return [...own, ...(await runSquawk(script, isOutside))];
}

const findConcurrent = (script: string): string[] =>
  /^\s*(create|drop)( unique)? index concurrently/im.test(script)
    ? [
        `concurrently runs only outside of a transaction: begin the file with the line "${outsideTransaction}"`,
      ]
    : [];

/** Attaching an index to that of the partitioned table is repeatable only in a migration for each partition without it. */
const repeatable =
  /^drop index concurrently if exists |^alter table .* validate constraint |^alter index \S+ attach partition \S*each_partition\S*$/i;

/** A script outside of a transaction can be interrupted between statements, so it must be repeatable. */
function findUnrepeatable(script: string): string[] {
  const statements = statementsOf(script);
  const dropped = new Set(
    statements.flatMap(
      (one) =>
        /^drop index concurrently if exists (\S+)$/i.exec(one)?.[1]?.toLowerCase().split('.').at(-1) ?? [],
    ),
  );
  return statements.flatMap((one) => {
    const [, name] = /^create (?:unique )?index concurrently (\S+) on /i.exec(one) ?? [];
    if (name && !dropped.has(name.toLowerCase()))
      return [
        `${name}: an interrupted build leaves an invalid index: drop index concurrently if exists ${name} first`,
      ];
    if (!name && !repeatable.test(one))
      return [`only indexes and validations are allowed outside of a transaction, not: ${one.slice(0, 60)}`];
    return [];
  });
}

function runSquawk(script: string, isOutside: boolean): Promise<string[]> {
  const args = ['--reporter', 'json', '--pg-version', '18', '--exclude', excluded.join(',')];
  const mode = isOutside ? '--no-assume-in-transaction' : '--assume-in-transaction';
  return new Promise((resolve, reject) => {
    const child = execFile(
      path.join(root, 'node_modules/.bin/squawk'),
      [...args, mode],
      { env: { ...process.env, SQUAWK_DISABLE_GITHUB_ANNOTATIONS: '1' } },
      (error, stdout, stderr) => {
        // squawk exits with 1 if it has findings, which it prints.
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

/** The problems of every checked migration, by name. */
export async function lintMigrations(folder: string, after = lastUnchecked): Promise<Map<string, string[]>> {
  const names = (await readdir(folder)).filter((name) => /^\d{14}_/.test(name) && name > after).sort();
  const problems = new Map<string, string[]>();
  for (const name of names) {
    const found = await findProblems(await readFile(path.join(folder, name, 'migration.sql'), 'utf8'));
    if (found.length > 0) problems.set(name, found);
  }
  return problems;
}

if (import.meta.main) {
  readArguments({
    usage: 'Usage: npm run migration-lint\nFinds statements in new migrations that would break a rollout.',
  });
  const problems = await lintMigrations(path.join(root, 'prisma/migrations'));
  for (const [name, lines] of problems)
    console.error(`${name}\n${lines.map((line) => `  ${line}`).join('\n')}`);
  if (problems.size > 0)
    console.error('These migrations would break a rollout: see CONTRIBUTING.md, “Migrations”.');
  process.exitCode = problems.size > 0 ? 1 : 0;
}
