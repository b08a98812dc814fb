import createHttp, { type Client as HttpClient, type Middleware } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import type { Call, InitArguments, InitOf, ListPath, Method, RowOf } from './call-types.ts';
import type { EventType } from './event-types.ts';
import { keylessOperations, publicOperations } from './operation-facts.ts';
import { ApiError, ConnectionError } from './requests/errors.ts';
import { iterateRows, type PageQuery } from './requests/pages.ts';
import { authorized, newIdempotencyKey } from './requests/pipeline.ts';
import { type RetryOptions, retryDefaults, retrying, type Send } from './requests/retry.ts';
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

/** How a client finds the service, and who it is there. With none of the last three it calls as nobody until `signIn`. */
export interface ClientOptions {
  /** Where the service is, such as `https://workforce.example.com`; with or without `/api`. */
  baseUrl: string;
  /** Calls with an API key. */
  apiKey?: string;
  /** Signs in by a password when that is needed first, and again when the session is over: for programs. */
  signIn?: PasswordSignIn;
  /** Goes on with a session that was made elsewhere, where the store has none. */
  tokens?: Tokens;
  /** Where tokens are kept; in memory unless something else is given. */
  store?: TokenStore;
  /** Sends requests instead of the `fetch` of the environment. */
  fetch?: Send;
  /** How often and how fast calls are sent again. */
  retry?: Partial<RetryOptions>;
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** Told when the session is over and cannot be gone on with: time to ask for a password. */
  onSignedOut?: () => void;
}

/** Calls the platform. Every method throws an `ApiError` where the service says no. */
export interface Client {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** The same calls with their `response`, whose headers tell the `ETag` and more; an answer that says no is in `error`. */
  http: HttpClient<paths>;
  /** All rows of a list, read a page at a time while they are gone through. */
  iterate<P extends ListPath>(
    path: P,
    ...init: InitArguments<'get', P, IterateInit<P>>
  ): AsyncGenerator<RowOf<P>, void, undefined>;
  /** Follows events as they happen. */
  events<Type extends EventType = EventType>(options?: EventStreamOptions<Type>): EventStream<Type>;
  /** @throws SecondFactorRequiredError where a code is to be asked for */
  signIn(given: PasswordSignIn | SecondStep): Promise<SignedInUser>;
  /** Goes on with a session that was made otherwise: by signing up, by an invitation, in another program. */
  useSession(given: Tokens | NewSession): Promise<void>;
  /** Ends the session, or all that this user has. */
  signOut(options?: { everywhere?: boolean }): Promise<void>;
}

/** As for `get`, without what says the page: `pageSize` rows (100) are read at a time. */
export type IterateInit<P extends ListPath> = InitOf<'get', P> & { pageSize?: number };

/** The service leads nobody elsewhere: what does would get the password, or make of a POST a GET. */
const redirect = 'error';

/** @returns a client for one user; programs that act for several make one for each */
export function createClient(options: ClientOptions): Client {
  const base = `${options.baseUrl.replace(/\/+$/, '').replace(/\/api$/, '')}/api`;
  const { fetch = (request: Request) => globalThis.fetch(request), headers = {} } = options;
  const send = retrying(fetch, { ...retryDefaults, ...options.retry });
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
  ) => Promise<{ data: unknown[]; total: number }>;
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
      const answer = await (init.fetch ?? send)(request);
      isAnswered = true;
      return answer;
    };
    const { data, error, response } = await call(path, { ...init, fetch }).catch((error: unknown) => {
      // Before that it is a mistake of whoever calls, such as a body that is no JSON.
      throw isAnswered ? asConnectionError(error) : error;
    });
    if (!response.ok) throw new ApiError(response, error);
    return data;
  }) as unknown as Call<M>;
}

/** An answer that broke off, or that is not what it says it is, comes from something in between. */
function asConnectionError(error: unknown): unknown {
  const isUnread = error instanceof TypeError || error instanceof SyntaxError;
  return isUnread ? new ConnectionError('The answer could not be read', { cause: error }) : error;
}

function iterateList(
  get: (path: string, init: object) => Promise<{ data: unknown[]; total: number }>,
  path: string,
  init: { pageSize?: number; params?: { query?: object } } = {},
) {
  const { pageSize = 100, ...rest } = init;
  const read = (page: PageQuery) =>
    get(path, { ...rest, params: { ...rest.params, query: { ...rest.params?.query, ...page } } });
  return iterateRows(read, pageSize, path === '/events');
}

/** Notes which calls need no token, and gives the others that change something a key to be repeated with. */
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

/** Bytes go as they are, everything else as JSON. */
function bodySerializer(body: unknown): unknown {
  return isBytes(body) ? body : JSON.stringify(body);
}

function isBytes(body: unknown): boolean {
  return body instanceof Blob || body instanceof ArrayBuffer || ArrayBuffer.isView(body);
}

/** Bytes are announced as what they are, and not as JSON. */
class ApiRequest extends Request {
  constructor(url: string, init: RequestInit = {}) {
    super(url, init);
    if (!isBytes(init.body) || this.headers.get('content-type') !== 'application/json') return;
    const type = init.body instanceof Blob ? init.body.type : '';
    this.headers.set('content-type', type || 'application/octet-stream');
  }
}

/** What sessions are made, refreshed and ended with. */
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
