import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { areas } from '@wfp/areas';
import { beforeAll, expect, it } from 'vitest';
import { blocksFor, root } from './blocks.ts';

let guide: string;
let blocks: { file: string; code: string }[];

/** The blocks of the worked example, each with the file that its first line names. */
beforeAll(async () => {
  guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  blocks = (await blocksFor('add-an-area.test.ts')).map(({ code }) => {
    const [first = '', ...rest] = code.split('\n');
    return { file: first.replace('// ', ''), code: rest.join('\n') };
  });
});

it('shows the resource as it is, and parts of the area that are there in that order', async () => {
  expect(blocks.map(({ file }) => path.basename(file))).toEqual(['labels.resource.ts', 'index.ts']);
  for (const { file, code } of blocks) {
    const text = await readFile(path.join(root, file), 'utf8');
    const parts = code.split('// …\n');
    if (parts.length === 1) expect(code).toBe(text);
    let from = 0;
    for (const part of parts) {
      const at = text.indexOf(part, from);
      expect(at, `${file} has, in its place:\n${part}`).toBeGreaterThanOrEqual(from);
      from = at + part.length;
    }
  }
});

it('says which endpoints follow from it, with their rights and events', () => {
  const said = [
    ...guide.matchAll(/^\| `(GET|POST|PATCH|DELETE) (\S+)` +\| `(\w+)` +\|(?:.*`(task_label\.\w+)`)?/gm),
  ].map(([, method, where, right, event]) => ({ method, where, right, event }));
  const area = areas.find(({ name }) => name === 'task-labels');
  const declared = (area?.endpoints ?? [])
    .filter(({ path: where }) => !/used|rename|merge/.test(where))
    .map(({ method, path: where, can, emits = [] }) => ({
      method: method.toUpperCase(),
      where,
      right: String(can).split(':')[1],
      event: emits[0],
    }));
  expect(said).toEqual(declared);
  expect(said).toHaveLength(6);
});
