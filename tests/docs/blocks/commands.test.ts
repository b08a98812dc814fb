import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { areas } from '@wfp/areas';
import { operators, readConfig } from '@wfp/shared/config';
import { planWork } from '@wfp/shared/queue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseOptions } from '../../../apps/ops/src/arguments.ts';
import { commands } from '../../../apps/ops/src/commands.ts';
import { momentOf } from '../../../prisma/archive.ts';
import { type Block, blocksFor, root } from './blocks.ts';
import { variablesOf } from './variables.ts';

// Blocks whose programs would change a cluster, run for minutes or not end. A shell runs them unchanged, with stubs for
// those programs that record their arguments, which are then checked.

const run = promisify(execFile);
const secrets = {
  JWT_SECRET: 'a secret that only this test reads',
  ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
};
const addresses = { DATABASE_URL: 'postgresql://localhost/none', REDIS_URL: 'redis://localhost' };
/** Variables that pages expect to be set: database URLs. */
const given = ['OWNER_URL', 'DATABASE_DIRECT_URL', 'NEW_DATABASE_URL']
  .map((name) => `${name}=${addresses.DATABASE_URL}`)
  .join(' ');
const standIn = `#!/bin/bash
{ printf '%s' "\${0##*/}"; printf '\\037%s' "$@"; printf '\\036'; } >> "$NOTES"
`;

let folder: string;
let blocks: Block[];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'wfp-commands-'));
  for (const name of ['node', 'npm', 'kubectl', 'pg_dump', 'pg_restore']) {
    await writeFile(path.join(folder, name), standIn);
    await chmod(path.join(folder, name), 0o755);
  }
  blocks = await blocksFor('commands.test.ts');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  calls: string[][];
  /** Variables set by the block. */
  variables: Record<string, string>;
}

