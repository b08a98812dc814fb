import { Readable } from 'node:stream';
import { type KnownCaller, reauthenticate } from '@wfp/areas';
import {
  AppError,
  areasOf,
  type Caller,
  type Download,
  type Endpoint,
  isTracing,
  type Origin,
  type Platform,
  rejectUnknownCodes,
  requestReview,
  resolveEmits,
  successOf,
  type Upload,
} from '@wfp/shared';
import { findStoredResponse, type StoredResponse } from '@wfp/shared/idempotency';
import type { Request, RequestHandler, Response } from 'express';
import type { BodyLimits } from './limits/body-limits.ts';
import type { RateLimits } from './limits/rate-limits.ts';
import { RequestWork } from './limits/request-work.ts';
import { createDeniedAudit } from './requests/audit-denied.ts';
import { authenticateRequest, authorize } from './requests/authorize.ts';
import { sendDownload } from './requests/download.ts';
import { readPrecondition } from './requests/entity-tags.ts';
import { handleOnce, readIdempotencyKey } from './requests/idempotency/idempotency.ts';
import { readInput } from './requests/input/input.ts';
import { originOf } from './requests/request-id.ts';
import { setCallerAttributes } from './requests/request-trace.ts';
import { cookiesFor } from './requests/session-cookies.ts';
import { type Exchange, sendResponse, sendStoredResponse } from './responses.ts';
import { rateLimitedStreamOrThrow, type SendRetryLater, sendRateLimitedRetry } from './server/retry-later.ts';
import type { UnsentResponses } from './server/unsent-responses.ts';

type Handler = (call: object) => unknown;

export interface PipelineDependencies {
  platform: Platform;
  limits: RateLimits;
  /** Serves an endpoint of kind `stream` after authentication, authorization and validation. */
  stream(request: StreamRequest): Promise<void>;
  sendRetryLater: SendRetryLater;
  unsent: UnsentResponses;
  bodies: BodyLimits;
}

/** An authorized request for a stream. */
export interface StreamRequest {
  req: Request;
  res: Response;
  caller: Caller;
  /** Time just before the credential was read, in ms of `performance.now()`. */
  readAt: number;
  query: unknown;
  /** Repeats steps 1 and 2 for the credential. @throws AppError if it is no longer valid or permitted */
  reauthorize(known: KnownCaller): Promise<Caller>;
}

/** Rights that were read before are read again: the client decides how long its body takes. */
const maxRightsAgeMs = 1_000;

/**
 * The request pipeline: authentication, rate limit, authorization, validation, handler, response. An error thrown by any
 * step ends the request; the error handler maps it to a response.
 */
export function createPipeline(endpoint: Endpoint, dependencies: PipelineDependencies): RequestHandler {
  const { platform, limits, unsent, bodies } = dependencies;
  const emits = new Set(resolveEmits(areasOf(platform), endpoint));
  const auditDenied = createDeniedAudit(endpoint, areasOf(platform));

  const reauthorize = async (known: KnownCaller) => authorize(await reauthenticate(known), endpoint);

  return async (req, res) => {
    const origin = originOf(req, res);

    // 1. Authentication: 401 before anything else.
    const readAt = performance.now();
    const authenticated = await authenticateOrCount(dependencies, endpoint, { req, res }, origin, emits);
    if (authenticated && isTracing()) setCallerAttributes(res, authenticated);
    const rateLimited = await limits
      .countRequest(authenticated, origin, res)
      .catch((error) => rateLimitedStreamOrThrow(error, endpoint, req, authenticated));
    if (rateLimited) return sendRateLimitedRetry(rateLimited, res, dependencies.sendRetryLater);

    await auditDenied(req, authenticated, async () => {
      // 2. Authorization: 403 before the body is read.
      if (authenticated) bodies.startRequest(endpoint, authorize(authenticated, endpoint), req, res);

      // 3. Validation: 422, 413, or 404 for a path parameter that cannot be an id. A blocked address costs no validation.
      const call = { platform, origin, emits, ...cookiesFor(endpoint, req, res, platform.config) };
      if (endpoint.throttle) await limits.countAttemptFrom(origin);
      const work = new RequestWork(limits, authenticated, origin);
      const input = await work.ofInput(endpoint, req, () => readInput(endpoint, req, res));
      const isOld = performance.now() - readAt > maxRightsAgeMs;
      const caller = authenticated && isOld ? await reauthorize(authenticated) : authenticated;
      if (caller && endpoint.query) await rejectUnknownCodes(caller, endpoint.query, input.query);
      const account = await countAttemptAtAccount(endpoint, limits, { body: input.body, caller, origin });

      if (endpoint.kind === 'stream' && caller)
        return dependencies.stream({ req, res, caller, readAt, query: input.query, reauthorize });

      // 4. The handler: its statements are scoped to the caller's organization; each write records its audit entry and event.
      const keyed = caller && readIdempotencyKey(endpoint, req, caller);
      const replay = keyed && (await findStoredResponse(caller, keyed));
      const exchange = { req, res, caller, unsent, bodies, work };
      if (replay) return work.run(() => sendStoredResponse(exchange, replay));
      const reviewed = caller && (await runPreWriteHooks(endpoint, caller, input));
      const handle = async (by: Caller | null) =>
        work.run(() => (endpoint.handler as Handler)(callArguments(by, call, input, reauthorize)));
      const outcome =
        keyed && reviewed
          ? await handleOnce(endpoint, reviewed, keyed, handle)
          : { result: await handle(await withReplica(endpoint, withPrecondition(endpoint, req, reviewed))) };
      if (account !== undefined && endpoint.remembersNetwork) limits.rememberNetwork(account, origin);

      await work.run(() => sendOutcome(endpoint, exchange, outcome));
    });
  };
}

