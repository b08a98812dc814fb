import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from '@wfp/shared/arguments';
import { breakingChanges } from './openapi/breaking.ts';
import { digestText } from './openapi/digest.ts';
import { openApiFile } from './openapi/file.ts';

const { values } = readArguments({
  usage: `Usage: npm run openapi-compat -- [--accept]
Compares docs/openapi.json with the accepted digest and fails on breaking changes.
  --accept   store the digest of the current document as the accepted one`,
  options: { accept: { type: 'boolean' } },
});

const baseline = path.resolve(import.meta.dirname, '../docs/openapi.baseline.json');

async function main(): Promise<number> {
  const after = digestText(JSON.parse(await readFile(openApiFile, 'utf8')));
  if (values.accept) {
    await writeFile(baseline, after);
    return 0;
  }
  const before = await readFile(baseline, 'utf8');
  if (before === after) return 0;
  const broken = breakingChanges(JSON.parse(before), JSON.parse(after));
  for (const one of broken) console.error(`breaks: ${one}`);
  if (broken.length > 0) console.error('To accept an intended breaking change, see docs/compatibility.md.');
  return broken.length > 0 ? 1 : 0;
}

process.exitCode = await main();
