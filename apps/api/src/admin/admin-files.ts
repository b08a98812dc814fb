import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Asset, createAsset, immutableCache, revalidatedCache } from '../http/asset.ts';

/** The files of the admin application, which its build writes to `apps/admin/dist`. */
export interface AdminFiles {
  page: Asset;
  /** By file name; every name contains a digest of the content. */
  assets: ReadonlyMap<string, Asset>;
}

const builtFolder = path.resolve(import.meta.dirname, '../../../admin/dist');

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Files with these extensions are variants of the file without it. The smallest is first. */
const encodings = { '.br': 'br', '.gz': 'gzip' } as const;

/**
 * Reads the built files into memory. Returns null if the application is not built: the build writes `stamp.json` last.
 *
 * @throws Error for a file of an unknown type
 */
export async function readAdminFiles(folder = builtFolder): Promise<AdminFiles | null> {
  if (!existsSync(path.join(folder, 'stamp.json'))) return null;
  const assetsFolder = path.join(folder, 'assets');
  const names = (await readdir(assetsFolder)).filter((name) => !(path.extname(name) in encodings));
  const assets = names.map(
    async (name) => [name, await readAsset(path.join(assetsFolder, name), immutableCache)] as const,
  );
  return {
    page: await readAsset(path.join(folder, 'index.html'), revalidatedCache),
    assets: new Map(await Promise.all(assets)),
  };
}

async function readAsset(file: string, cache: string): Promise<Asset> {
  const type = types[path.extname(file)];
  if (type === undefined) throw new Error(`Cannot serve ${file}: unknown type`);
  const variants = Object.entries(encodings).map(async ([extension, encoding]) => {
    const bytes = await readFile(`${file}${extension}`).catch(() => null);
    return bytes ? [{ encoding, bytes }] : [];
  });
  return createAsset(type, await readFile(file), cache, (await Promise.all(variants)).flat());
}