/** Counts an attempt and returns its account; undefined if the request is no attempt. Counts an expensive request. */
async function countAttemptAtAccount(
  { throttle, limitedBy }: Endpoint,
  limits: RateLimits,
  { body, caller, origin }: { body: unknown; caller: Caller | null; origin: Origin },
): Promise<string | undefined> {
  const expensive = limitedBy?.(body as never, caller);
  if (expensive !== undefined) await limits.countAttemptAt(expensive, origin);
  const account = throttle?.(body as never, caller);
  if (account !== undefined) await limits.countAttemptAt(account, origin);
  return account;
}

async function sendOutcome(
  endpoint: Endpoint,
  exchange: Exchange,
  outcome: { result: unknown } | { stored: StoredResponse },
): Promise<void> {
  if ('stored' in outcome) return sendStoredResponse(exchange, outcome.stored);
  if (endpoint.kind === 'download') {
    return sendDownload(exchange, outcome.result as Download);
  }
  const { status, shape } = successOf(endpoint);
  sendResponse(endpoint, exchange, status, shape === null ? undefined : outcome.result);
}

/** Returns null on public endpoints. Counts requests without a valid credential. */
async function authenticateOrCount(
  { platform, limits }: PipelineDependencies,
  endpoint: Endpoint,
  { req, res }: { req: Request; res: Response },
  origin: Origin,
  emits: ReadonlySet<string>,
): Promise<Caller | null> {
  if (endpoint.can === 'public') return null;
  return authenticateRequest(platform, req, endpoint, origin, emits).catch((error) =>
    countUnauthenticated(limits, error, origin, res),
  );
}

/** Runs the organization's pre-write hooks, before any transaction opens. Skipped for idempotent replays. */
async function runPreWriteHooks({ review }: Endpoint, caller: Caller, input: object): Promise<Caller> {
  return review ? requestReview(caller, review, { caller, ...input } as never) : caller;
}

/** Unauthenticated requests are rate-limited by IP address. */
async function countUnauthenticated(
  limits: RateLimits,
  error: unknown,
  origin: Origin,
  res: Response,
): Promise<never> {
  if (error instanceof AppError && error.kind === 'unauthenticated')
    await limits.countRequest(null, origin, res);
  throw error;
}

/** Adds the condition of `If-Match` to the caller of a PATCH, PUT or DELETE request. */
function withPrecondition(endpoint: Endpoint, req: Request, caller: Caller | null): Caller | null {
  if (!caller || (endpoint.method !== 'patch' && endpoint.method !== 'put' && endpoint.method !== 'delete'))
    return caller;
  const precondition = readPrecondition(endpoint, req);
  return precondition ? { ...caller, precondition } : caller;
}

/** Routes the lists of a GET request to the replica if it has all recent writes of the caller. */
async function withReplica(endpoint: Endpoint, caller: Caller | null): Promise<Caller | null> {
  const replica = caller?.platform.replica;
  if (!caller || !replica || endpoint.method !== 'get') return caller;
  return (await replica.isFreshFor(caller))
    ? { ...caller, replica: replica.forRequest(caller.org_id) }
    : caller;
}

function callArguments(
  caller: Caller | null,
  { emits, ...work }: { platform: Platform; origin: Origin; emits: ReadonlySet<string> },
  input: { body: unknown },
  reauthorize: (known: Caller) => Promise<Caller>,
): object {
  if (!caller) return { ...work, emits: [...emits], ...input };
  if (!(input.body instanceof Readable)) return { caller, ...input };
  const upload: Upload = { content: input.body, reauthorize: () => reauthorize(caller) };
  return { caller, ...input, body: upload };
}
