import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { beforeAll, expect, it } from 'vitest';
import { type Block, blocksFor, root } from './blocks.ts';

let drawings: Block[];
beforeAll(async () => {
  drawings = await blocksFor('drawings.test.ts');
});

const readText = (file: string) => readFile(path.join(root, file), 'utf8');

/** Takes a drawing out of those that are left, so that none goes unchecked. */
function take(file: string, beginning: string): string {
  const index = drawings.findIndex((one) => one.file === file && one.code.startsWith(beginning));
  expect(index, `${file}: ${beginning}`).toBeGreaterThanOrEqual(0);
  return drawings.splice(index, 1)[0]?.code ?? '';
}

it('draws the way of a request alike wherever it is drawn', () => {
  const [readme, architecture] = ['README.md', 'docs/architecture.md'].map((file) =>
    take(file, 'client ──►')
      .split('\n')
      .map((line) => line.trimEnd()),
  );
  expect(readme?.slice(0, 3)).toEqual(architecture?.slice(0, 3));
  expect(readme).toHaveLength(architecture?.length ?? 0);
});

it('draws the workspaces as they depend on each other', async () => {
  const parts = take('docs/architecture.md', 'contract')
    .trim()
    .split(/ +◄── +/);
  expect(parts).toEqual(['contract', 'kernel', 'areas', 'apps']);
  const needs = async (folder: string) =>
    Object.keys(JSON.parse(await readText(`${folder}/package.json`)).dependencies ?? {}).filter((name) =>
      name.startsWith('@wfp/'),
    );
  expect(await needs('packages/shared')).toEqual([]);
  expect(await needs('packages/areas')).toEqual(['@wfp/shared', '@wfp/triage-rules']);
  expect(await needs('packages/triage-rules')).toEqual([]);
  for (const app of ['api', 'worker']) expect(await needs(`apps/${app}`)).toContain('@wfp/areas');
});

it('shows fields of endpoints that endpoints have', () => {
  const [, inside = ''] = take('docs/architecture.md', 'endpoint(').match(/\{(.*)\}/) ?? [];
  const fields = inside.split(',').map((one) => one.trim());
  expect(fields.length).toBeGreaterThan(5);
  const known = new Set(areas.flatMap(({ endpoints = [] }) => endpoints.flatMap((one) => Object.keys(one))));
  expect(fields.filter((one) => !known.has(one))).toEqual([]);
});

it('shows an announcement and a reaction that areas declare', () => {
  const drawn = take('docs/architecture.md', 'employees/announcements.ts');
  const named = (pattern: RegExp) => drawn.match(pattern)?.[1] ?? '';
  const announcement = named(/defineAnnouncement<[^>]*>\('([^']+)'/);
  expect(areas.flatMap(({ announcements = [] }) => announcements.map((one) => one.name))).toContain(
    announcement,
  );
  const reactions = areas.flatMap(({ consequences = [] }) => consequences);
  const reaction = reactions.find(
    (one) => one.name === named(/name: '([^']+)'/) && one.on.name === announcement,
  );
  expect(reaction?.after).toContain(named(/after: \['([^']+)'/));
  expect(reaction?.writes).toContain(named(/writes: \['([^']+)'/));
});

it('draws a trace of spans that a test has seen, each below the one it is drawn below', async () => {
  const spans = take('docs/metrics.md', 'POST /api/tasks').trim().split('\n');
  const seen = await readText('tests/system/processes/traces.test.ts');
  for (const line of spans) {
    const [name = ''] = line.replace(/^[│├└─ ]+/, '').split(/ {2,}/);
    // A run may be asked of any provider, and a statement is told by what it does.
    const told = name.replace(/^ask .*/, 'ask ').replace(/^select .*/, 'insert ');
    expect(seen).toContain(`'${told}`);
  }
});

it('has looked at every drawing', () => {
  expect(drawings).toEqual([]);
});
