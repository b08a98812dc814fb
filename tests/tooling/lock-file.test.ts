import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const root = path.resolve(import.meta.dirname, '../..');
const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  await readFile(path.join(root, 'package-lock.json'), 'utf8'),
);
const unverified = Object.entries(packages).filter(
  ([name, { integrity, link }]) => name.includes('node_modules/') && !integrity && !link,
);
const names = (entries: [string, Entry][]) => entries.map(([name]) => name);

/** True if npm installs the package on Linux with the processor and the C library. */
const isFor =
  (cpu: string, libc: string) =>
  ([, entry]: [string, Entry]) =>
    (entry.os?.includes('linux') ?? true) &&
    (entry.cpu?.includes(cpu) ?? true) &&
    (entry.libc?.includes(libc) ?? true);

it('has a hash for every package that Linux x64 installs', () => {
  expect(names(unverified.filter(isFor('x64', 'glibc')))).toEqual([]);
});

it('has a hash for every package of the container image', () => {
  const inProduction = unverified.filter(([, { dev }]) => !dev);
  for (const cpu of ['x64', 'arm64'])
    for (const libc of ['glibc', 'musl']) expect(names(inProduction.filter(isFor(cpu, libc)))).toEqual([]);
});

it('lacks hashes only of optional binaries, whose publishers SECURITY.md names', async () => {
  const security = await readFile(path.join(root, 'SECURITY.md'), 'utf8');
  const [, documented = ''] = security.split('## Dependencies\n');
  expect(names(unverified.filter(([, { optional, os, cpu }]) => !optional || !(os || cpu)))).toEqual([]);
  const publishers = new Set(
    names(unverified).map((name) => name.match(/node_modules\/(@[^/]+)\//)?.[1] ?? name),
  );
  const listed = new Set(
    [...(documented.split('\n## ')[0] ?? '').matchAll(/`(@[\w-]+)`/g)].map(([, name]) => name),
  );
  expect([...listed].toSorted()).toEqual([...publishers].toSorted());
});
