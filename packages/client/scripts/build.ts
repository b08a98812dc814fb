// Builds the npm package: JavaScript, type declarations and package.json.

import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');
const source = path.join(root, 'packages/client');
/** The exports of the package, and their modules. */
const entries = { '.': 'index', './webhooks': 'webhooks' };
/** Bundled: as a dependency it would require a newer Node.js. */
const inlined = 'eventsource-parser';

/** Replaces a folder with the package, ready for `npm publish`, `npm pack` or `npm install`. */
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
    // The compiler leaves the extension `.ts` in declarations.
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

/** Bundles code that imports `@wfp/client`, with all dependencies, as for a web page. */
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

/** The gzipped size. */
export function bytesOnTheWire(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
