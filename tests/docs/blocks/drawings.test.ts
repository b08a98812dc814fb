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

/** Removes a drawing from `drawings`, so that unchecked ones remain. */
function take(file: string, beginning: string): string {
  const index = drawings.findIndex((one) => one.file === file && one.code.startsWith(beginning));
  expect(index, `${file}: ${beginning}`).toBeGreaterThanOrEqual(0);
  return drawings.splice(index, 1)[0]?.code ?? '';
}

/** An arrow of a flowchart: `from[Label] -- "text" --> to[Label]`, in which a label is given once. */
const arrow = /^ {2}(\w+)(\[[^\]]+\])? -- "[^"]+" --> (\w+)(\[[^\]]+\])?$/;

it('shows the same flow of data in the README and in the architecture guide', () => {
  const [readme = '', architecture] = ['README.md', 'docs/architecture.md'].map((file) =>
    take(file, 'flowchart LR'),
  );
  expect(readme).toBe(architecture);
  const [, ...lines] = readme.trimEnd().split('\n');
  const ends = lines.flatMap((line) => {
    const [, from, fromLabel, to, toLabel] = line.match(arrow) ?? [];
    expect(from && to, `Not an arrow: ${line}`).toBeTruthy();
    return [
      [from, fromLabel],
      [to, toLabel],
    ];
  });
  const labelled = ends.filter(([, label]) => label).map(([name]) => name);
  expect(labelled).toEqual([...new Set(ends.map(([name]) => name))]);
  for (const part of ['client', 'api', 'db', 'relay', 'redis', 'lanes', 'receiver', 'model'])
    expect(labelled).toContain(part);
});

it('shows the dependencies of workspaces', async () => {
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

it('shows existing fields of endpoints', () => {
  const [, inside = ''] = take('docs/architecture.md', 'endpoint(').match(/\{(.*)\}/) ?? [];
  const fields = inside.split(',').map((one) => one.trim());
  expect(fields.length).toBeGreaterThan(5);
  const known = new Set(areas.flatMap(({ endpoints = [] }) => endpoints.flatMap((one) => Object.keys(one))));
  expect(fields.filter((one) => !known.has(one))).toEqual([]);
});

it('shows an existing announcement and consequence', () => {
  const drawn = take('docs/architecture.md', 'employees/announcements.ts');
  const named = (pattern: RegExp) => drawn.match(pattern)?.[1] ?? '';
  const announcement = named(/defineAnnouncement<[^>]*>\('([^']+)'/);
  expect(areas.flatMap(({ announcements = [] }) => announcements.map((one) => one.name))).toContain(
    announcement,
  );
  const all = areas.flatMap(({ consequences = [] }) => consequences);
  const consequence = all.find(
    (one) => one.name === named(/name: '([^']+)'/) && one.on.name === announcement,
  );
  expect(consequence?.after).toContain(named(/after: \['([^']+)'/));
  expect(consequence?.writes).toContain(named(/writes: \['([^']+)'/));
});

it('shows spans that traces.test.ts expects', async () => {
  const spans = take('docs/metrics.md', 'POST /api/tasks').trim().split('\n');
  const seen = await readText('tests/system/processes/traces.test.ts');
  for (const line of spans) {
    const [name = ''] = line.replace(/^[│├└─ ]+/, '').split(/ {2,}/);
    // traces.test.ts calls another provider, and expects spans of `insert` statements instead of `select`.
    const expected = name.replace(/^call .*/, 'call ').replace(/^select .*/, 'insert ');
    expect(seen).toContain(`'${expected}`);
  }
});

it('has checked every drawing', () => {
  expect(drawings).toEqual([]);
});
