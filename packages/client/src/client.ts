import createHttp, { type Client as HttpClient, type Middleware } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import type { Call, InitArguments, InitOf, ListPath, Method, RowOf } from './call-types.ts';
import type { EventType } from './event-types.ts';
import { keylessOperations, publicOperations } from './operation-metadata.ts';
import { ApiError, ConnectionError } from './requests/errors.ts';
import { keepingRequests } from './requests/lifetimes.ts';
import { iterateRows, type PageQuery } from './requests/pages.ts';
import { authorized, newIdempotencyKey } from './requests/pipeline.ts';
import { type RetryOptions, retryDefaults, withRetries } from './requests/retry.ts';
import type { Send } from './requests/send.ts';
import {
  type NewSession,
  type PasswordSignIn,
  type Post,
  type SecondStep,
  Session,
  type SignedInUser,
} from './requests/session.ts';
import type { TokenStore, Tokens } from './requests/tokens.ts';
import { EventStream, type EventStreamOptions } from './stream/event-stream.ts';

/**
 * The address of the service and the credentials. Without `apiKey`, `signIn`, `tokens` and tokens in `store`, calls are
 * anonymous until `signIn` or `useSession` is called.
 */
export interface ClientOptions {
  /** For example `https://workforce.example.com`; with or without `/api`. */
  baseUrl: string;
  /** Authenticates with an API key. */
  apiKey?: string;
  /** For programs: signs in with a password if there is no session or it cannot be renewed, except after `signOut`. */
  signIn?: PasswordSignIn;
  /** Continues an existing session if the store has none. */
  tokens?: Tokens;
  /** Default: in memory. */
  store?: TokenStore;
  /** Replaces the environment's `fetch`. */
  fetch?: Send;
  retry?: Partial<RetryOptions>;
  /** Sent with every request. */
  headers?: Record<string, string>;
  /** Called when the session has ended and cannot be renewed: the user has to sign in again. Not called by `signOut`. */
  onSignedOut?: () => void;
}

/**
 * Calls the API. Methods throw an `ApiError` for an error response, except those of `http`, and `signOut` if the session
 * had already ended. A stream of events reconnects instead, unless a later attempt cannot succeed.
 */
export interface Client {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /**
   * The underlying calls. They also return the `response`, for headers such as `ETag`. The body of an error response is
   * returned as `error`, not thrown.
   */
  http: HttpClient<paths>;
  /** Iterates over all rows of a list, fetching pages as needed. */
  iterate<P extends ListPath>(
    path: P,
    ...init: InitArguments<'get', P, IterateInit<P>>
  ): AsyncGenerator<RowOf<P>, void, undefined>;
  /** Streams events as they happen. */
  events<Type extends EventType = EventType>(options?: EventStreamOptions<Type>): EventStream<Type>;
  /** @throws SecondFactorRequiredError if a second factor is required and `secondFactor` is not given */
  signIn(given: PasswordSignIn | SecondStep): Promise<SignedInUser>;
  /** Continues a session created elsewhere: by signup, by an invitation, in another program. */
  useSession(given: Tokens | NewSession): Promise<void>;
  /** Ends the session, or all sessions of the user. */
  signOut(options?: { everywhere?: boolean }): Promise<void>;
}

/** As for `get`, but paging parameters have no effect; `pageSize` rows (default 100) are fetched at a time. */
export type IterateInit<P extends ListPath> = InitOf<'get', P> & { pageSize?: number };

/**
 * The API never redirects. Following a redirect could send the password to another server, or turn a POST into a GET.
 */
const redirect = 'error';

