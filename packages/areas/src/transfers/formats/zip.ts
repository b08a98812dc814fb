import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. Its content is asked for once it is its turn. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string>;
}

/**
 * A ZIP archive of entries that are written one after the other, in pieces: never more than a few of them are in
 * memory. Fails with whichever content fails, and lets go of it when nobody reads on.
 */
export function createZip(entries: readonly ZipEntry[], moment: Date): Readable {
  const zip = new ZipFile();
  const archive = zip.outputStream as Readable;
  const fail = (error: Error) => archive.destroy(error);
  let source: Readable | undefined;
  zip.on('error', fail);
  archive.on('close', () => source?.destroy());
  for (const { name, content } of entries) {
    zip.addReadStreamLazy(name, { mtime: moment }, (proceed) => {
      source = Readable.from(toBytes(content)).on('error', fail);
      proceed(null, source);
    });
  }
  zip.end();
  return archive;
}

async function* toBytes(content: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of content) yield Buffer.from(text);
}
