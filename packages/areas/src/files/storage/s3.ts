import { addAbortSignal, Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Config } from '@wfp/shared/config';
import { S3mini } from 's3mini';
import { MissingBytes, requireKey, type Storage } from './storage.ts';

/** S3 takes no smaller parts but for the last one; this much of a stream is in memory at a time. */
const partBytes = 8 * 1024 * 1024;
/** For sending a part or deleting. Reading takes as long as whoever reads. */
const timeoutMs = 60_000;
const deletedAtOnce = 50;

type Parts = Awaited<ReturnType<S3mini['uploadPart']>>[];

/** Which bucket, where, and who asks. */
type Bucket = Pick<
  Config,
  'STORAGE_URL' | 'STORAGE_BUCKET' | 'STORAGE_REGION' | 'STORAGE_KEY_ID' | 'STORAGE_SECRET'
>;

/** Objects of a bucket, over any service that speaks S3. */
export function s3Storage(config: Bucket): Storage {
  const bucket = new S3mini({
    endpoint: `${config.STORAGE_URL.replace(/\/+$/, '')}/${config.STORAGE_BUCKET}`,
    region: config.STORAGE_REGION,
    accessKeyId: config.STORAGE_KEY_ID,
    secretAccessKey: config.STORAGE_SECRET,
    fetch: (input, init) =>
      fetch(input, init?.method === 'GET' ? init : { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  });
  return {
    put: async (key, content, mime, signal) => {
      try {
        return await put(bucket, requireKey(key), content, mime, signal);
      } finally {
        content.destroy();
      }
    },
    get: async (key) => {
      const response = await bucket.getObjectResponse(requireKey(key));
      if (!response?.body) throw new MissingBytes('No object under this key');
      return Readable.fromWeb(response.body as ReadableStream);
    },
    delete: async (key) => {
      await bucket.deleteObject(requireKey(key));
    },
    deleteUnder: async (key) => deleteUnder(bucket, requireKey(key)),
  };
}

/** In one request when it fits into a part, else in parts that become an object together or not at all. */
async function put(
  bucket: S3mini,
  key: string,
  content: Readable,
  mime: string,
  signal?: AbortSignal,
): Promise<number> {
  let uploadId = '';
  let size = 0;
  const sent: Parts = [];
  if (signal) addAbortSignal(signal, content);
  try {
    for await (const { part, isLast } of partsOf(content)) {
      size += part.length;
      if (isLast && uploadId === '') {
        await bucket.putObject(key, part, mime);
        return size;
      }
      uploadId ||= await bucket.getMultipartUploadId(key, mime);
      sent.push(await bucket.uploadPart(key, uploadId, part, sent.length + 1));
    }
    const { etag } = await bucket.completeMultipartUpload(key, uploadId, sent);
    // S3 begins its answer before it is done: a failure may come with status 200, and without a tag.
    if (!etag) throw new Error('The storage did not make an object of the parts');
    return size;
  } catch (error) {
    if (uploadId !== '') await bucket.abortMultipartUpload(key, uploadId).catch(() => undefined);
    throw error;
  }
}

/** Some at a time; one by one, as not every service that speaks S3 can delete many with one request. */
async function deleteUnder(bucket: S3mini, key: string): Promise<void> {
  for (;;) {
    const page = await bucket.listObjectsPaged('/', `${key}/`, deletedAtOnce);
    const objects = page?.objects ?? [];
    if (objects.length === 0) return;
    await Promise.all(objects.map((object) => bucket.deleteObject(object.Key)));
  }
}

/** A stream cut into parts; of an empty one the last part is empty. */
async function* partsOf(content: Readable): AsyncGenerator<{ part: Buffer<ArrayBuffer>; isLast: boolean }> {
  let chunks: Buffer[] = [];
  let held = 0;
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    held += bytes.length;
    while (held > partBytes) {
      const all = Buffer.concat(chunks);
      yield { part: all.subarray(0, partBytes), isLast: false };
      chunks = [all.subarray(partBytes)];
      held = all.length - partBytes;
    }
  }
  yield { part: Buffer.concat(chunks), isLast: true };
}
