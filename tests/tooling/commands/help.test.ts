import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { compileCache } from '../../../scripts/testing/compile-cache.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');

/** Without configuration: a command explains itself before it reads any. */
const environment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: compileCache,
};

const packageFile = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
// The other scripts run programs of other projects, which have a help of their own.
const ownScripts = Object.values<string>(packageFile.scripts)
  .filter((script) => script.startsWith('node '))
  .map((script) => script.replace(/^node /, ''));
const commands = new Set([
  ...ownScripts,
  'apps/api/src/main.ts',
  'apps/worker/src/main.ts',
  'apps/worker/src/make-operator.ts',
  'prisma/migrate.ts deploy',
  'apps/ops/src/main.ts check',
]);

const status = async () => (await run('git', ['status', '--porcelain'], { cwd: root })).stdout;

it.each([...commands])('explains node %s and does nothing else', async (command) => {
  const before = await status();
  const { stdout, stderr } = await run(process.execPath, [...command.split(' '), '--help'], {
    cwd: root,
    env: environment,
  });
  expect([stdout.slice(0, 7), stderr]).toEqual(['Usage: ', '']);
  expect(await status()).toBe(before);
});

it.each([
  'prisma/archive.ts',
  'apps/worker/src/make-operator.ts ada',
  'bench/run.ts create',
  'scripts/openapi.ts',
  'scripts/test.ts',
])('rejects an unknown option of node %s with the usage', async (command) => {
  const before = await status();
  const running = run(process.execPath, [...command.split(' '), '--unknown'], {
    cwd: root,
    env: environment,
  });
  await expect(running).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--unknown'\nUsage: /),
  });
  expect(await status()).toBe(before);
});

it.each(['-ada', '--help'])('does not make an operator named %s', async (name) => {
  const running = run(process.execPath, ['apps/worker/src/make-operator.ts', '--', name], {
    cwd: root,
    env: environment,
  });
  await expect(running).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage: '),
  });
});
