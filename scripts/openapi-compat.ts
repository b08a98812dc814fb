// Says what the description of the API takes from those who know the one that was accepted last, and fails for it.
// With --accept, the description of today becomes the one that later ones are held to.

import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { breakingChanges } from './openapi/breaking.ts';
import { openApiFile } from './openapi.ts';

const baseline = path.resolve(import.meta.dirname, '../docs/openapi.baseline.json');

async function main(): Promise<number> {
  if (process.argv.includes('--accept')) {
    await copyFile(openApiFile, baseline);
    return 0;
  }
  const [before, after] = await Promise.all([readFile(baseline, 'utf8'), readFile(openApiFile, 'utf8')]);
  if (before === after) return 0;
  const broken = breakingChanges(JSON.parse(before), JSON.parse(after));
  for (const one of broken) console.error(`breaks: ${one}`);
  if (broken.length > 0) console.error('docs/compatibility.md says what to do when that is meant.');
  return broken.length > 0 ? 1 : 0;
}

process.exitCode = await main();
