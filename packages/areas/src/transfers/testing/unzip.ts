import { text } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

export async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(archive);
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)));
  }
  return files;
}
