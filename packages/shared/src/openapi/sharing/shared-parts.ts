import { denialReasons, type ErrorKind, errorStatus } from '../../errors.ts';
import type { Header, Parameter, Response, Schema } from '../document-types.ts';

export const headers: Record<string, Header> = {
  'X-Request-Id': {
    description: 'The id of the request in logs and in the audit log: yours if you sent a valid one',
    required: true,
    schema: { type: 'string', maxLength: 64 },
  },
  ETag: {
    description: 'The version of the response body, for `If-None-Match` and `If-Match`',
    schema: { type: 'string' },
  },
  RateLimit: {
    description:
      'The remaining requests and the seconds until the limit resets. Omitted without a rate limit',
    schema: { type: 'string', example: '"minute";r=599;t=60' },
  },
  'RateLimit-Policy': {
    description: 'The rate limit: requests and window in seconds. Omitted without a rate limit',
    schema: { type: 'string', example: '"minute";q=600;w=60' },
  },
  'Retry-After': {
    description: 'Seconds to wait before a retry',
    schema: { type: 'string', pattern: '^[0-9]+$', example: '2' },
  },
  'WWW-Authenticate': {
    description: 'The required authentication scheme',
    schema: { type: 'string', example: 'Bearer error="invalid_token"' },
  },
  'Idempotent-Replayed': {
    description: 'Present if this is the stored response to the first request with this `Idempotency-Key`',
    schema: { type: 'string', enum: ['true'] },
  },
  'Content-Disposition': {
    description: 'The name of the file; always an attachment',
    required: true,
    schema: { type: 'string', example: 'attachment; filename="tasks.csv"' },
  },
};

/** Request headers, by component name. */
export const headerParameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A unique key of your choice, to retry safely: for 24 hours the same request with the same credential returns the first response, or 410 if it was larger than 256 KiB, and has no further effect',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'An `ETag` of the record: the record is changed only if its version still matches',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'An `ETag` that you have: the response is 304 if nothing changed',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The last `id:` that you received: the stream continues after it',
    schema: { type: 'string' },
  },
};

const details: Schema = {
  type: 'object',
  properties: {
    fieldErrors: {
      type: 'object',
      description: 'Messages by field name; nested fields with dots: `address.city`',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    formErrors: { type: 'array', items: { type: 'string' } },
  },
  required: ['fieldErrors', 'formErrors'],
};

export const errorSchemas: Record<string, Schema> = {
  Error: {
    type: 'object',
    description: 'An error with a human-readable message',
    properties: { error: { type: 'string' } },
    required: ['error'],
    example: { error: 'Record not found' },
  },
  ForbiddenError: {
    type: 'object',
    description: 'An error with the reason why the request is not permitted',
    properties: {
      error: { type: 'string' },
      reason: {
        type: 'string',
        enum: Object.keys(denialReasons),
        description: `${Object.entries(denialReasons)
          .map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
          .join('; ')}. Later versions may have further reasons`,
      },
      permission: {
        type: 'string',
        description: 'The permission that is missing, if there is one; the first of several',
      },
    },
    required: ['error', 'reason'],
    example: { error: 'Requires task:update on this task', reason: 'row_scope', permission: 'task:update' },
  },
  ValidationError: {
    type: 'object',
    description: 'Validation errors of the input: by field, and of the input as a whole',
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
    description: 'The record has changed; `details` names the fields if they are known',
    properties: { error: { type: 'string' }, details },
    required: ['error'],
    example: { error: 'The record was changed by another request; fetch it again and retry' },
  },
};

/** Schemas of errors other than `Error`. */
const errorSchemaByKind: Partial<Record<ErrorKind, string>> = {
  forbidden: 'ForbiddenError',
  invalid: 'ValidationError',
  stale: 'StaleError',
};

const errorResponses: Record<ErrorKind, [name: string, description: string, headers?: string[]]> = {
  unauthenticated: [
    'Unauthenticated',
    'Credentials are missing, expired, revoked or malformed',
    ['WWW-Authenticate'],
  ],
  forbidden: [
    'Forbidden',
    'The permission is missing or does not cover this record, or the state of the organization forbids the request',
  ],
  not_found: [
    'NotFound',
    'The record does not exist, is deleted, out of your scope, or belongs to another organization: the response is the same',
  ],
  method_not_allowed: ['MethodNotAllowed', 'The path does not support this method'],
  conflict: ['Conflict', 'The first request with this `Idempotency-Key` is still running', ['Retry-After']],
  gone: [
    'ResponseNotStored',
    'The request was carried out earlier with this `Idempotency-Key`, but its response has more than 256 KiB and was not stored. Nothing was carried out again; read the records instead',
    ['Idempotent-Replayed'],
  ],
  stale: ['Stale', 'The record does not match `If-Match`, or has changed since the prompt run'],
  too_large: ['TooLarge', 'The body exceeds 1 MiB, or a file 25 MiB'],
  invalid: ['Invalid', 'The input is invalid; `details` lists the errors by field'],
  rate_limited: [
    'RateLimited',
    'Too many requests, attempts at a password or code, unfinished exports, or new output schemas',
    ['Retry-After'],
  ],
  internal: ['Internal', 'Internal error'],
  unavailable: [
    'Unavailable',
    'A dependency of the service is unavailable, the request took too long, too many change the same data, or too many bytes of responses are waiting for clients to read them; retry later',
    ['Retry-After'],
  ],
};

/** The headers of every response. */
export const commonHeaders = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy'];

export const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const errorContent = (schema: string) => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` } },
});

/** Responses shared by all operations. */
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
  NoContent: { description: 'Done; no content', headers: headerRefs(commonHeaders) },
  NotModified: { description: 'Not modified', headers: headerRefs([...commonHeaders, 'ETag']) },
  OtherError: {
    description:
      'Malformed request (400), request timeout (408), unsupported `Expect` (417), headers too large (431) or internal error (500)',
    headers: headerRefs(['X-Request-Id']),
    content: errorContent('Error'),
  },
};

export const responseEntry = (kind: ErrorKind): [status: string, Response | { $ref: string }] => [
  String(errorStatus[kind]),
  { $ref: `#/components/responses/${errorResponses[kind][0]}` },
];
