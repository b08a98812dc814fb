import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface CodeFile {
  /** Relative to the root of the repository, with forward slashes. */
  path: string;
  text: string;
}

/** The TypeScript files below a folder of the repository, without tests, test data and generated code. */
export async function readCode(root: string, folder: string): Promise<CodeFile[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => !/\/(testing|generated|node_modules)\//.test(file))
    .sort();
  return Promise.all(
    paths.map(async (file) => ({ path: file, text: await readFile(path.join(root, file), 'utf8') })),
  );
}

/** The area a file belongs to, or undefined for files of the kernel. */
export const areaOf = (file: CodeFile): string | undefined =>
  /^packages\/areas\/src\/([^/]+)\//.exec(file.path)?.[1];
