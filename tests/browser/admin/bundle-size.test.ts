import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { distFolder } from '../../../apps/admin/build/folders.ts';
import { requireBuiltAdmin } from '../../../scripts/testing/built-admin.ts';

interface Chunk {
  file: string;
  name?: string;
  isDynamicEntry?: boolean;
  imports?: string[];
}

let manifest: Record<string, Chunk>;
beforeAll(async () => {
  await requireBuiltAdmin();
  manifest = JSON.parse(await readFile(path.join(distFolder, 'manifest.json'), 'utf8'));
});

const chunksNamed = (name: string) => Object.keys(manifest).filter((key) => manifest[key]?.name === name);

/** The chunks that the page itself loads: the theme, and the modules of every page. */
const entries = () => [...chunksNamed('theme'), ...chunksNamed('base')];

/** The files of chunks and of everything that they import statically. */
function filesOf(names: readonly string[]): Set<string> {
  const chunks = new Set<Chunk>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk ${name}`);
    if (chunks.has(chunk)) return;
    chunks.add(chunk);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const name of names) add(name);
  return new Set([...chunks].map(({ file }) => file));
}

async function gzipKb(files: Iterable<string>, extension: string): Promise<number> {
  const sizes = await Promise.all(
    [...files]
      .filter((file) => file.endsWith(extension))
      .map(async (file) => gzipSync(await readFile(path.join(distFolder, file)), { level: 9 }).length),
  );
  expect(sizes).not.toEqual([]);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

it('loads at most 125 KB of scripts before the sign-in, compressed', async () => {
  expect(await gzipKb(filesOf(entries()), '.js')).toBeLessThanOrEqual(125);
});

it('loads at most 165 KB of scripts before a page of an organization, compressed', async () => {
  const files = filesOf([...entries(), ...chunksNamed('organization')]);
  expect(await gzipKb(files, '.js')).toBeLessThanOrEqual(165);
});

it('has at most 25 KB of styles in all, compressed', async () => {
  const files = Object.values(manifest).map(({ file }) => file);
  expect(await gzipKb(files, '.css')).toBeLessThanOrEqual(25);
});

it('loads at most 60 KB of scripts for any other page, compressed', async () => {
  const pages = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
  expect(pages).toContain('src/app/sign-in/factor/enrolment-page.tsx');
  const initial = filesOf(entries());
  for (const name of pages) {
    const files = [...filesOf([name])].filter((file) => !initial.has(file));
    expect(await gzipKb(files, '.js'), name).toBeLessThanOrEqual(60);
  }
});
