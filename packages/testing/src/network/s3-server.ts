import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const credentials = { STORAGE_KEY_ID: 'test-key', STORAGE_SECRET: 'test-secret' };
const region = 'eu-test-1';

interface S3Request {
  method: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
  mime: string;
}

interface Upload {
  mime: string;
  parts: Map<number, Buffer>;
}

interface S3Response {
  status: number;
  xml?: string;
  bytes?: Buffer;
  etag?: string;
  /** Half of the bytes are sent, and then nothing. */
  isStalled?: boolean;
}

/** Starts an S3-compatible server in memory. It rejects requests without a valid AWS Signature Version 4. */
export async function startS3Server() {
  const objects = new Map<string, { bytes: Buffer; mime: string }>();
  const uploads = new Map<string, Upload>();
  /** Overrides responses, to simulate failures. */
  const fault: { answer: (request: S3Request) => S3Response | undefined } = { answer: () => undefined };
  // Longer than a test waits: a busy machine would otherwise send requests on connections that were just closed.
  const server = createServer({ keepAliveTimeout: 120_000 }, async (req, res) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk);
    } catch {
      // The client ended the request: a service stores nothing of it.
      return;
    }
    const url = new URL(req.url ?? '/', 'http://bucket');
    const request: S3Request = {
      method: req.method ?? '',
      key: decodeURIComponent(url.pathname.replace(/^\/bucket\//, '')),
      query: url.searchParams,
      body: Buffer.concat(chunks),
      mime: req.headers['content-type'] ?? '',
    };
    if (!isSigned(req, url)) return send(res, errorResponse(403, 'SignatureDoesNotMatch'));
    send(res, fault.answer(request) ?? handleRequest(request, objects, uploads));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    config: {
      STORAGE_URL: `http://127.0.0.1:${port}`,
      STORAGE_BUCKET: 'bucket',
      STORAGE_REGION: region,
      ...credentials,
    },
    objects,
    uploads,
    fault,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const errorResponse = (status: number, code: string): S3Response => ({
  status,
  xml: `<Error><Code>${code}</Code><Message>Rejected by the test</Message></Error>`,
});

function send(res: ServerResponse, { status, xml, bytes, etag, isStalled }: S3Response): void {
  if (etag) res.setHeader('ETag', `"${etag}"`);
  res.setHeader('Content-Type', xml ? 'application/xml' : 'application/octet-stream');
  if (isStalled && bytes) {
    res.writeHead(status, { 'Content-Length': bytes.length }).write(bytes.subarray(0, bytes.length / 2));
  } else {
    res.writeHead(status).end(xml ?? bytes);
  }
}

type Objects = Map<string, { bytes: Buffer; mime: string }>;
type Uploads = Map<string, Upload>;

function handleRequest(request: S3Request, objects: Objects, uploads: Uploads): S3Response {
  const { method, key, query, body, mime } = request;
  const upload = query.get('uploadId');
  if (upload !== null || query.has('uploads')) return handleMultipart(request, objects, uploads);
  if (method === 'PUT') {
    objects.set(key, { bytes: body, mime });
    return { status: 200, etag: digest(body) };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  if (query.has('list-type')) return listObjects(query, objects);
  const found = objects.get(key);
  return found ? { status: 200, bytes: found.bytes } : errorResponse(404, 'NoSuchKey');
}

function handleMultipart(
  { method, key, query, body, mime }: S3Request,
  objects: Objects,
  uploads: Uploads,
): S3Response {
  if (query.has('uploads')) {
    const id = randomUUID();
    uploads.set(id, { mime, parts: new Map() });
    return {
      status: 200,
      xml: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    };
  }
  const id = query.get('uploadId') ?? '';
  const upload = uploads.get(id);
  if (!upload) return errorResponse(404, 'NoSuchUpload');
  const { parts } = upload;
  if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    return { status: 200, etag: digest(body) };
  }
  uploads.delete(id);
  if (method === 'DELETE') return { status: 204 };
  const wanted = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
    number: Number(part.match(/<PartNumber>(\d+)</)?.[1]),
    etag: part.match(/<ETag>(?:"|&quot;)?(\w+)/)?.[1],
  }));
  const pieces = wanted.map(({ number, etag }) => {
    const bytes = parts.get(number);
    return bytes && digest(bytes) === etag ? bytes : null;
  });
  if (pieces.length !== parts.size || pieces.includes(null)) return errorResponse(400, 'InvalidPart');
  if (pieces.slice(0, -1).some((piece) => (piece?.length ?? 0) < 5 * 1024 ** 2))
    return errorResponse(400, 'EntityTooSmall');
  objects.set(key, { bytes: Buffer.concat(pieces as Buffer[]), mime: upload.mime });
  const xml = `<CompleteMultipartUploadResult><ETag>"${id}-${parts.size}"</ETag></CompleteMultipartUploadResult>`;
  return { status: 200, xml };
}

function listObjects(query: URLSearchParams, objects: Objects): S3Response {
  const maxKeys = Number(query.get('max-keys') ?? 1000);
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted();
  const contents = keys
    .slice(0, maxKeys)
    .map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
  const more = keys.length > maxKeys ? '<NextContinuationToken>next</NextContinuationToken>' : '';
  return {
    status: 200,
    xml: `<ListBucketResult><IsTruncated>${more !== ''}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`,
  };
}

const digest = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function isSigned(req: IncomingMessage, url: URL): boolean {
  const [, scope, names = '', signature] =
    req.headers.authorization?.match(
      /^AWS4-HMAC-SHA256 Credential=test-key\/(\d{8}\/eu-test-1\/s3\/aws4_request), ?SignedHeaders=([\w;-]+), ?Signature=(\w{64})$/,
    ) ?? [];
  const at = String(req.headers['x-amz-date']);
  const isFresh =
    Math.abs(Date.now() - Date.parse(at.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'))) < 60_000;
  if (!scope || !isFresh || !names.split(';').includes('host')) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted();
  const headers = names.split(';').map((name) => `${name}:${String(req.headers[name]).trim()}\n`);
  const request = [
    req.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    names,
    req.headers['x-amz-content-sha256'],
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const [day = ''] = scope.split('/');
  const key = ['s3', 'aws4_request'].reduce(
    hmac,
    hmac(hmac(`AWS4${credentials.STORAGE_SECRET}`, day), region),
  );
  return hmac(key, text).toString('hex') === signature;
}
