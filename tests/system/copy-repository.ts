import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies all files that are tracked or not ignored by git to a new folder, with the generated database client. Installed
 * packages are symlinks to the original; workspace packages resolve to the copy.
 */
export async function copyRepository(root: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workforce-area-'));
  const listed = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard'],
    {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  const generated = path.join(root, 'packages/shared/src/db/generated');
  const client = await readdir(generated, { recursive: true, withFileTypes: true });
  const files = [
    ...listed.stdout.split('\n').filter(Boolean),
    ...client
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  ];
  const folders = new Set(files.map((file) => path.dirname(file)));
  for (const name of folders) await mkdir(path.join(folder, name), { recursive: true });
  for (const file of files) {
    await copyFile(path.join(root, file), path.join(folder, file)).catch(ignoreDeleted);
  }
  await linkPackages(root, folder);
  await copyTypeInfo(root, folder);
  return folder;
}

/**
 * Copies the incremental state of the type checker. Its paths are relative to itself, and the type checker resolves
 * symlinks, so paths to installed packages must point to the original.
 */
async function copyTypeInfo(root: string, folder: string): Promise<void> {
  const name = 'node_modules/.cache/tsconfig.tsbuildinfo';
  const known = await readFile(path.join(root, name), 'utf8').catch(() => null);
  if (known === null) return;
  const copied = path.join(folder, name);
  const packages = path.relative(path.dirname(copied), path.join(root, 'node_modules'));
  await mkdir(path.dirname(copied), { recursive: true });
  await writeFile(copied, known.replace(/"\.\.\/(?!\.\.\/)/g, `"${packages}/`));
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function linkPackages(root: string, folder: string): Promise<void> {
  await mkdir(path.join(folder, 'node_modules/@wfp'), { recursive: true });
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    // Tool caches contain absolute paths and cannot be shared.
    if (name === '@wfp' || name === '.cache' || name.startsWith('.vite')) continue;
    await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  }
  for (const parent of ['apps', 'packages']) {
    for (const name of await readdir(path.join(root, parent))) {
      const workspace = path.join(folder, parent, name);
      await symlink(workspace, path.join(folder, 'node_modules/@wfp', name));
      const own = path.join(root, parent, name, 'node_modules');
      const packages = await readdir(own).catch(() => []);
      if (packages.length > 0) await symlink(own, path.join(workspace, 'node_modules'));
    }
  }
}