/** @returns a client for one user; programs that act for several users create one for each */
export function createClient(options: ClientOptions): Client {
  const base = `${options.baseUrl.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
  const { headers = {} } = options;
  const fetch = keepingRequests(options.fetch ?? ((request) => globalThis.fetch(request)));
  const send = withRetries(fetch, { ...retryDefaults, ...options.retry });
  const session = new Session({ ...options, post: postTo(base, send, headers) });
  const isPublic = new WeakSet<Request>();
  const sendEither: Send = (request) =>
    isPublic.has(request) ? send(request) : authorized(send, session)(request);
  const http = createHttp<paths>({
    baseUrl: base,
    headers,
    redirect,
    bodySerializer,
    Request: ApiRequest as typeof Request,
    fetch: sendEither,
  });
  http.use(requestMiddleware(isPublic));
  const get = methodCaller(http, sendEither, 'get') as (
    path: string,
    init: object,
  ) => Promise<{ data: unknown[]; next: string | null }>;
  return {
    get: methodCaller(http, sendEither, 'get'),
    post: methodCaller(http, sendEither, 'post'),
    put: methodCaller(http, sendEither, 'put'),
    patch: methodCaller(http, sendEither, 'patch'),
    delete: methodCaller(http, sendEither, 'delete'),
    http,
    iterate: (path, ...[init]) => iterateList(get, path, init) as AsyncGenerator<never>,
    events: ({ ...given } = {}) => new EventStream(streamUrl(base, given), authorized(fetch, session), given),
    signIn: (given) => session.signIn(given),
    useSession: (given) => session.use(given),
    signOut: ({ everywhere = false } = {}) => session.signOut(everywhere),
  };
}

function methodCaller<M extends Method>(http: HttpClient<paths>, send: Send, method: M): Call<M> {
  const call = http[method.toUpperCase() as 'GET'] as unknown as (
    path: string,
    init?: object,
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  return (async (path: string, init: { fetch?: Send } = {}) => {
    let isAnswered = false;
    const fetch: Send = async (request) => {
      const response = await (init.fetch ?? send)(request);
      isAnswered = true;
      return response;
    };
    const { data, error, response } = await call(path, { ...init, fetch }).catch((error: unknown) => {
      // An error before the response is not changed: it is a ConnectionError already, or the caller's, such as a body
      // that cannot be serialized.
      throw isAnswered ? asConnectionError(error) : error;
    });
    if (!response.ok) throw new ApiError(response, error);
    return data;
  }) as unknown as Call<M>;
}

/** An incomplete or malformed response comes from a proxy or a broken connection. */
function asConnectionError(error: unknown): unknown {
  const isUnread = error instanceof TypeError || error instanceof SyntaxError;
  return isUnread ? new ConnectionError('Could not read the response', { cause: error }) : error;
}

function iterateList(
  get: (path: string, init: object) => Promise<{ data: unknown[]; next: string | null }>,
  path: string,
  init: { pageSize?: number; params?: { query?: object } } = {},
) {
  const { pageSize = 100, ...rest } = init;
  const read = (page: PageQuery) =>
    get(path, { ...rest, params: { ...rest.params, query: { ...rest.params?.query, ...page } } });
  return iterateRows(read, pageSize);
}

/** Marks requests of public operations. Adds an idempotency key to other POST requests that accept one and have none. */
function requestMiddleware(isPublic: WeakSet<Request>): Middleware {
  return {
    onRequest({ request, schemaPath }) {
      const name = `${request.method} ${schemaPath}`;
      const isKeyed = keylessOperations.has(name) || request.headers.has('idempotency-key');
      if (publicOperations.has(name)) isPublic.add(request);
      else if (request.method === 'POST' && !isKeyed)
        request.headers.set('idempotency-key', newIdempotencyKey());
    },
  };
}

function bodySerializer(body: unknown): unknown {
  return isBytes(body) ? body : JSON.stringify(body);
}

function isBytes(body: unknown): boolean {
  return body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

/** Sends bytes with the type of their Blob, or as `application/octet-stream`, unless the caller sets a type. */
class ApiRequest extends Request {
  constructor(url: string, init: RequestInit = {}) {
    super(url, init);
    if (!isBytes(init.body) || this.headers.get('content-type') !== 'application/json') return;
    const type = init.body instanceof Blob ? init.body.type : '';
    this.headers.set('content-type', type || 'application/octet-stream');
  }
}

/** Returns a function that calls the endpoints for sessions, with the given token and without renewing it. */
function postTo(base: string, send: Send, headers: Record<string, string>): Post {
  const http = createHttp<
    Record<string, { post: { responses: { 200: { content: { 'application/json': unknown } } } } }>
  >({
    baseUrl: base,
    headers,
    redirect,
    fetch: send,
  });
  return async (path, body, token) => {
    const given = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { data, error, response } = await http.POST(path, { body: body as never, headers: given });
    if (!response.ok) throw new ApiError(response, error);
    return data;
  };
}

function streamUrl(base: string, { event_type, aggregate_type }: EventStreamOptions): string {
  const query = new URLSearchParams();
  if (event_type) query.set('event_type', event_type);
  if (aggregate_type) query.set('aggregate_type', aggregate_type);
  return `${base}/events/stream?${query}`;
}
