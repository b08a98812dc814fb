import { type Endpoint, successOf } from '../endpoint/endpoint.ts';
import type { Components } from './components.ts';
import type { Content, Operation, Parameter, Reference, Response, Schema } from './document-types.ts';
import { acceptsIdempotencyKey, hasETag, hasVersionedRecord, rejectionsOf } from './rejections.ts';
import { commonHeaders, headerRefs, responseEntry } from './sharing/shared-parts.ts';

const parameterRef = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` });

const binary: Schema = { type: 'string', format: 'binary' };

const streamed: Schema = {
  type: 'string',
  description:
    'Server-Sent Events. Each block is an event: `id:` is its sequence number, `data:` the record as JSON. A block with `event: reset` means that the stream cannot resume from the requested position',
  'x-data': { $ref: '#/components/schemas/AnyEvent' },
};

export function describeOperation(
  one: Endpoint,
  { operationId, tag, events }: { operationId: string; tag: string; events: readonly string[] },
  components: Components,
): Operation {
  const description = buildDescription(one, events);
  const parameters = buildParameters(one, components);
  const body = buildRequestBody(one, components);
  return {
    operationId,
    summary: one.summary,
    ...(description && { description }),
    tags: [tag],
    ...(one.can === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: buildResponses(one, components),
    ...(one.callback && { callbacks: buildCallbacks(one.callback) }),
    ...(one.can.includes(':') && { 'x-permission': one.can }),
    ...(events.length > 0 && { 'x-events': events.toSorted() }),
  };
}

function buildDescription(
  { can, details, usesCookies, secretFields, review }: Endpoint,
  events: readonly string[],
): string {
  const list = (names: readonly string[]) => [...new Set(names)].map((name) => `\`${name}\``).join(', ');
  return [
    details,
    can === 'public' && 'Requires no credentials.',
    can === 'signed-in' && 'Requires authentication, but no permission.',
    can.includes(':') && `Requires the permission \`${can}\`.`,
    events.length > 0 && `May emit ${list(events)}.`,
    usesCookies && 'Only pages of this service can call it, with the session cookie of the organization.',
    secretFields && `Returned once, omitted from a replayed response: ${list(secretFields)}.`,
    review && `The hook \`${review.hook}\` can reject the request.`,
  ]
    .filter((sentence) => typeof sentence === 'string')
    .join(' ');
}

function buildParameters(one: Endpoint, components: Components): (Parameter | Reference)[] {
  return [
    ...(one.params ? toParameters('path', components.parameters(one.params)) : []),
    ...(one.query ? toParameters('query', components.parameters(one.query)) : []),
    ...(acceptsIdempotencyKey(one) ? [parameterRef('IdempotencyKey')] : []),
    ...(hasVersionedRecord(one) ? [parameterRef('IfMatch')] : []),
    ...(one.method === 'get' && hasETag(one) ? [parameterRef('IfNoneMatch')] : []),
    ...(one.kind === 'stream' ? [parameterRef('LastEventId')] : []),
  ];
}

function toParameters(place: 'path' | 'query', { properties = {}, required = [] }: Schema): Parameter[] {
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...schema } = field;
    return {
      name,
      in: place,
      ...((place === 'path' || required.includes(name)) && { required: true }),
      ...(description && { description }),
      // Multiple values are comma-separated.
      ...(schema.type === 'array' && { style: 'form', explode: false }),
      schema,
    };
  });
}

function buildRequestBody(one: Endpoint, components: Components): Operation['requestBody'] {
  if (one.kind === 'upload') {
    return {
      required: true,
      description: 'The content of the file, without encoding',
      content: { 'application/octet-stream': { schema: binary } },
    };
  }
  if (!one.body) return undefined;
  const isOptional = one.body.safeParse(undefined).success;
  return { required: !isOptional, content: { 'application/json': { schema: components.body(one.body) } } };
}

const successDescriptions: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Queued',
  204: 'Done; no content',
};

function buildResponses(one: Endpoint, components: Components): Operation['responses'] {
  return {
    [successOf(one).status]: successResponse(one, components),
    ...(one.method === 'get' && hasETag(one) && { '304': { $ref: '#/components/responses/NotModified' } }),
    ...Object.fromEntries(rejectionsOf(one).map(responseEntry)),
    default: { $ref: '#/components/responses/OtherError' },
  };
}

function successResponse(one: Endpoint, components: Components): Response | Reference {
  const { status } = successOf(one);
  const content = successContent(one, components);
  const ownHeaders = [
    ...(hasETag(one) ? ['ETag'] : []),
    ...(acceptsIdempotencyKey(one) ? ['Idempotent-Replayed'] : []),
    ...(one.kind === 'download' ? ['Content-Disposition'] : []),
  ];
  if (status === 204 && ownHeaders.length === 0) return { $ref: '#/components/responses/NoContent' };
  return {
    description: successDescriptions[status] ?? 'Done',
    headers: headerRefs([...commonHeaders, ...ownHeaders]),
    ...(content && { content }),
  };
}

function successContent(one: Endpoint, components: Components): Content | undefined {
  if (one.kind === 'stream') return { 'text/event-stream': { schema: streamed } };
  if (one.kind === 'download') return { '*/*': { schema: binary } };
  const { shape } = successOf(one);
  return shape ? { 'application/json': { schema: components.response(shape) } } : undefined;
}

function buildCallbacks(sends: NonNullable<Endpoint['callback']>): Operation['callbacks'] {
  const { name, to, summary, description, headers, body } = sends;
  return {
    [name]: {
      [`{$request.body#/${to}}`]: {
        post: {
          operationId: name,
          summary,
          description,
          security: [],
          parameters: Object.entries(headers).map(([header, about]) => ({
            name: header,
            in: 'header',
            required: true,
            description: about,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${body}` } } },
          },
          responses: {
            '2XX': { description: 'Received; the body is ignored' },
            '4XX': {
              description: 'Not received. Only 408, 425 and 429 are retried; 410 disables the endpoint',
            },
            default: { description: 'Not received; retried with increasing delays' },
          },
        },
      },
    },
  };
}
