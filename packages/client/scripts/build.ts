// Makes of the sources what other projects install: JavaScript, its types, and a package.json that names them.

import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'packages/client');
/** What can be imported, and the module that it is. */
const entries = { '.': 'index', './webhooks': 'webhooks' };
/** Part of the code: as a dependency it would ask for a newer Node than it needs. */
const inlined = 'eventsource-parser';

/** Writes the package into a folder, which `npm publish`, `npm pack` or `npm install` take as it is. */
export async function buildClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([writeCode(folder), writeTypes(folder), writeManifest(folder)]);
  const license = path.dirname(path.dirname(createRequire(import.meta.url).resolve(inlined)));
  await Promise.all([
    copyFile(path.join(source, 'README.md'), path.join(folder, 'README.md')),
    copyFile(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE')),
    copyFile(path.join(license, 'LICENSE'), path.join(folder, `LICENSE.${inlined}`)),
  ]);
}

async function writeCode(outdir: string): Promise<void> {
  const entryPoints = Object.values(entries).map((name) => path.join(source, `src/${name}.ts`));
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['openapi-fetch'],
  });
}

async function writeTypes(folder: string): Promise<void> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const project = path.join(source, 'tsconfig.build.json');
  await promisify(execFile)(process.execPath, [
    tsc,
    '--singleThreaded',
    '--project',
    project,
    '--outDir',
    folder,
  ]);
  const declarations = (await readdir(folder)).filter((name) => name.endsWith('.d.ts'));
  for (const name of declarations) {
    const file = path.join(folder, name);
    const text = await readFile(file, 'utf8');
    // The compiler leaves the names of sources in declarations.
    await writeFile(file, text.replaceAll(/(from '\.\/[^']+)\.ts'/g, "$1.js'"));
  }
}

async function writeManifest(folder: string): Promise<void> {
  const given = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8'));
  const { private: _, devDependencies: __, dependencies, ...manifest } = given;
  const { [inlined]: ___, ...others } = dependencies;
  manifest.dependencies = others;
  manifest.exports = Object.fromEntries(
    Object.entries(entries).map(([at, name]) => [at, { types: `./${name}.d.ts`, default: `./${name}.js` }]),
  );
  manifest.exports['./package.json'] = './package.json';
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What a page loads that uses some of the client, with all that it needs. */
export async function bundleForBrowsers(code: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code.replaceAll("'@wfp/client'", "'./src/index.ts'"), resolveDir: source },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}

/** How many bytes that is on its way. */
export function bytesOnTheWire(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
