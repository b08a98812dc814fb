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
  type Review,
  rejectUnknownCodes,
  requestReview,
  resolveEmits,
  successOf,
} from '@wfp/shared';
import { findStoredResponse } from '@wfp/shared/idempotency';
import type { Request, RequestHandler, Response } from 'express';
import type { RateLimits } from './limits/rate-limits.ts';
import { auditDenied } from './requests/audit-denied.ts';
import { authenticateRequest, authorize } from './requests/authorize.ts';
import { sendDownload } from './requests/download.ts';
import { readPrecondition } from './requests/entity-tags.ts';
import { handleOnce, readIdempotencyKey } from './requests/idempotency.ts';
import { readInput } from './requests/input.ts';
import { originOf } from './requests/request-id.ts';
import { setCallerAttributes } from './requests/request-trace.ts';
import { sendResponse, sendStoredResponse } from './responses.ts';
import { rateLimitedStreamOrThrow, type SendRetryLater, sendRateLimitedRetry } from './server/retry-later.ts';

type Handler = (call: object) => unknown;

/** What the pipeline needs besides the endpoint. */
export interface PipelineDependencies {
  platform: Platform;
  limits: RateLimits;
  /** Serves an endpoint of kind `stream` once the caller may have it. */
  stream(request: StreamRequest): Promise<void>;
  sendRetryLater: SendRetryLater;
}

/** A stream that a caller may have. */
export interface StreamRequest {
  req: Request;
  res: Response;
  caller: Caller;
  /** When the caller's credential was about to be read, on the clock of `performance.now()`. */
  readAt: number;
  query: unknown;
  /** Runs steps 1 and 2 again for a credential. @throws AppError when it no longer passes */
  reauthorize(known: KnownCaller): Promise<Caller>;
}

/**
 * THE PIPELINE, in the specification's order. Whatever a step throws ends the request; the error
 * handler turns it into the answer.
 */
export function createPipeline(one: Endpoint, parts: PipelineDependencies): RequestHandler {
  const { platform, limits } = parts;
  const { status, shape } = successOf(one);
  const emits = new Set(resolveEmits(areasOf(platform), one));

  const reauthorize = async (known: KnownCaller) => authorize(await reauthenticate(known), one);

  return async (req, res) => {
    const origin = originOf(req, res);

    // 1. Credentials: 401 before anything else happens.
    const readAt = performance.now();
    const countRejection = (error: unknown) => countRejected(limits, error, origin, res);
    const caller = await authenticateUnlessPublic(platform, req, one, origin, emits).catch(countRejection);
    if (caller && isTracing()) setCallerAttributes(res, caller);
    const refused = await limits
      .take(caller, origin, res)
      .catch((error) => rateLimitedStreamOrThrow(error, one, req, caller));
    if (refused) return sendRateLimitedRetry(refused, res, parts.sendRetryLater);

    await auditDenied(one, req, caller, async () => {
      // 2. Permission: 403 before the body is read.
      if (caller) authorize(caller, one);

      // 3. Validation: 422, 413, or 404 for what cannot be an id.
      const input = await readInput(one, req, res);
      if (caller && one.query) await rejectUnknownCodes(caller, one.query, input.query);
      if (one.throttle) await limits.takeAttempt(one.throttle(input.body as never, caller), origin);

      if (one.kind === 'stream' && caller) {
        return parts.stream({ req, res, caller, readAt, query: input.query, reauthorize });
      }

      // 4. The service: every statement is scoped to the caller's organization.
      // 5. Audit entry and event are written by it, in the statement of the write.
      const keyed = caller && readIdempotencyKey(one, req, caller);
      const known = keyed && (await findStoredResponse(caller, keyed));
      if (known) return sendStoredResponse(res, known);
      const before = caller ? await runPreWriteHooks(one, caller, input) : {};
      const handle = async (by: Caller | null) =>
        (one.handler as Handler)(
          by ? { caller: by, ...before, ...input } : publicCallArguments(platform, origin, emits, input),
        );
      const answer = keyed
        ? await handleOnce(one, caller, keyed, handle)
        : { result: await handle(await withReplica(platform, one, withPrecondition(one, req, caller))) };

      if ('stored' in answer) sendStoredResponse(res, answer.stored);
      else if (one.kind === 'download') await sendDownload(req, res, answer.result as Download);
      else sendResponse(one, { req, res }, status, shape === null ? undefined : answer.result);
    });
  };
}

const authenticateUnlessPublic = async (
  platform: Platform,
  req: Request,
  one: Endpoint,
  origin: Origin,
  emits: ReadonlySet<string>,
) => (one.can === 'public' ? null : authenticateRequest(platform, req, one, origin, emits));

/** Runs the organization's own checks before such a write, outside of any transaction. */
async function runPreWriteHooks(
  one: Endpoint,
  caller: Caller,
  input: object,
): Promise<{ review?: Review | undefined }> {
  const review = one.review && caller.pre_hooks.includes(one.review.hook) ? one.review : undefined;
  if (!review) return {};
  return { review: await requestReview(caller, review, { caller, ...input } as never) };
}

/** Whoever is refused has no credential to be counted by: their address is. */
async function countRejected(
  limits: RateLimits,
  error: unknown,
  origin: Origin,
  res: Response,
): Promise<never> {
  if (error instanceof AppError && error.kind === 'unauthenticated') await limits.take(null, origin, res);
  throw error;
}

/** The caller of a write that must find its row as the client knew it. */
function withPrecondition(one: Endpoint, req: Request, caller: Caller | null): Caller | null {
  if (!caller || (one.method !== 'patch' && one.method !== 'put' && one.method !== 'delete')) return caller;
  const precondition = readPrecondition(one, req);
  return precondition ? { ...caller, precondition } : caller;
}

/** Whoever only reads may read from a copy of the database. */
async function withReplica(platform: Platform, one: Endpoint, caller: Caller | null): Promise<Caller | null> {
  const { replica } = platform;
  if (!caller || !replica || one.method !== 'get') return caller;
  return (await replica.isFreshFor(caller)) ? { ...caller, replica: replica.forRequest() } : caller;
}

function publicCallArguments(
  platform: Platform,
  origin: Origin,
  emits: ReadonlySet<string>,
  input: object,
): object {
  return { platform, origin, emits: [...emits], ...input };
}
