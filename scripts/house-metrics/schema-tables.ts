import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export async function tablesOfSchema(root: string): Promise<string[]> {
  const folder = path.join(root, 'prisma/schema');
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/@@map\("(\w+)"\)/g)].flatMap(([, name]) => name ?? []));
}
