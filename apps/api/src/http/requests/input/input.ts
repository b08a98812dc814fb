import { isUtf8 } from 'node:buffer';
import {
  AppError,
  bodyLimitOf,
  type Endpoint,
  ErrorList,
  invalidRequest,
  maxBodyKeys,
  maxBodyValues,
  maxQueryParameters,
  notFound,
} from '@wfp/shared';
import { messageOf } from '@wfp/shared/contract';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import { extendForUpload } from '../../server/body-timeout.ts';
import { decompressBody, encodingOf, setArrivedBody, setReceivedBytes } from './compressed-body.ts';
import { hasMoreValuesThan } from './json-values.ts';
import { findUnstorable } from './storable.ts';

const parsers = new Map<number, RequestHandler>();

function parserFor(limit: number): RequestHandler {
  const parse = parsers.get(limit) ?? createParser(limit);
  parsers.set(limit, parse);
  return parse;
}

const createParser = (limit: number): RequestHandler =>
  express.json({
    limit,
    strict: false,
    type: () => true,
    // Decoding would silently replace invalid bytes by U+FFFD.
    verify: (req, _res, bytes) => {
      setArrivedBody(req, bytes.length);
      if (!isUtf8(bytes)) throw new Error('not UTF-8');
      // The schema validates every value and creates an error for every invalid one, so the values are counted before.
      if (hasMoreValuesThan({ keys: maxBodyKeys, values: maxBodyValues }, bytes))
        throw Object.assign(new Error(), { type: 'values.too.many' });
    },
  });

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Step 3 of the pipeline: parses and validates path parameters, query and body. The body is not read before this step, so
 * that unauthenticated requests cost no parsing.
 *
 * @throws AppError `not_found` for a path parameter that cannot be an id, `too_large`, or `invalid` with all invalid
 *   fields
 */
export async function readInput(endpoint: Endpoint, req: Request, res: Response): Promise<Input> {
  const params = endpoint.params ? parseParams(endpoint.params, req.params) : {};
  const errors = new ErrorList();
  const query = parsePart(endpoint.query, parseQuery(req, errors), errors, unknownParameter);
  const body = endpoint.body
    ? parsePart(endpoint.body, await readBody(req, res, bodyLimitOf(endpoint)), errors, unknownField)
    : uploadBody(endpoint, req);
  if (!errors.isEmpty) throw new AppError('invalid', 'Validation failed', { details: errors.toDetails() });
  return { params, query, body };
}

/** Upload handlers read the request stream themselves. */
function uploadBody(endpoint: Endpoint, req: Request): unknown {
  if (endpoint.kind !== 'upload') return {};
  extendForUpload(req);
  return req;
}

function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = findUnstorable(params).length > 0 ? null : schema.safeParse(params);
  if (!parsed?.success) throw notFound();
  return parsed.data;
}

const unknownParameter = 'Is not a known parameter';
const unknownField = 'Is unknown or cannot be set';

/** @param unknown the message for a field or parameter that is not in the schema */
function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  errors: ErrorList,
  unknown: string,
): unknown {
  if (!schema) {
    for (const name of Object.keys(value as object)) errors.add([name], unknown);
    return {};
  }
  const unstorable = findUnstorable(value);
  if (unstorable.length > 0) {
    for (const { path, message } of unstorable) errors.add(path, message);
    return undefined;
  }
  const parsed = schema.safeParse(value, { error: messageOf });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) addIssue(issue, errors, unknown);
  return undefined;
}

function addIssue(issue: z.core.$ZodIssue, errors: ErrorList, unknown: string): void {
  if (errors.isFull) return;
  if (issue.code === 'unrecognized_keys') {
    const isOurs = !issue.message.startsWith('Unrecognized key');
    const message = isOurs ? issue.message : unknown;
    for (const key of issue.keys) errors.add([...issue.path, key], message);
  } else if (issue.path.length === 0 && issue.code === 'invalid_type') {
    errors.add([], 'Must be a JSON object');
  } else {
    errors.add(issue.path, issue.message);
  }
}

/** Parses the query into strings. A repeated parameter is an error, because it is unclear which value is meant. */
function parseQuery(req: Request, errors: ErrorList): Record<string, string> {
  const start = req.url.indexOf('?');
  if (start === -1) return {};
  const query = req.url.slice(start + 1);
  if (query.split('&', maxQueryParameters + 1).length > maxQueryParameters)
    throw invalidRequest(`Must have at most ${maxQueryParameters} parameters`);
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    if (name in given) errors.add([name], 'Must not be given more than once');
    given[name] = value;
  }
  return { ...given };
}

/** Messages by error type of body-parser. */
const bodyErrorMessages: Record<string, string> = {
  'entity.parse.failed': 'The body is not valid JSON',
  'encoding.unsupported': 'The Content-Encoding must be gzip or deflate',
  'charset.unsupported': 'The body must be UTF-8',
  'entity.verify.failed': 'The body must be UTF-8',
  'values.too.many': `Must have at most ${maxBodyKeys.toLocaleString('en')} keys, and ${maxBodyValues.toLocaleString('en')} keys and list items`,
  'request.size.invalid': 'The length of the body does not match Content-Length',
};

async function readBody(req: Request, res: Response, limit: number): Promise<unknown> {
  try {
    const encoding = encodingOf(req);
    return await new Promise((resolve, reject) => {
      meterBody(req, limit, reject);
      const parse = (source: Request) =>
        parserFor(limit)(source, res, (error?: unknown) => {
          // The fingerprint of a request with an Idempotency-Key includes it.
          req.body = source.body;
          if (error) reject(error);
          else resolve(source.body);
        });
      if (encoding === 'identity') parse(req);
      else decompressBody(req, encoding, limit).then(parse, reject);
    });
  } catch (error) {
    throw bodyError(error as { type?: string }, limit, res);
  }
}

/** Counts received bytes, and fails at the first excess byte: body-parser reads an oversized body to its end before it fails. */
function meterBody(req: Request, limit: number, reject: (error: unknown) => void): void {
  const tooLarge = { type: 'entity.too.large' };
  if (Number(req.headers['content-length']) > limit) reject(tooLarge);
  let received = 0;
  req.on('data', (chunk: Buffer) => {
    received += chunk.length;
    setReceivedBytes(req, received);
    if (received > limit) reject(tooLarge);
  });
}

function bodyError(error: { type?: string }, limit: number, res: Response): AppError {
  if (error.type === 'entity.too.large') {
    // Do not receive the rest of the body.
    res.setHeader('Connection', 'close');
    return new AppError('too_large', `The body is larger than ${limit / 1024} KiB`);
  }
  const message = bodyErrorMessages[error.type ?? ''] ?? 'The body could not be read';
  return invalidRequest(message, error);
}
