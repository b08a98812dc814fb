import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

const maxFiles = 15;

/** Folders that may have more files, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  '.': 'tools look for their settings there',
  docs: 'a page per subject, grouped by docs/README.md; the pages have public addresses',
  'docs/decisions': 'a decision per file, by number',
  'prisma/schema': 'a file per area, by its name',
};

async function filesByFolder(): Promise<Map<string, string[]>> {
  const flags = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const { stdout } = await promisify(execFile)('git', flags, { cwd: root, maxBuffer: 16 * 1024 ** 2 });
  const files = [...new Set(stdout.split('\n'))].filter((file) => file && existsSync(path.join(root, file)));
  return Map.groupBy(files, (file) => path.posix.dirname(file));
}

/** The folders that have too many files, with what to do about it. */
const tooLarge = (folders: ReadonlyMap<string, readonly string[]>) =>
  [...folders]
    .filter(([folder, { length }]) => length > maxFiles && !exceptions[folder])
    .map(
      ([folder, { length }]) =>
        `${folder} has ${length} files, at most ${maxFiles} are allowed: move those of one subject, with their tests, into a folder named after it`,
    );

it('has at most 15 files in a folder, including tests', async () => {
  const folders = await filesByFolder();
  expect(folders.size).toBeGreaterThan(100);
  expect(tooLarge(folders)).toEqual([]);
});

it('names a folder with too many files and the remedy', () => {
  const files = Array.from({ length: maxFiles + 1 }, (_, index) => `one/file-${index}.ts`);
  expect(
    tooLarge(
      new Map([
        ['one', files],
        ['two', files.slice(1)],
      ]),
    ),
  ).toEqual([expect.stringContaining('one has 16 files, at most 15 are allowed: move')]);
});

it('has no unnecessary exception', async () => {
  const folders = await filesByFolder();
  const needless = Object.keys(exceptions).filter((folder) => (folders.get(folder)?.length ?? 0) <= maxFiles);
  expect(needless).toEqual([]);
});
