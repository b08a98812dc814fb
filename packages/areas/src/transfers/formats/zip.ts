import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. Its content is read after the previous files have been written. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string>;
}

/**
 * Streams a ZIP archive, entry by entry, with only a few chunks in memory. Fails if the content of an entry fails;
 * closing the archive closes the content.
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
