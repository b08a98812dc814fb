import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Area } from '@wfp/shared';
import { areaOf, readCode } from './code-files.ts';
import { tablesOfSchema } from './schema-tables.ts';

/** Files that every area has, and generated files. */
const expected = [
  /^prisma\/(?:schema|migrations)\//,
  /^docs\//,
  /^CHANGELOG\.md$/,
  /^packages\/client\/src\/(?:api-types|event-types|operation-metadata)\.ts$/,
  /^apps\/admin\/src\/api\/operations\.ts$/,
];

/** The area with the fewest lines of code among those that declare a resource. */
export async function smallestArea(root: string): Promise<string> {
  const files = await readCode(root, 'packages/areas/src');
  const declaring = new Set(
    files.filter((file) => /\bdefineResource\(/.test(file.text)).map((file) => areaOf(file)),
  );
  const lines = new Map<string, number>();
  for (const file of files) {
    const area = areaOf(file);
    if (area && declaring.has(area))
      lines.set(area, (lines.get(area) ?? 0) + file.text.trim().split('\n').length);
  }
  const [smallest] = [...lines].sort((a, b) => a[1] - b[1]);
  if (!smallest) throw new Error('No area declares a resource');
  return smallest[0];
}

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The names by which other files can refer to an area: its folder, resources, tables and exported value. */
async function namesOf(root: string, name: string, areas: readonly Area[]): Promise<string[]> {
  const files = (await readCode(root, 'packages/areas/src')).filter((file) => areaOf(file) === name);
  const tables = (await tablesOfSchema(root)).filter((table) =>
    files.some((file) => file.text.includes(`'${table}'`)),
  );
  const own = tables.filter((table) =>
    files.some((file) => new RegExp(`\\b(?:table|name): '${table}'`).test(file.text)),
  );
  const codes = areas.find((area) => area.name === name)?.resources?.map((resource) => resource.code) ?? [];
  return [name, camelCase(name), ...own, ...codes];
}

/**
 * The files outside an area's folder that mention the area: they were edited by hand when it was added. Excludes
 * schema, migrations, docs, changelog and generated files.
 */
export async function mentioningFiles(root: string, name: string, areas: readonly Area[]): Promise<string[]> {
  const pattern = new RegExp(`\\b(?:${(await namesOf(root, name, areas)).join('|')})\\b`);
  const { stdout } = await promisify(execFile)('git', ['ls-files'], { cwd: root, maxBuffer: 16 * 1024 ** 2 });
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => /\.(?:ts|mjs|cjs|json|md|yml|yaml|sql)$/.test(file))
    .filter((file) => !file.startsWith(`packages/areas/src/${name}/`))
    .filter((file) => !expected.some((one) => one.test(file)));
  const texts = await Promise.all(
    files.map((file) => readFile(path.join(root, file), 'utf8').catch(() => '')),
  );
  return files.filter((_, index) => pattern.test(texts[index] ?? ''));
}
