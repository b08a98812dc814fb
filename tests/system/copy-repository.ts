import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies the files that git tracks or would add to a new folder, with the generated database client. Installed packages
 * are linked; workspaces are those of the copy.
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
  const generated = 'packages/shared/src/db/generated';
  for (const file of [...listed.stdout.split('\n').filter(Boolean), generated]) {
    await cp(path.join(root, file), path.join(folder, file), { recursive: true }).catch(ignoreDeleted);
  }
  await linkPackages(root, folder);
  return folder;
}

function ignoreDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function linkPackages(root: string, folder: string): Promise<void> {
  await mkdir(path.join(folder, 'node_modules/@wfp'), { recursive: true });
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (name === '@wfp' || name.startsWith('.vite')) continue;
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