async function outcomeOf({ code }: Block): Promise<Outcome> {
  const notes = path.join(folder, 'notes');
  await writeFile(notes, '');
  const script = `export PATH=${folder}:$PATH NOTES=${notes} ${given}\nset -a\n${code}\nenv -0`;
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
  const calls = (await readFile(notes, 'utf8')).split('\x1e').slice(0, -1);
  const set = new Map(stdout.split('\0').map((line) => line.split(/=(.*)/s, 2) as [string, string]));
  const assigned = [...code.matchAll(/^([A-Z_]+)=(?:\S*|"[^"]*")$/gm)].map(([, name = '']) => name);
  const variables = Object.fromEntries(assigned.map((name) => [name, set.get(name) ?? '']));
  return { calls: calls.map((call) => call.split('\x1f')), variables };
}

function expectConfig(variables: Record<string, string>): void {
  expect(variablesOf()).toEqual(expect.arrayContaining(Object.keys(variables)));
  expect(readConfig({ ...addresses, ...secrets, ...variables })).toBeDefined();
}

const optionOf = (args: readonly string[], name: string) => args[args.indexOf(name) + 1] ?? '';

const lanes = areas.flatMap((area) => area.jobs ?? []);
const nodePrograms: Record<string, (args: string[]) => unknown> = {
  'apps/api/src/main.ts': (args) => expect(args).toEqual([]),
  'apps/worker/src/main.ts': ([option, only]) => {
    expect([undefined, '--only']).toContain(option);
    expect(planWork(lanes, only).roles).not.toEqual([]);
  },
  'prisma/migrate.ts': async (args) => {
    const source = await readFile(path.join(root, 'prisma/migrate.ts'), 'utf8');
    expect(source).toContain(`'${args.join(' ')}'`);
  },
  'apps/worker/src/make-operator.ts': async (args) => {
    const made = run(process.execPath, ['apps/worker/src/make-operator.ts', ...args], { cwd: root });
    made.child.stdin?.end('a password for the dashboard');
    expect(operators.parse((await made).stdout.trim())).toHaveLength(1);
  },
};

const npmScripts: Record<string, (args: string[]) => unknown> = {
  archive: (args) => {
    expect(momentOf(optionOf(args, '--before'))).toBeInstanceOf(Date);
    expect(optionOf(args, '--to')).toMatch(/^\//);
  },
  ops: ([name, ...args]) => {
    const command = commands.find((one) => one.name === name);
    if (!command) throw new Error(`Unknown command ${name}`);
    expect(parseOptions(command, args)).toBeDefined();
  },
  bench: async (args) => {
    const source = await readFile(path.join(root, 'bench/run.ts'), 'utf8');
    const [, names = ''] = source.match(/const scenarios[^{]*\{(.*?)\n\};/s) ?? [];
    const first = args.findIndex((one) => one.startsWith('--'));
    const scenarios = first < 0 ? args : args.slice(0, first);
    for (const name of scenarios) expect(names).toMatch(new RegExp(`^ +'?${name}'?[:,]`, 'm'));
    for (const option of args.filter((one) => one.startsWith('--')))
      expect(source).toContain(`\n  ${option} `);
  },
};

/** Returns from the manifests each kind, alone and with its name, and the names of the secrets that they refer to. */
async function manifests(): Promise<{ kinds: string[]; secrets: string[] }> {
  const at = path.join(root, 'deploy/kubernetes');
  const files = (await readdir(at, { recursive: true })).filter((file) => file.endsWith('.yaml'));
  const texts = await Promise.all(files.map((file) => readFile(path.join(at, file), 'utf8')));
  const all = texts.flatMap((text) => parseAllDocuments(text).map((one) => one.toJS()));
  return {
    kinds: all.flatMap(({ kind = '', metadata }) => [
      kind.toLowerCase(),
      `${kind.toLowerCase()}/${metadata?.name}`,
    ]),
    secrets: [...JSON.stringify(all).matchAll(/"secret(?:Ref|KeyRef)":\{[^}]*"name":"([\w-]+)"/g)].map(
      ([, name = '']) => name,
    ),
  };
}

async function expectInCluster(args: string[]): Promise<void> {
  const { kinds, secrets: named } = await manifests();
  const namespace = args.includes('-n') ? args.splice(args.indexOf('-n'), 2)[1] : 'workforce';
  expect(kinds).toContain(`namespace/${namespace}`);
  const literals = args.flatMap((one) => one.match(/^--from-literal=(\w+)=(.*)$/s)?.slice(1) ?? []);
  const pairs = literals.flatMap((one, index) => (index % 2 ? [] : [[one, literals[index + 1] ?? '']]));
  const [verb, kind = '', ...rest] = args.filter((one) => !one.startsWith('--'));
  if (verb === 'create' && kind === 'secret') {
    expect(named).toContain(rest[1]);
    expectConfig(Object.fromEntries(pairs));
  } else if (verb === 'apply') {
    const at = path.join(root, 'deploy/kubernetes', optionOf(args, '-k'), 'kustomization.yaml');
    expect((await stat(at)).isFile()).toBe(true);
  } else if (verb === 'wait') expect(kinds).toContain(kind);
  else if (verb === 'rollout') expect(kinds).toContain(rest[0]);
  else {
    expect(['create', 'delete']).toContain(verb);
    expect(kinds).toContain(`${kind}/${rest[0]}`);
  }
}

async function expectThere([program, ...args]: string[]): Promise<void> {
  if (program === 'kubectl') return expectInCluster(args);
  const [first = '', second = ''] = args;
  if (program?.startsWith('pg_')) {
    const options = args.filter((one) => one.startsWith('--')).map((one) => one.replace(/=.*/s, ''));
    return expect(['--format', '--no-owner', '--dbname']).toEqual(expect.arrayContaining(options));
  }
  if (program === 'node') {
    expect(Object.keys(nodePrograms)).toContain(first);
    expect((await stat(path.join(root, first))).isFile()).toBe(true);
    await nodePrograms[first]?.(args.slice(1));
    return;
  }
  expect([program, first]).toEqual(['npm', 'run']);
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  expect(Object.keys(scripts)).toContain(second);
  expect(Object.keys(npmScripts)).toContain(second);
  await npmScripts[second]?.(args.includes('--') ? args.slice(args.indexOf('--') + 1) : []);
}

it('uses only existing programs, arguments and variables', async () => {
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) {
    expect([block.file, block.line, block.language]).toEqual([block.file, block.line, 'sh']);
    const { calls, variables } = await outcomeOf(block);
    expectConfig(variables);
    expect(calls.length + Object.keys(variables).length, `${block.file}:${block.line}`).toBeGreaterThan(0);
    for (const call of calls) await expectThere(call);
  }
});

it.each([
  'npm run bench -- craete',
  'npm run bench -- create --fast',
  'npm run archive -- --before yesterday --to /var/archive',
  'node apps/worker/src/main.ts --only wehbooks',
  'kubectl -n workforce create secret generic workforce --from-literal=DATABSE_URL=postgresql://a/b',
  'kubectl apply -k bsae',
  'npm run ops -- create-org --name Globex',
])('rejects %s', async (code) => {
  const { calls } = await outcomeOf({ file: '', line: 0, language: 'sh', code });
  await expect(Promise.all(calls.map(expectThere))).rejects.toThrow();
});
