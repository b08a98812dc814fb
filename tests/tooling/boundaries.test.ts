import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const fixture = path.join(import.meta.dirname, 'fixtures/boundaries');
const config = path.join(root, '.dependency-cruiser.cjs');

interface Cruise {
  summary: { totalCruised: number; violations: { from: string; rule: { name: string; severity: string } }[] };
}

/** Returns the output of a tool. The tools exit with an error code if they find violations, as these tests expect. */
function answerOf(script: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const options = { cwd, maxBuffer: 64 * 1024 ** 2 };
    execFile(
      process.execPath,
      [path.join(root, 'node_modules', script), ...args],
      options,
      (_, stdout, stderr) => resolve(stdout + stderr),
    );
  });
}

async function cruise(cwd: string, ...options: string[]): Promise<Cruise['summary']> {
  const args = ['--config', config, '--output-type', 'json', ...options];
  const answer = await answerOf('dependency-cruiser/bin/dependency-cruiser.mjs', args, cwd);
  return (JSON.parse(answer) as Cruise).summary;
}

let violations: Cruise['summary']['violations'];
beforeAll(async () => {
  ({ violations } = await cruise(fixture, 'apps', 'packages'));
});

test('every import rule reports its violation as an error', () => {
  const rules: { name: string; severity: string }[] = createRequire(import.meta.url)(config).forbidden;
  const broken = new Set(
    violations.filter((one) => one.rule.severity === 'error').map((one) => one.rule.name),
  );
  expect([...broken].sort()).toEqual(rules.map((rule) => rule.name).sort());
});

test('rules of lanes, stores and areas hold at any depth of an area', () => {
  const breaking = (rule: string) =>
    violations
      .filter((one) => one.rule.name === rule)
      .map((one) => one.from.replace('packages/areas/src/', ''));
  expect(breaking('operational-by-few').sort()).toEqual([
    'right/inner/inner.store.ts',
    'right/right.store.ts',
  ]);
  expect(breaking('area-through-index').sort()).toEqual(['right/index.ts', 'right/inner/inner.service.ts']);
});

test('dependency-cruiser finds the imports of this repository', async () => {
  const { totalCruised } = await cruise(root, 'apps/worker/src/main.ts', '--max-depth', '4');
  expect(totalCruised).toBeGreaterThan(30);
});

test('the environment is read in the configuration only, and SQL is built in stores only', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-lint-'));
  const lint = async (file: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(
      path.join(folder, file),
      "import { Prisma } from '@wfp/shared/db';\n\nexport const stray = [process.env.PORT, Prisma];\n",
    );
    return answerOf(
      '@biomejs/biome/bin/biome',
      ['lint', '--colors=off', '--vcs-enabled=false', file],
      folder,
    );
  };
  try {
    await copyFile(path.join(root, 'biome.json'), path.join(folder, 'biome.json'));
    const inService = await lint('packages/areas/src/tasks/stray.service.ts');
    expect(inService).toContain('lint/style/noProcessEnv');
    expect(inService).toContain('lint/style/noRestrictedImports');
    expect(await lint('packages/areas/src/tasks/stray.store.ts')).not.toContain('noRestrictedImports');
    expect(await lint('packages/shared/src/config/stray.ts')).not.toContain('noProcessEnv');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
