import { Readable } from 'node:stream';
import { AppError, type Endpoint, maxBodyKeys, maxBodyValues, maxQueryParameters } from '@wfp/shared';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readInput } from './input.ts';

interface Sent {
  query?: string;
  params?: object;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

/** Reads the input of a request. Returns its parts, or the kind and the details of the error. */
async function read(declared: Partial<Endpoint>, { query, params = {}, body = '', headers = {} }: Sent = {}) {
  const bytes = Buffer.from(body);
  const req = Object.assign(Readable.from([bytes]), {
    url: query === undefined ? '/things' : `/things?${query}`,
    method: 'POST',
    params,
    headers: { 'content-length': String(bytes.length), 'content-type': 'application/json', ...headers },
  }) as unknown as Request;
  const sent: Record<string, string> = {};
  const res = { setHeader: (name: string, value: string) => (sent[name] = value) } as unknown as Response;
  try {
    return await readInput({ method: 'post', can: 'task:create', ...declared } as Endpoint, req, res);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: error.kind, ...error.details, ...(Object.keys(sent).length > 0 && { sent }) };
  }
}
const fields = (fieldErrors: object, ...formErrors: unknown[]) => ({
  kind: 'invalid',
  fieldErrors,
  formErrors,
});

describe('path parameters', () => {
  const params = z.object({ id: z.coerce.number().int() });

  it('are parsed, or are not found', async () => {
    expect(await read({ params }, { params: { id: '7' } })).toEqual({
      params: { id: 7 },
      query: {},
      body: {},
    });
    expect(await read({ params }, { params: { id: 'seven' } })).toEqual({ kind: 'not_found' });
    expect(await read({ params: z.object({ id: z.string() }) }, { params: { id: 'a\0' } })).toEqual({
      kind: 'not_found',
    });
    expect(await read({}, { params: { id: '7' } })).toMatchObject({ params: {} });
  });
});

