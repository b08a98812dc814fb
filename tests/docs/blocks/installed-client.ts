import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from '../../../packages/client/scripts/build.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
/** Dependencies of the client, packed from node_modules so that no registry is needed. */
const dependencies = ['openapi-fetch', 'openapi-typescript-helpers'];

/** An empty project with the packed client installed. */
export interface InstalledClient {
  folder: string;
  /** The package as published. */
  tarball: string;
  /** Runs a module in it without Node's type stripping and returns its output. */
  run(name: string, code: string, env?: Record<string, string>): Promise<string>;
  /** Returns the compiler's errors for modules in it; empty if there are none. */
  compile(modules: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the client, and installs it into an empty project. */
export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(path.join(tmpdir(), 'wfp-client-'));
  const built = path.join(folder, 'built');
  await buildClient(built);
  const quiet = ['--ignore-scripts', '--silent', '--no-update-notifier'];
  const sources = [built, ...dependencies.map((name) => path.join(root, 'node_modules', name))];
  await run('npm', ['pack', ...sources, ...quiet, '--pack-destination', folder], { cwd: folder });
  await rm(built, { recursive: true });
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(path.join(folder, 'package.json'), '{"private":true}');
  const files = tarballs.map((name) => `./${name}`);
  await run('npm', ['install', ...files, ...quiet, '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  return {
    folder,
    tarball: path.join(folder, tarballs.find((name) => name.startsWith('wfp-client')) ?? ''),
    run: async (name, code, env = {}) => {
      const file = path.join(folder, name);
      await writeFile(file, code);
      const { stdout } = await run(process.execPath, ['--no-strip-types', file], { env, timeout: 240_000 });
      return stdout;
    },
    compile: async (modules) => {
      for (const [name, code] of Object.entries(modules)) await writeFile(path.join(folder, name), code);
      const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
      const checked = ['--noEmit', '--strict', '--skipDefaultLibCheck', '--singleThreaded'];
      const options = [...checked, '--module', 'nodenext', '--lib', 'es2022,dom', '--types', ''];
      return run(process.execPath, [tsc, ...options, ...Object.keys(modules)], { cwd: folder }).then(
        () => '',
        ({ stdout }) => stdout as string,
      );
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
