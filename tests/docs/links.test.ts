import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { pages, root } from './blocks/blocks.ts';

/** The anchors of a page's headings, as GitHub generates them. */
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

it('has no broken link', async () => {
  const files = await pages();
  expect(files.length).toBeGreaterThan(5);
  expect((await Promise.all(files.map(brokenLinks))).flat()).toEqual([]);
});

it('lists every guide in docs/README.md', async () => {
  const index = await readFile(path.join(root, 'docs/README.md'), 'utf8');
  const guides = (await pages()).flatMap((file) => file.match(/^docs\/([\w-]+\.md)$/)?.[1] ?? []);
  const missing = guides.filter((name) => name !== 'README.md' && !index.includes(`](${name}`));
  expect(missing, 'Add each of these pages to a table of docs/README.md').toEqual([]);
});
