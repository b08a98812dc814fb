// Makes of packages/client what other projects can install: JavaScript, its types, and a package.json that names them.

import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const source = path.join(root, 'packages/client');

/** Writes the package into a folder, which `npm publish` or `npm install` take as it is. */
export async function packClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const project = path.join(source, 'tsconfig.build.json');
  await promisify(execFile)(process.execPath, [tsc, '--project', project, '--outDir', folder]);
  await nameEmittedModules(folder);
  const { private: _, ...manifest } = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8'));
  manifest.exports = { '.': { types: './index.d.ts', default: './index.js' } };
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await copyFile(path.join(source, 'README.md'), path.join(folder, 'README.md'));
  await copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

/** The compiler leaves the names of sources in declarations. */
async function nameEmittedModules(folder: string): Promise<void> {
  const declarations = (await readdir(folder)).filter((name) => name.endsWith('.d.ts'));
  for (const name of declarations) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
  }
}

if (import.meta.main) {
  const folder = path.join(root, '.cache/client');
  await packClient(folder);
  console.log(`npm install ${folder}`);
}
