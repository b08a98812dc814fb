import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adminFolder, distFolder } from './folders.ts';

const root = path.resolve(adminFolder, '../..');

/** Everything that determines the built files: sources, build scripts, the client, and all packages. */
const inputs = ['apps/admin', 'packages/client/src', 'package-lock.json'];

/** Entries below the inputs that are results, or not part of the application. */
const isExcluded = (name: string) =>
  name === 'dist' || name === 'node_modules' || name === 'gallery' || name.startsWith('.');

const stampFile = 'stamp.json';

interface Stamp {
  /** Digest of the inputs of the build. */
  inputs: string;
}

/** Computes a digest of all inputs of the build, with their names. */
export function digestInputs(): string {
  const digest = createHash('sha256');
  for (const input of inputs.flatMap((one) => filesOf(path.join(root, one)))) {
    digest.update(`${path.relative(root, input)}\0`);
    digest.update(readFileSync(input));
  }
  return digest.digest('base64url');
}

function filesOf(place: string): string[] {
  if (path.extname(place) === '.json') return [place];
  const entries = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .filter(({ name }) => !isExcluded(name) && !name.endsWith('.test.ts'))
    .flatMap((entry) => {
      const inner = path.join(place, entry.name);
      return entry.isDirectory() ? filesOf(inner) : [inner];
    });
}

/** True if the built files were made from the current inputs. */
export async function isBuilt(): Promise<boolean> {
  const text = await readFile(path.join(distFolder, stampFile), 'utf8').catch(() => null);
  return text !== null && (JSON.parse(text) as Stamp).inputs === digestInputs();
}

/** The content of `stamp.json`. */
export const stampOf = (inputs: string): [name: string, content: string] => [
  stampFile,
  `${JSON.stringify({ inputs } satisfies Stamp)}\n`,
];
