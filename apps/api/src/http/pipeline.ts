import { callerByCredential, type KnownCaller } from '@wfp/areas';
import {
  AppError,
  areasOf,
  askBefore,
  type Caller,
  type Download,
  type Endpoint,
  isTracing,
  type Origin,
  type Platform,
  permitsOf,
  type Review,
  refuseUnknownCodes,
  successOf,
} from '@wfp/shared';
import { findAnswer } from '@wfp/shared/idempotency';
import type { Request, RequestHandler, Response } from 'express';
import { sendAnswer, sendStored } from './answers.ts';
import type { Limits } from './limits/limits.ts';
import { authorize, identify } from './requests/authorize.ts';
import { notingDenial } from './requests/denial.ts';
import { handleOnce, idempotencyOf } from './requests/idempotency.ts';
import { readInput } from './requests/input.ts';
import { originOf } from './requests/request-id.ts';
import { noteCaller } from './requests/request-trace.ts';
import { sendDownload } from './requests/transfer.ts';
import { preconditionOf } from './requests/versions.ts';
import { orComeBack, type SendAway, sendBack } from './server/come-back.ts';

type Handler = (call: object) => unknown;

/** What the pipeline needs besides the endpoint. */
export interface PipelineParts {
  platform: Platform;
  limits: Limits;
  /** Serves an endpoint of kind `stream` once the caller may have it. */
  stream(request: StreamRequest): Promise<void>;
  sendAway: SendAway;
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
export function pipeline(one: Endpoint, parts: PipelineParts): RequestHandler {
  const { platform, limits } = parts;
  const { status, shape } = successOf(one);
  const emits = new Set(permitsOf(areasOf(platform), one));

  const reauthorize = async (known: KnownCaller) => authorize(await callerByCredential(known), one);

  return async (req, res) => {
    const origin = originOf(req, res);

    // 1. Credentials: 401 before anything else happens.
    const readAt = performance.now();
    const countRefusal = (error: unknown) => countRefused(limits, error, origin, res);
    const caller =
      one.can === 'public' ? null : await identify(platform, req, one, origin, emits).catch(countRefusal);
    if (caller && isTracing()) noteCaller(res, caller);
    const refused = await limits
      .take(caller, origin, res)
      .catch((error) => orComeBack(error, one, req, caller));
    if (refused) return sendBack(refused, res, parts.sendAway);

    await notingDenial(one, req, caller, async () => {
      // 2. Permission: 403 before the body is read.
      if (caller) authorize(caller, one);

      // 3. Validation: 422, 413, or 404 for what cannot be an id.
      const input = await readInput(one, req, res);
      if (caller && one.query) await refuseUnknownCodes(caller, one.query, input.query);
      if (one.throttle) await limits.takeAttempt(one.throttle(input.body as never, caller), origin);

      if (one.kind === 'stream' && caller) {
        return parts.stream({ req, res, caller, readAt, query: input.query, reauthorize });
      }

      // 4. The service: every statement is scoped to the caller's organization.
      // 5. Audit entry and event are written by it, in the statement of the write.
      const keyed = caller && idempotencyOf(one, req, caller);
      const known = keyed && (await findAnswer(caller, keyed));
      if (known) return sendStored(res, known);
      const before = caller ? await beforehand(one, caller, input) : {};
      const handle = async (by: Caller | null) =>
        (one.handler as Handler)(
          by ? { caller: by, ...before, ...input } : publicCall(platform, origin, emits, input),
        );
      const answer = keyed
        ? await handleOnce(one, caller, keyed, handle)
        : { result: await handle(await readingFrom(platform, one, held(one, req, caller))) };

      if ('stored' in answer) sendStored(res, answer.stored);
      else if (one.kind === 'download') await sendDownload(req, res, answer.result as Download);
      else sendAnswer(one, { req, res }, status, shape === null ? undefined : answer.result);
    });
  };
}

/** Runs the organization's own checks before such a write, outside of any transaction. */
async function beforehand(
  one: Endpoint,
  caller: Caller,
  input: object,
): Promise<{ review?: Review | undefined }> {
  const review = one.review && caller.pre_hooks.includes(one.review.hook) ? one.review : undefined;
  if (!review) return {};
  return { review: await askBefore(caller, review, { caller, ...input } as never) };
}

/** Whoever is refused has no credential to be counted by: their address is. */
async function countRefused(limits: Limits, error: unknown, origin: Origin, res: Response): Promise<never> {
  if (error instanceof AppError && error.kind === 'unauthenticated') await limits.take(null, origin, res);
  throw error;
}

/** The caller of a write that must find its row as the client knew it. */
function held(one: Endpoint, req: Request, caller: Caller | null): Caller | null {
  if (!caller || (one.method !== 'patch' && one.method !== 'put' && one.method !== 'delete')) return caller;
  const precondition = preconditionOf(one, req);
  return precondition ? { ...caller, precondition } : caller;
}

/** Whoever only reads may read from a copy of the database. */
async function readingFrom(platform: Platform, one: Endpoint, caller: Caller | null): Promise<Caller | null> {
  const { replica } = platform;
  if (!caller || !replica || one.method !== 'get') return caller;
  return (await replica.serves(caller)) ? { ...caller, replica: replica.forRequest() } : caller;
}

function publicCall(platform: Platform, origin: Origin, emits: ReadonlySet<string>, input: object): object {
  return { platform, origin, emits: [...emits], ...input };
}
