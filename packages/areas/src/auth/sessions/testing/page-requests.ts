import { notifyObserver } from '@wfp/testing';

/** Headers of a request of a page of the service. */
export const ownPage = { 'sec-fetch-site': 'same-origin' };

/** The response to a request of a browser. */
export interface Answer {
  status: number;
  body: Record<string, never>;
  /** Value of the session cookie that the response sets; empty if it deletes the cookie. */
  token: string | undefined;
  setCookie: string | null;
}

/** Sends a request as a page does, by default one of the same origin. */
export async function sendFromPage(
  url: string,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = ownPage,
): Promise<Answer> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  notifyObserver({ method, path }, { status: response.status, headers: response.headers, text });
  const setCookie = response.headers.get('set-cookie');
  const token = setCookie?.match(/^wfp-\d+=([^;]*)/)?.[1];
  return { status: response.status, body: text === '' ? {} : JSON.parse(text), token, setCookie };
}
