import { type ErrorKind, errorStatus } from '../errors.ts';
import type { Header, Parameter, Response, Schema } from './document-types.ts';

/** What every operation has in common. */

export const headers: Record<string, Header> = {
  'X-Request-Id': {
    description: 'Names the request in logs and in the audit log: yours, if you sent one that can be used',
    required: true,
    schema: { type: 'string', maxLength: 64 },
  },
  ETag: {
    description: 'The version of what is answered, for `If-None-Match` and `If-Match`',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'Where you stand in the rate limit: requests left and seconds until they are all there again. Left out where there is no limit',
    schema: { type: 'string', example: '"minute";r=599;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The rate limit: requests and seconds. Left out where there is no limit',
    schema: { type: 'string', example: '"minute";q=600;w=60' },
  },
  'Retry-After': {
    description: 'Seconds after which it is worth another try',
    schema: { type: 'string', pattern: '^[0-9]+$', example: '2' },
  },
  'WWW-Authenticate': {
    description: 'What credential is asked for',
    schema: { type: 'string', example: 'Bearer error="invalid_token"' },
  },
  'Idempotent-Replayed': {
    description: 'That the answer is the one that the first request with this `Idempotency-Key` got',
    schema: { type: 'string', enum: ['true'] },
  },
  'Content-Disposition': {
    description: 'The name of the file; it is always sent as an attachment',
    required: true,
    schema: { type: 'string', example: 'attachment; filename="tasks.csv"' },
  },
};

/** Parameters in headers, which follow from the kind of operation. */
export const headerParameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Of your choice, for a request that may be sent again: within 24 hours the same request with the same credential gets the first answer, and nothing happens twice',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An `ETag` of the record: it is changed only if it is still as it was then',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that you have: the answer is 304 where nothing changed',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The last `id:` that you got: the stream goes on after it',
    schema: { type: 'string' },
  },
};

/** What is wrong, field by field. */
const details: Schema = {
  type: 'object',
  properties: {
    fieldErrors: {
      type: 'object',
      description: 'By the name of the field; those within others with dots: `address.city`',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    formErrors: { type: 'array', items: { type: 'string' } },
  },
  required: ['fieldErrors', 'formErrors'],
};

/** The shapes of errors. */
export const errorSchemas: Record<string, Schema> = {
  Error: {
    type: 'object',
    description: 'What went wrong, for people to read',
    properties: { error: { type: 'string' } },
    required: ['error'],
    example: { error: 'Record not found' },
  },
  ValidationError: {
    type: 'object',
    description: 'What is wrong with the input: by field, and as a whole',
    properties: {
      error: { type: 'string' },
      details,
    },
    required: ['error', 'details'],
    example: {
      error: 'Validation failed',
      details: { fieldErrors: { title: ['Is required'] }, formErrors: [] },
    },
  },
  StaleError: {
    type: 'object',
    description: 'What is no longer as it was, where that is told field by field',
    properties: { error: { type: 'string' }, details },
    required: ['error'],
    example: { error: 'The record was changed by another request; fetch it again and retry' },
  },
};

/** The shape of what is told of an error; `Error` where nothing else is said. */
const errorSchemaByKind: Partial<Record<ErrorKind, string>> = {
  invalid: 'ValidationError',
  stale: 'StaleError',
};

const errorResponses: Record<ErrorKind, [name: string, description: string, headers?: string[]]> = {
  unauthenticated: [
    'Unauthenticated',
    'No credential, or one that is expired, revoked or malformed',
    ['WWW-Authenticate'],
  ],
  forbidden: [
    'Forbidden',
    'No permission, or one that does not reach this; or the organization is in a state that forbids it',
  ],
  not_found: [
    'NotFound',
    'Not there, deleted, outside your reach, or another organization’s: all read the same',
  ],
  method_not_allowed: ['MethodNotAllowed', 'The path exists, the method does not'],
  conflict: ['Conflict', 'The first request with this `Idempotency-Key` is still running', ['Retry-After']],
  stale: [
    'Stale',
    'The record is no longer, or never was, as `If-Match` says, or as it was when asked about',
  ],
  too_large: ['TooLarge', 'The body is larger than 1 MiB, or a file than 25 MiB'],
  invalid: ['Invalid', 'The input is wrong, or breaks a rule; `details` names every field'],
  rate_limited: ['RateLimited', 'Too many requests, or tries at a password or code', ['Retry-After']],
  internal: ['Internal', 'The service failed'],
  unavailable: [
    'Unavailable',
    'Something that the service needs cannot be reached; try again',
    ['Retry-After'],
  ],
};

/** The answers of every request, whatever it is about. */
export const commonHeaders = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

export const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const errorContent = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

/** A response for every kind of error, and for what never became a request. */
export const responses: Record<string, Response> = {
  ...Object.fromEntries(
    (Object.keys(errorResponses) as ErrorKind[])
      .filter((kind) => kind !== 'internal' && kind !== 'method_not_allowed')
      .map((kind) => {
        const [name, description, also = []] = errorResponses[kind];
        return [
          name,
          {
            description,
            headers: headerRefs([...commonHeaders, ...also]),
            content: errorContent(errorSchemaByKind[kind] ?? 'Error'),
          },
        ];
      }),
  ),
  NoContent: { description: 'Done, with nothing to show', headers: headerRefs(commonHeaders) },
  NotModified: { description: 'You have it already', headers: headerRefs([...commonHeaders, 'ETag']) },
  OtherError: {
    description:
      'What is no valid request (400), took too long to arrive (408), expects what there is not (417) or has headers that are too large (431); or the service failed (500)',
    headers: headerRefs(['X-Request-Id']),
    content: errorContent('Error'),
  },
};

/** Where the response for a kind of error is. */
export const responseEntry = (kind: ErrorKind): [status: string, Response | { $ref: string }] => [
  String(errorStatus[kind]),
  { $ref: `#/components/responses/${errorResponses[kind][0]}` },
];
