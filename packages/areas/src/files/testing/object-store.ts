import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const storeKey = {
  id: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-test-1',
};

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hashed = (text: string) => createHash('sha256').update(text).digest('hex');

/** The signature that a request must carry (AWS Signature Version 4), computed from what came over the wire. */
function expectedSignature(req: IncomingMessage, signed: string[]): string {
  const url = new URL(req.url ?? '/', 'http://store');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(req.headers[name]).trim()}\n`).join('');
  const payload = String(req.headers['x-amz-content-sha256']);
  const request = [req.method, url.pathname, query, headers, signed.join(';'), payload].join('\n');
  const at = String(req.headers['x-amz-date']);
  const scope = `${at.slice(0, 8)}/${storeKey.region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, hashed(request)].join('\n');
  const key = [at.slice(0, 8), storeKey.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (made, part) => hmac(made, part),
    `AWS4${storeKey.secret}`,
  );
  return hmac(key, toSign).toString('hex');
}

function isSigned(req: IncomingMessage): boolean {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/.*SignedHeaders=([^,]+), ?Signature=(\w+)$/;
  const [, id, headers = '', signature] = req.headers.authorization?.match(pattern) ?? [];
  const signed = headers.split(';');
  return id === storeKey.id && signed.includes('host') && signature === expectedSignature(req, signed);
}

/** A service that speaks as much of S3 as the storage needs, and holds every request to its signature. */
export async function startObjectStore() {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const state = { unsigned: 0, failing: null as ((req: IncomingMessage) => boolean) | null };

  const answer = (res: ServerResponse, status: number, body: string | Buffer = '', headers = {}) => {
    res.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
  };
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { pathname: key, searchParams: query } = new URL(req.url ?? '/', 'http://store');
    const upload = query.get('uploadId');
    if (!isSigned(req)) {
      state.unsigned += 1;
      return answer(res, 403, '<Error><Code>SignatureDoesNotMatch</Code></Error>');
    }
    if (state.failing?.(req)) return answer(res, 500, '<Error><Code>InternalError</Code></Error>');
    if (req.method === 'POST' && query.has('uploads')) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, new Map());
      const xml = `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`;
      return answer(res, 200, xml);
    }
    if (req.method === 'PUT') {
      if (upload) uploads.get(upload)?.set(Number(query.get('partNumber')), body);
      else objects.set(key, body);
      return answer(res, 200, '', { etag: `"${hashed(body.toString('latin1')).slice(0, 32)}"` });
    }
    if (req.method === 'POST' && upload) {
      const parts = [...(uploads.get(upload) ?? [])].sort(([a], [b]) => a - b);
      objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)));
      uploads.delete(upload);
      const xml = '<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>';
      return answer(res, 200, xml);
    }
    if (req.method === 'DELETE') {
      if (upload) uploads.delete(upload);
      else objects.delete(key);
      return answer(res, 204);
    }
    const object = objects.get(key);
    return object ? answer(res, 200, object) : answer(res, 404, '<Error><Code>NoSuchKey</Code></Error>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    state,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
