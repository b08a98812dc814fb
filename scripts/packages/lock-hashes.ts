import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readArguments } from '@wfp/shared/arguments';

readArguments({
  usage: `Usage: npm run lock-hashes
Adds the hashes that npm omits from package-lock.json, those of binaries for other platforms, as the registry states them.`,
});

interface Entry {
  name?: string;
  version: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

const file = path.resolve(import.meta.dirname, '../../package-lock.json');
const lock: { packages: Record<string, Entry> } = JSON.parse(await readFile(file, 'utf8'));
const prefix = 'node_modules/';
const unverified = Object.entries(lock.packages).filter(
  ([location, { integrity, link }]) => location.includes(prefix) && !integrity && !link,
);
for (const [location, entry] of unverified) {
  const name = entry.name ?? location.slice(location.lastIndexOf(prefix) + prefix.length);
  const release = `${name}@${entry.version}`;
  console.log(release);
  const { stdout } = await promisify(execFile)('npm', ['view', release, 'dist.integrity', '--json']);
  lock.packages[location] = withHash(entry, JSON.parse(stdout));
}
await writeFile(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${unverified.length} hashes added`);

/** Keeps npm's order of keys, so that its next change of the file is small. */
function withHash({ version, resolved, ...rest }: Entry, integrity: string): Entry {
  return { version, ...(resolved && { resolved }), integrity, ...rest };
}
