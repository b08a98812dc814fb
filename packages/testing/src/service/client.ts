import { sendApiRequest } from './api-request.ts';

/** A response with its parsed body. */
export interface TestResponse<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls an endpoint below `/api`. */
export type EndpointCaller = <Body = any>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse<Body>>;

/** A signed-in user. */
export interface Client {
  token: string;
  user: { id: number; org_id: number; org_name: string; email: string };
  call: EndpointCaller;
}

/** Creates a function that calls endpoints of a pod, with a token or without credentials. */
export function createCaller(url: string, token: string | null): EndpointCaller {
  return async (method, path, body, headers = {}) => {
    const {
      status,
      headers: received,
      text,
    } = await sendApiRequest(
      url,
      { method, path },
      {
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      },
    );
    return { status, headers: received, body: text === '' ? null : JSON.parse(text) };
  };
}

export function createTestClient(url: string, login: { access_token: string; user: Client['user'] }): Client {
  return { token: login.access_token, user: login.user, call: createCaller(url, login.access_token) };
}
