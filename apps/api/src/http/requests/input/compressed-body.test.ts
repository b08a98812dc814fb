import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateSync, gunzip, gzipSync } from 'node:zlib';
import type { AppError, Endpoint } from '@wfp/shared';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arrivedBodyOf } from './compressed-body.ts';
import { readInput } from './input.ts';

const limit = 16 * 1024;

/** A request to a public endpoint, whose body arrives as the test sends it. */
function open(encoding: string) {
  const req = Object.assign(new Readable({ read: () => undefined }), {
    url: '/things',
    method: 'POST',
    params: {},
    headers: { 'transfer-encoding': 'chunked', 'content-encoding': encoding },
  }) as unknown as Request & Readable;
  const endpoint = { method: 'post', can: 'public', body: z.strictObject({ title: z.string() }) };
  const res = { setHeader: () => undefined } as unknown as Response;
  const outcome = readInput(endpoint as unknown as Endpoint, req, res).catch((error: AppError) => error.kind);
  return { req, outcome };
}

const bodyOf = (length: number) => Buffer.from(JSON.stringify({ title: 'x'.repeat(length) }));

describe.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
] as const)('a body with %s', (encoding, compress) => {
  it('is decompressed, and its length is that of the decompressed bytes', async () => {
    const { req, outcome } = open(encoding);
    req.push(compress(bodyOf(1_000)));
    req.push(null);
    expect(await outcome).toMatchObject({ body: { title: 'x'.repeat(1_000) } });
    expect(arrivedBodyOf(req)?.bytes).toBe(bodyOf(1_000).length);
  });

  it('is too large beyond the limit after decompression', async () => {
    const { req, outcome } = open(encoding);
    req.push(compress(bodyOf(limit)));
    req.push(null);
    expect(await outcome).toBe('too_large');
  });

  it('is not decompressed before its end has arrived', async () => {
    const bytes = compress(bodyOf(limit));
    const { req, outcome } = open(encoding);
    let isDone = false;
    void outcome.finally(() => {
      isDone = true;
    });
    req.push(bytes.subarray(0, -4));
    // Long enough for a decompression that begins when the bytes arrive.
    for (let n = 0; n < 10; n += 1) {
      await promisify(gunzip)(gzipSync(bodyOf(limit)));
      await setImmediate();
    }
    expect(isDone).toBe(false);
    req.push(bytes.subarray(-4));
    req.push(null);
    expect(await outcome).toBe('too_large');
  });

  it('is too large beyond the limit before decompression', async () => {
    const { req, outcome } = open(encoding);
    req.push(Buffer.alloc(limit + 1));
    expect(await outcome).toBe('too_large');
  });
});
