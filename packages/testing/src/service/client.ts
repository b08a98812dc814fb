import { exchange } from './exchange.ts';

/** An answer as a test looks at it. */
export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls an endpoint below `/api`. */
export type Caller = <Body = any>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer<Body>>;

/** A signed-in user who can call the service. */
export interface Client {
  token: string;
  user: { id: number; org_id: number; org_name: string; email: string };
  call: Caller;
}

/** Calls a pod with a token, or without credentials. */
export function callerOf(url: string, token: string | null): Caller {
  return async (method, path, body, headers = {}) => {
    const {
      status,
      headers: received,
      text,
    } = await exchange(
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

/** A client for a token and the user behind it. */
export function clientOf(url: string, login: { access_token: string; user: Client['user'] }): Client {
  return { token: login.access_token, user: login.user, call: callerOf(url, login.access_token) };
}
