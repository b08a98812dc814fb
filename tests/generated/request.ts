import { areas } from '@wfp/areas';
import type { Endpoint } from '@wfp/shared';
import type { TestResponse } from '@wfp/testing';
import { sendApiRequest } from '@wfp/testing/exchange.ts';
import { z } from 'zod';
import type { PreparedRequest } from './scenario.ts';

/** Every endpoint that the service declares. */
export const endpoints: readonly Endpoint[] = areas.flatMap((area) => area.endpoints ?? []);

/** How an endpoint is called in titles and in the table of scenarios: `POST /tasks/:id/move`. */
export const endpointName = (one: Endpoint): string => `${one.method.toUpperCase()} ${one.path}`;

/** Endpoints by the name they have in test titles. */
export const withNames = (some: readonly Endpoint[]): [string, Endpoint][] =>
  some.map((one) => [endpointName(one), one]);

export const pathParams = (one: Endpoint): string[] =>
  [...one.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Parameters that are words, and one that reads as such; all others are ids. */
export const wordParams: Readonly<Record<string, string>> = {
  aggregateType: 'task',
  code: 'no_such_code',
  slug: 'some-slug',
};

/** The path with its parameters filled in; ids that are not given become 1. */
export function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name] ?? wordParams[name] ?? 1));
}

/** The path of a call, with its parameters and its query. */
export function requestPath(one: Endpoint, { params, query = {} }: PreparedRequest): string {
  const asked = new URLSearchParams(query as Record<string, string>);
  return asked.size === 0 ? fillPath(one.path, params) : `${fillPath(one.path, params)}?${asked}`;
}

/** Why a call that should succeed did not, and what its endpoint then needs. */
export const describeFailure = (
  one: Endpoint,
  { status, body }: Pick<TestResponse, 'status' | 'body'>,
): string =>
  `${endpointName(one)} answered ${status} ${JSON.stringify(body)}. ${
    status >= 500
      ? "To see the cause, set LOG_LEVEL: 'error' in tests/generated/world.ts"
      : 'If it needs another request, write a scenario in tests/generated/scenarios'
  }`;

/** The names of the fields that a schema of input takes. */
export function inputFields(schema: Endpoint['body']): string[] {
  if (!schema) return [];
  // A body that may be left out stands behind what is taken instead.
  const { shape } = (schema instanceof z.ZodPrefault ? schema.unwrap() : schema) as { shape?: object };
  if (!shape) throw new Error('An input is an object whose fields are known');
  return Object.keys(shape);
}

interface RawRequest {
  token?: string;
  /** Sent as it is, as JSON by its Content-Type. */
  text?: string;
  headers?: Record<string, string>;
}

/** Sends a request whose body need not be valid JSON. */
export async function sendRaw(
  url: string,
  method: string,
  path: string,
  { token, text, headers = {} }: RawRequest = {},
): Promise<TestResponse> {
  const answer = await sendApiRequest(
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
    status: answer.status,
    headers: answer.headers,
    body: answer.text === '' ? null : JSON.parse(answer.text),
  };
}

/** A body that no endpoint can read, for those that must not read it: only methods that may carry one. */
export const malformedBody = (one: Endpoint): { text?: string } =>
  one.method === 'get' ? {} : { text: '{"a":' };
