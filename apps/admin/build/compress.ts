import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const encoders: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes the variants `.br` and `.gz` of a file that are smaller than it. */
export async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  for (const [extension, encode] of Object.entries(encoders)) {
    const encoded = await encode(bytes);
    if (encoded.length < bytes.length) await writeFile(`${file}.${extension}`, encoded);
  }
}

/** Compresses every file of a folder, except formats that are compressed already. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !/\.(?:woff2|png|webp|avif)$/.test(name));
  await Promise.all(names.map((name) => compressFile(path.join(folder, name))));
}