describe('the query', () => {
  const query = z.strictObject({ q: z.string().max(3).optional(), sort: z.string().optional() });

  it('is parsed into strings', async () => {
    expect(await read({ query }, { query: 'q=a%20b&sort=' })).toMatchObject({
      query: { q: 'a b', sort: '' },
    });
    expect(await read({ query }, { query: '' })).toMatchObject({ query: {} });
    expect(await read({ query })).toMatchObject({ query: {} });
  });

  it('has no unknown, repeated or invalid parameters', async () => {
    const unknown = fields({ x: ['Is not a known parameter'] });
    expect(await read({ query }, { query: 'x=1' })).toEqual(unknown);
    expect(await read({}, { query: 'x=1' })).toEqual(unknown);
    expect(await read({ query }, { query: 'q=a&q=b' })).toEqual(
      fields({ q: ['Must not be given more than once'] }),
    );
    expect(await read({ query }, { query: 'q=long' })).toEqual(
      fields({ q: [expect.stringMatching(/at most 3/)] }),
    );
    expect(await read({ query }, { query: 'q=%00' })).toEqual(
      fields({ q: [expect.stringContaining('U+0000')] }),
    );
  });

  it('has at most as many parameters as are permitted', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}=1`).join('&');
    const any = z.record(z.string(), z.string());
    expect(await read({ query: any }, { query: many(maxQueryParameters) })).toHaveProperty('query.p99');
    expect(await read({ query: any }, { query: many(maxQueryParameters + 1) })).toEqual(
      fields({}, `Must have at most ${maxQueryParameters} parameters`),
    );
  });
});

describe('the body', () => {
  const body = z.strictObject({
    title: z.string().optional(),
    inner: z.strictObject({ size: z.number() }).optional(),
    list: z.array(z.number()).optional(),
  });
  const readBody = (text: string | Buffer, headers: Record<string, string> = {}) =>
    read({ body }, { body: text, headers });

  it('is parsed', async () => {
    expect(await readBody('{"title":"a","inner":{"size":1}}')).toMatchObject({
      body: { title: 'a', inner: { size: 1 } },
    });
  });

  it('has an error for each invalid and each unknown field, at its path', async () => {
    expect(await readBody('{"title":1,"inner":{"size":"x","color":1},"made_up":1}')).toEqual(
      fields({
        title: [expect.any(String)],
        'inner.size': [expect.any(String)],
        'inner.color': ['Is unknown or cannot be set'],
        made_up: ['Is unknown or cannot be set'],
      }),
    );
    expect(await readBody('{"title":"\\u0000","list":["\\ud800"]}')).toEqual(
      fields({
        title: [expect.stringContaining('U+0000')],
        'list.0': [expect.stringContaining('surrogate')],
      }),
    );
  });

  it.each(['1', 'null', '[]', '"text"'])('must be a JSON object: not %s', async (text) => {
    expect(await readBody(text)).toEqual(fields({}, 'Must be a JSON object'));
  });

  it('keeps the message of a rule about the whole body', async () => {
    const rule = body.refine(({ title }) => title === 'a', 'Must be titled a');
    expect(await read({ body: rule }, { body: '{"title":"b"}' })).toEqual(fields({}, 'Must be titled a'));
  });

  it('keeps the message of a schema about its unknown fields', async () => {
    const error = (issue: { code?: string }) =>
      issue.code === 'unrecognized_keys' ? 'Has its own endpoint' : undefined;
    const strict = z.strictObject({ title: z.string() }, { error });
    expect(await read({ body: strict }, { body: '{"title":"a","status":1}' })).toEqual(
      fields({ status: ['Has its own endpoint'] }),
    );
  });

  it('is not read without a schema, and given as a stream to an upload', async () => {
    expect(await read({}, { body: '{' })).toMatchObject({ body: {} });
    expect(await read({ kind: 'upload' }, { body: '{' })).toMatchObject({ body: expect.any(Readable) });
  });

  it('has at most as many values as are permitted', async () => {
    const list = (count: number) => `{"list":[${Array(count).fill('1').join(', ')}]}`;
    expect(await readBody(list(maxBodyValues - 1))).toHaveProperty('body.list');
    expect(await readBody(list(maxBodyValues))).toEqual(
      fields({}, 'Must have at most 2,000 keys, and 10,000 keys and list items'),
    );
    const keys = (count: number) => `{"list":[{${Array(count).fill('"":1').join()}}]}`;
    const tooMany = { formErrors: [expect.stringMatching(/^Must have/)] };
    expect(await readBody(keys(maxBodyKeys - 1))).not.toMatchObject(tooMany);
    expect(await readBody(keys(maxBodyKeys))).toMatchObject(tooMany);
  });

  it.each<[string, string | Buffer, Record<string, string>]>([
    ['The body is not valid JSON', '{"title":', {}],
    ['The body must be UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}],
    ['The body must be UTF-8', '{}', { 'content-type': 'application/json; charset=ebcdic' }],
    ['The Content-Encoding must be gzip or deflate', '{}', { 'content-encoding': 'br' }],
    ['The body could not be read', '{}', { 'content-encoding': 'gzip' }],
    ['The length of the body does not match Content-Length', '{}', { 'content-length': '3' }],
  ])('is rejected: %s', async (message, text, headers) => {
    expect(await readBody(text, headers)).toEqual(fields({}, message));
  });

  it('is accepted in the encoding identity, in any case', async () => {
    expect(await readBody('{}', { 'content-encoding': 'Identity' })).toMatchObject({ body: {} });
  });

  it('is too large beyond the limit of the endpoint, after which the connection is closed', async () => {
    const declared = { body, can: 'public' } as const;
    const of = (bytes: number) => read(declared, { body: `{}${' '.repeat(bytes - 2)}` });
    const limit = 16 * 1024;
    expect(await of(limit)).toMatchObject({ body: {} });
    const tooLarge = { kind: 'too_large', sent: { Connection: 'close' } };
    expect(await of(limit + 1)).toEqual(tooLarge);
    const chunked = { 'content-length': '0', 'transfer-encoding': 'chunked' };
    expect(await read(declared, { body: ' '.repeat(limit + 1), headers: chunked })).toEqual(tooLarge);
  });
});
