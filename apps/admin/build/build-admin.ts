import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { compressFile, compressFiles } from './compress.ts';
import { adminFolder, distFolder } from './folders.ts';
import { digestInputs, isBuilt, stampOf } from './stamp.ts';
import { viteOptions } from './vite-options.ts';

/** More than there are processes that build at the same time. */
const maxAttempts = 20;

/**
 * Builds the application. The files appear in `dist` at once, so that several
 * builds may run at the same time, and a process that reads them finds them complete.
 */
export async function buildAdmin(): Promise<void> {
  // Vite and React depend on it. The variable of the process that starts the build is that of the service.
  process.env.NODE_ENV = 'production';
  const inputs = digestInputs();
  const made = await mkdtemp(path.join(adminFolder, '.build-'));
  try {
    await build({ ...viteOptions, build: { ...viteOptions.build, outDir: made, emptyOutDir: true } });
    await Promise.all([
      compressFiles(path.join(made, 'assets')),
      compressFile(path.join(made, 'index.html')),
    ]);
    // mkdtemp permits only the current user to read, but another user may run the service.
    await chmod(made, 0o755);
    const [name, content] = stampOf(inputs);
    await writeFile(path.join(made, name), content);
    await moveToDist(made);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Leaves the files of another build that was faster: a service may be reading them. */
async function moveToDist(made: string): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    if (await isBuilt()) return;
    try {
      await rm(distFolder, { recursive: true, force: true });
      return await rename(made, distFolder);
    } catch (error) {
      // Fails while another build replaces the same folder.
      if (attempts === maxAttempts) throw error;
    }
  }
}
