import { areas } from '@wfp/areas';
import type { Endpoint } from '@wfp/shared';
import type { TestResponse } from '@wfp/testing';
import { sendApiRequest } from '@wfp/testing/api-request.ts';
import { z } from 'zod';
import type { PreparedRequest } from './scenario.ts';

export const endpoints: readonly Endpoint[] = areas.flatMap((area) => area.endpoints ?? []);

/** The name of an endpoint in test titles and scenarios: `POST /tasks/:id/move`. */
export const endpointName = (one: Endpoint): string => `${one.method.toUpperCase()} ${one.path}`;

/** Endpoints with their names, for `it.each`. */
export const withNames = (some: readonly Endpoint[]): [string, Endpoint][] =>
  some.map((one) => [endpointName(one), one]);

export const listPathParams = (one: Endpoint): string[] =>
  [...one.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Path parameters that are not ids, each with a well-formed value. */
export const wordParams: Readonly<Record<string, string>> = {
  aggregateType: 'task',
  code: 'no_such_code',
  slug: 'some-slug',
};

/** Fills in path parameters. The default for ids is 1. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? wordParams[name] ?? 1));
}

export function requestPath(one: Endpoint, { params, query = {} }: PreparedRequest): string {
  const asked = new URLSearchParams(query as Record<string, string>);
  return asked.size === 0 ? fillPath(one.path, params) : `${fillPath(one.path, params)}?${asked}`;
}

/** Describes the failure of a call that should succeed, with a hint. */
export const describeFailure = (
  one: Endpoint,
  { status, body }: Pick<TestResponse, 'status' | 'body'>,
): string =>
  `${endpointName(one)} returned ${status} ${JSON.stringify(body)}. ${
    status >= 500
      ? "To see the cause, set LOG_LEVEL: 'error' in tests/generated/world.ts"
      : 'If it needs another request, write a scenario in tests/generated/scenarios'
  }`;

/** Returns the field names of a body or query schema. */
export function inputFields(schema: Endpoint['body']): string[] {
  if (!schema) return [];
  // An optional body is wrapped in its default.
  const { shape } = (schema instanceof z.ZodPrefault ? schema.unwrap() : schema) as { shape?: object };
  if (!shape) throw new Error('An input schema must be an object');
  return Object.keys(shape);
}

interface RawRequest {
  token?: string;
  /** Sent unchanged with the Content-Type application/json. */
  text?: string;
  headers?: Record<string, string>;
}

/** Sends a request with any text as its body. */
export async function sendRaw(
  url: string,
  method: string,
  path: string,
  { token, text, headers = {} }: RawRequest = {},
): Promise<TestResponse> {
  const response = await sendApiRequest(
    url,
    { method, path },
    {
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: text ?? null,
    },
  );
  return {
    status: response.status,
    headers: response.headers,
    body: response.text === '' ? null : JSON.parse(response.text),
  };
}

/** A malformed body, for requests that must be rejected before the body is read. */
export const malformedBody = (one: Endpoint): { text?: string } =>
  one.method === 'get' ? {} : { text: '{"a":' };
