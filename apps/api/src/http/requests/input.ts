import { isUtf8 } from 'node:buffer';
import { AppError, type Endpoint, type InvalidDetails, notFound } from '@wfp/shared';
import { messageOf } from '@wfp/shared/contract';
import express, { type Request, type Response } from 'express';
import type { z } from 'zod';
import { extendForUpload } from '../server/body-timeout.ts';
import { findUnstorable } from './storable.ts';

const maxBodyBytes = 1024 * 1024;

const parseJson = express.json({
  limit: maxBodyBytes,
  strict: false,
  type: () => true,
  // Decoding would silently put U+FFFD where bytes make no character.
  verify: (_req, _res, bytes) => {
    if (!isUtf8(bytes)) throw new Error('not UTF-8');
  },
});

interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}

/**
 * Step 3 of the pipeline: reads and checks what the client sent. Nothing of the body has been read
 * before, so a call without credentials costs no parsing.
 *
 * @throws AppError `not_found` for a path parameter that cannot be an id, `too_large`, or `invalid`
 *   naming every field that is wrong at once
 */
export async function readInput(one: Endpoint, req: Request, res: Response): Promise<Input> {
  const params = one.params ? parseParams(one.params, req.params) : {};
  const faults: InvalidDetails = { fieldErrors: {}, formErrors: [] };
  const query = parsePart(one.query, parseQuery(req, faults), faults, unknownParameter);
  const body = one.body
    ? parsePart(one.body, await readBody(req, res), faults, 'Is unknown or cannot be set')
    : uploadBody(one, req);
  if (faults.formErrors.length > 0 || Object.keys(faults.fieldErrors).length > 0) {
    throw new AppError('invalid', 'Validation failed', { details: faults });
  }
  return { params, query, body };
}

/** An upload reads the request by itself. */
function uploadBody(one: Endpoint, req: Request): unknown {
  if (one.kind !== 'upload') return {};
  extendForUpload(req);
  return req;
}

function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = findUnstorable(params).length > 0 ? null : schema.safeParse(params);
  if (!parsed?.success) throw notFound();
  return parsed.data;
}

const unknownParameter = 'Is not a known parameter';

/** @param unknown the message for a field or parameter that the schema does not know */
function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  faults: InvalidDetails,
  unknown: string,
): unknown {
  if (!schema) {
    for (const name of Object.keys(value as object)) addError(faults, [name], unknown);
    return {};
  }
  const unstorable = findUnstorable(value);
  if (unstorable.length > 0) {
    for (const { path, message } of unstorable) addError(faults, path, message);
    return undefined;
  }
  const parsed = schema.safeParse(value, { error: messageOf });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) addIssue(issue, faults, unknown);
  return undefined;
}

function addIssue(issue: z.core.$ZodIssue, faults: InvalidDetails, unknown: string): void {
  if (issue.code === 'unrecognized_keys') {
    const isOurs = !issue.message.startsWith('Unrecognized key');
    const message = isOurs ? issue.message : unknown;
    for (const key of issue.keys) addError(faults, [...issue.path, key], message);
  } else if (issue.path.length === 0 && issue.code === 'invalid_type') {
    addError(faults, [], 'Send a JSON object with Content-Type: application/json');
  } else {
    addError(faults, issue.path, issue.message);
  }
}

function addError(faults: InvalidDetails, path: readonly PropertyKey[], message: string): void {
  if (path.length === 0) {
    faults.formErrors.push(message);
    return;
  }
  const field = path.map(String).join('.');
  const known = Object.hasOwn(faults.fieldErrors, field) ? (faults.fieldErrors[field] ?? []) : [];
  Object.defineProperty(faults.fieldErrors, field, {
    value: [...known, message],
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** The query as an object of strings. A parameter given twice is a fault: which one was meant? */
function parseQuery(req: Request, faults: InvalidDetails): Record<string, string> {
  const start = req.url.indexOf('?');
  if (start === -1) return {};
  const given: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(req.url.slice(start + 1))) {
    if (name in given) addError(faults, [name], 'Was given more than once');
    given[name] = value;
  }
  return { ...given };
}

/** What body-parser says, in the words of the specification's status table. */
const bodyErrorMessages: Record<string, string> = {
  'entity.parse.failed': 'The body is not valid JSON',
  'encoding.unsupported': 'The Content-Encoding is not supported',
  'charset.unsupported': 'The body must be UTF-8',
  'entity.verify.failed': 'The body must be UTF-8',
  'request.size.invalid': 'The body is not as long as Content-Length says',
};

async function readBody(req: Request, res: Response): Promise<unknown> {
  try {
    await new Promise<void>((resolve, reject) => {
      rejectSurplus(req, reject);
      parseJson(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
  } catch (error) {
    throw bodyError(error as { type?: string }, res);
  }
  return req.body;
}

/** body-parser receives all of a body that is too large before it says so; this says so at the first byte over. */
function rejectSurplus(req: Request, reject: (error: unknown) => void): void {
  const tooLarge = { type: 'entity.too.large' };
  if (Number(req.headers['content-length']) > maxBodyBytes) reject(tooLarge);
  let received = 0;
  req.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBodyBytes) reject(tooLarge);
  });
}

function bodyError(error: { type?: string }, res: Response): AppError {
  if (error.type === 'entity.too.large') {
    // The rest of the body is not worth receiving.
    res.setHeader('Connection', 'close');
    return new AppError('too_large', `The body is larger than ${maxBodyBytes / 1024} KiB`);
  }
  const message = bodyErrorMessages[error.type ?? ''] ?? 'The body could not be read';
  return new AppError('invalid', 'Validation failed', {
    details: { fieldErrors: {}, formErrors: [message] },
    cause: error,
  });
}
