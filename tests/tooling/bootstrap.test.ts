import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateReason, installReason, nodeVersionError } from '../../scripts/bootstrap.mjs';

const root = path.resolve(import.meta.dirname, '../..');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'workforce-bootstrap-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(file: string, content: unknown, seconds?: number): Promise<void> {
  const full = path.join(folder, file);
  await mkdir(path.dirname(full), { recursive: true });
  await writeFile(full, typeof content === 'string' ? content : JSON.stringify(content));
  if (seconds !== undefined) await utimes(full, seconds, seconds);
}

const locked = (version: string) => ({
  packages: {
    '': { version: '1.0.0' },
    'node_modules/zod': { version },
    'node_modules/for-another-machine': { version: '1.0.0', optional: true },
  },
});

describe('installs packages', () => {
  test('if none are installed', async () => {
    await write('package-lock.json', locked('4.0.0'));
    expect(installReason(folder)).toBe('packages are not installed');
  });

  test('if the lock file has another version', async () => {
    await write('package-lock.json', locked('4.0.1'));
    await write('node_modules/.package-lock.json', locked('4.0.0'));
    expect(installReason(folder)).toBe('zod is missing or outdated');
  });

  test('if a workspace lacks its own version', async () => {
    const own = { 'packages/areas': {}, 'packages/areas/node_modules/ai': { version: '7.0.0' } };
    await write('package-lock.json', { packages: own });
    await write('node_modules/.package-lock.json', { packages: {} });
    expect(installReason(folder)).toBe('packages/areas/node_modules/ai is missing or outdated');
  });

  test('not if they match the lock file, regardless of the file dates', async () => {
    await write('package-lock.json', locked('4.0.0'), 2_000_000_000);
    await write(
      'node_modules/.package-lock.json',
      { packages: { 'node_modules/zod': { version: '4.0.0' } } },
      1,
    );
    expect(installReason(folder)).toBeNull();
  });
});

describe('generates the database client', () => {
  const client = 'packages/shared/src/db/generated/client.ts';
  const metadata = 'packages/shared/src/db/generated/table-metadata.ts';

  test('if it is missing', async () => {
    await write('prisma/schema/base.prisma', '');
    expect(generateReason(folder)).toBe('the database client is missing');
  });

  test('if only the Prisma client exists', async () => {
    await write(client, '', 1_000);
    expect(generateReason(folder)).toBe('the database client is missing');
  });

  test('if the generator is newer', async () => {
    await write('prisma/schema/base.prisma', '', 1_000);
    await write(client, '', 1_000);
    await write(metadata, '', 1_000);
    await write('prisma/table-metadata-generator.mjs', '', 1_001);
    expect(generateReason(folder)).toBe('prisma/table-metadata-generator.mjs has changed');
  });

  test('if the schema is newer', async () => {
    await write(client, '', 1_000);
    await write(metadata, '', 1_000);
    await write('prisma/schema/base.prisma', '', 1_001);
    expect(generateReason(folder)).toBe('prisma/schema/base.prisma has changed');
  });

  test('not if it is newer than the schema', async () => {
    await write('prisma/schema/base.prisma', '', 1_000);
    await write(client, '', 1_001);
    await write(metadata, '', 1_001);
    expect(generateReason(folder)).toBeNull();
  });
});

test('reports a Node version that is too old', () => {
  expect(nodeVersionError('18.20.4')).toMatch(/requires Node 20 or later, but this is Node 18\.20\.4/);
  expect(nodeVersionError('20.0.0')).toBeNull();
});

// npm leaves optional packages that its registry lacks out of the lock file, and `npm ci` then fails everywhere.
test('the lock file contains all optional dependencies of locked packages', async () => {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const names = new Set(Object.keys(packages));
  const missing = Object.entries<{ optionalDependencies?: Record<string, string> }>(packages).flatMap(
    ([parent, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !names.has(`node_modules/${name}`) && !names.has(`${parent}/node_modules/${name}`),
      ),
  );
  expect(missing).toEqual([]);
});

// Otherwise every start would reinstall packages while other processes use them.
test('the lock file matches the package.json of every workspace, and the installed packages match it', async () => {
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  for (const workspace of [
    '',
    'apps/api',
    'apps/worker',
    'packages/areas',
    'packages/shared',
    'packages/triage-rules',
  ]) {
    const asked = JSON.parse(await readFile(path.join(root, workspace, 'package.json'), 'utf8'));
    const { dependencies = {}, devDependencies = {} } = packages[workspace];
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: asked.dependencies ?? {},
      devDependencies: asked.devDependencies ?? {},
    });
  }
  expect(installReason(root)).toBeNull();
});
