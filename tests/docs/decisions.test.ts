import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.resolve(import.meta.dirname, '../../docs/decisions');
const files = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name)).sort();

/** The line of a decision in the index: its title, and its replacement if there is one. */
async function indexLine(file: string): Promise<string> {
  const text = await readFile(path.join(folder, file), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1];
  const replacement = /^This decision was replaced by (\[\d{4}\]\([\w-]+\.md\))/m.exec(text)?.[1];
  return `- [${title}](${file})${replacement ? ` (replaced by ${replacement})` : ''}`;
}

it('lists every decision with its title and whether it was replaced', async () => {
  const index = await readFile(path.join(folder, 'README.md'), 'utf8');
  const listed = index.split('\n').filter((line) => line.startsWith('- '));
  expect(listed).toEqual(await Promise.all(files.map(indexLine)));
});
