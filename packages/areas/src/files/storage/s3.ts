import { addAbortSignal, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Config } from '@wfp/shared/config';
import { limitIdleTime } from './idle-time.ts';
import { sendObject } from './send-object.ts';
import { MissingContentError, requireKey, type Storage } from './storage.ts';

/** S3 rejects parts under 5 MiB, except for the last. A stream of unknown size buffers two parts. */
const partBytes = 8 * 1024 * 1024;
const defaultTimeouts = { requestMs: 60_000, idleMs: 30_000 };
const deletePageSize = 50;
/** A page of keys, or an error. */
const maxDocumentBytes = 1024 * 1024;

type S3Config = Pick<
  Config,
  'STORAGE_URL' | 'STORAGE_BUCKET' | 'STORAGE_REGION' | 'STORAGE_KEY_ID' | 'STORAGE_SECRET'
>;

/**
 * Stores objects in an S3-compatible bucket.
 *
 * @param requestMs for a whole request. Content takes the time of its sender or reader, so it is limited by `idleMs` for each
 *   chunk, and reading also by `requestMs` until the response begins.
 */
export function s3Storage(config: S3Config, { requestMs, idleMs } = defaultTimeouts): Storage {
  const client = createClient(config, requestMs);
  const Bucket = config.STORAGE_BUCKET;
  return {
    put: async (key, content, mime, { size, signal } = {}) => {
      try {
        const params = { Bucket, Key: requireKey(key), ContentType: mime };
        // Not `Upload.abort()`, which rejects before the parts are deleted.
        if (signal) addAbortSignal(signal, content);
        if (size !== undefined) {
          await sendObject(client, params, content, { size, idleMs });
          return size;
        }
        // Wrapped, because the SDK would use a property such as `size` of the stream as the content length.
        return await uploadInParts(client, { ...params, Body: Readable.from(content) });
      } catch (error) {
        // A failure to delete the parts must not hide the cause of the failed upload.
        throw content.errored ?? describe(error);
      } finally {
        content.destroy();
      }
    },
    get: async (key, signal) => {
      const command = new GetObjectCommand({ Bucket, Key: requireKey(key) });
      const options = signal ? { abortSignal: signal } : {};
      const { Body } = await client.send(command, options).catch((error: unknown) => {
        throw statusOf(error) === 404 ? new MissingContentError('No object with this key') : describe(error);
      });
      return limitIdleTime(Body as Readable, idleMs, signal);
    },
    delete: async (key) => deleteObject(client, Bucket, requireKey(key)),
    deleteUnder: async (key) => deleteUnder(client, Bucket, requireKey(key)),
  };
}

const ignore = () => undefined;
/** Failed uploads would otherwise be reported on the console, not in the log. */
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * Creates a client that ignores settings of the environment and of `~/.aws`, and sends only headers that every
 * S3-compatible service supports.
 */
function createClient(config: S3Config, timeoutMs: number): S3Client {
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  const http = new NodeHttpHandler({
    httpAgent: agent,
    httpsAgent: agent,
    requestTimeout: timeoutMs,
    throwOnRequestTimeout: true,
  });
  return new S3Client({
    endpoint: config.STORAGE_URL,
    forcePathStyle: true,
    region: config.STORAGE_REGION,
    credentials: { accessKeyId: config.STORAGE_KEY_ID, secretAccessKey: config.STORAGE_SECRET },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    // Lanes retry; uploading clients get 503.
    maxAttempts: 1,
    logger: silentLogger,
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    requestHandler: {
      handle: async (...[request, options]: Parameters<NodeHttpHandler['handle']>) => {
        const isContent = request.method === 'GET' && request.query['list-type'] === undefined;
        const isSendingStream = request.body instanceof Readable;
        // `requestTimeout` covers only the response headers; a body could stall.
        const bounded = isContent
          ? options
          : isSendingStream
            ? { ...options, requestTimeout: 0 }
            : { ...options, abortSignal: AbortSignal.timeout(timeoutMs) };
        const { response } = await http.handle(request, bounded);
        // The SDK reads these bodies into memory.
        if (!isContent || response.statusCode >= 300) limitBody(response, timeoutMs);
        return { response };
      },
    },
  });
}

/** Ends a body that is longer than any document of S3, or that takes longer than the timeout. */
function limitBody(response: { body?: unknown }, timeoutMs: number): void {
  if (!(response.body instanceof Readable)) return;
  const { body } = response;
  let length = 0;
  const limited = new Transform({
    transform: (chunk: Buffer, _, done) => {
      length += chunk.length;
      done(length > maxDocumentBytes ? new Error('The response of the storage is too long') : null, chunk);
    },
  });
  pipeline(body, limited, { signal: AbortSignal.timeout(timeoutMs) }).catch((error: Error) =>
    limited.destroy(error),
  );
  response.body = limited;
}

/** Uploads in one request if the content fits into a part, otherwise in parts, which are deleted on failure. */
async function uploadInParts(
  client: S3Client,
  params: { Bucket: string; Key: string; ContentType: string; Body: Readable },
): Promise<number> {
  let size = 0;
  const sending = new Upload({ client, params, partSize: partBytes, queueSize: 1 });
  sending.on('httpUploadProgress', ({ loaded = 0 }) => {
    size = loaded;
  });
  await sending.done();
  return size;
}

/** Deletes one object per request: not every S3-compatible service supports bulk deletion. */
async function deleteUnder(client: S3Client, Bucket: string, key: string): Promise<void> {
  const deleted = new Set<string>();
  for (;;) {
    const command = new ListObjectsV2Command({ Bucket, Prefix: `${key}/`, MaxKeys: deletePageSize });
    const { Contents = [] } = await client.send(command).catch((error: unknown) => {
      throw describe(error);
    });
    if (Contents.length === 0) return;
    // Also of a storage that lists more than it was asked for.
    const keys = Contents.slice(0, deletePageSize).map(({ Key = '' }) => Key);
    // A storage that ignores the prefix would have objects of other organizations deleted.
    if (keys.some((one) => !one.startsWith(`${key}/`)))
      throw new Error('The storage listed objects with another prefix');
    if (keys.some((one) => deleted.has(one))) throw new Error('The storage lists objects that were deleted');
    await Promise.all(keys.map((one) => deleteObject(client, Bucket, one)));
    for (const one of keys) deleted.add(one);
  }
}

async function deleteObject(client: S3Client, Bucket: string, Key: string): Promise<void> {
  try {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  } catch (error) {
    if (statusOf(error) !== 404) throw describe(error);
  }
}

const statusOf = (error: unknown) => (error as S3ServiceException | undefined)?.$metadata?.httpStatusCode;

/** Has the status, because names of errors differ between services. The storage's message may repeat credentials of the request. */
function describe(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return error;
  const name = /^[\w.]{1,100}$/.test(error.name) ? ` ${error.name}` : '';
  return new Error(`The storage responded with ${statusOf(error)}${name}`);
}
