import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The anchors that a heading gets, as code hosts make them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

async function brokenLinks(file: string): Promise<string[]> {
  const text = await readFile(path.join(root, file), 'utf8');
  const broken: string[] = [];
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [to = '', anchor] = target.split('#');
    const at = path.join(root, to === '' ? file : path.join(path.dirname(file), to));
    const found = await stat(at).catch(() => null);
    const isThere = found && (!anchor || anchorsOf(await readFile(at, 'utf8')).includes(anchor));
    if (!isThere) broken.push(`${file}: ${target}`);
  }
  return broken;
}

it('has no link that leads nowhere', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md'], { cwd: root });
  const files = stdout.split('\n').filter(Boolean);
  expect(files.length).toBeGreaterThan(5);
  expect((await Promise.all(files.map(brokenLinks))).flat()).toEqual([]);
});
