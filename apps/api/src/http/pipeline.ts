import { authenticate } from '@wfp/areas';
import {
  AppError,
  type Caller,
  type Download,
  type Endpoint,
  type Hindrance,
  type Origin,
  type Platform,
  successOf,
} from '@wfp/shared';
import type { KeptAnswer } from '@wfp/shared/db';
import type { Request, RequestHandler, Response } from 'express';
import { noteDenial } from './denial.ts';
import { type Answered, answeredOnce, idempotencyOf } from './idempotency.ts';
import { readInput } from './input.ts';
import type { Limits } from './limits.ts';
import { originOf } from './request-id.ts';
import { sendDownload } from './transfer.ts';
import { entityTagOf, isKnown, preconditionOf, sendKnown } from './versions.ts';

type Handler = (call: object) => unknown;

/** What the pipeline needs besides the endpoint. */
export interface PipelineParts {
  platform: Platform;
  limits: Limits;
  /** Serves an endpoint of kind `stream` once the caller may have it. */
  stream(request: StreamRequest): Promise<void>;
}

/** A stream that a caller may have. */
export interface StreamRequest {
  req: Request;
  res: Response;
  caller: Caller;
  query: unknown;
  /** Runs steps 1 and 2 again for the same credential. @throws AppError when it no longer passes */
  reauthorize(): Promise<Caller>;
}

/**
 * THE PIPELINE, in the specification's order. Whatever a step throws ends the request; the error
 * handler turns it into the answer.
 */
export function pipeline(one: Endpoint, parts: PipelineParts): RequestHandler {
  const { platform, limits } = parts;
  const { status, shape } = successOf(one);
  const emits = new Set(one.emits ?? []);

  return async (req, res) => {
    const origin = originOf(req, res);

    // 1. Credentials: 401 before anything else happens.
    const identify = async () => authenticate(platform, tokenOf(req, one), origin, emits);
    const caller =
      one.can === 'public'
        ? null
        : await identify().catch((error) => countRefused(limits, error, origin, res));
    await limits.take(caller, origin, res);

    await notingDenial(one, req, caller, async () => {
      // 2. Permission: 403 before the body is read.
      if (caller) authorize(caller, one);

      // 3. Validation: 422, 413, or 404 for what cannot be an id.
      const input = await readInput(one, req, res);
      if (one.throttle) await limits.takeAttempt(one.throttle(input.body as never, caller), origin);

      if (one.kind === 'stream' && caller) {
        const reauthorize = async () => authorize(await identify(), one);
        return parts.stream({ req, res, caller, query: input.query, reauthorize });
      }

      // 4. The service: every statement is scoped to the caller's organization.
      // 5. Audit entry and event are written by it, in the statement of the write.
      const handle = async (by: Caller | null) =>
        (one.handler as Handler)(by ? { caller: by, ...input } : publicCall(platform, origin, one, input));
      const keyed = idempotencyOf(one, req, caller);
      const answer: Answered =
        keyed && caller
          ? await answeredOnce(one, caller, keyed, status, handle)
          : { result: await handle(held(one, req, caller)) };

      if ('again' in answer) sendAgain(res, answer.again);
      else if (one.kind === 'download') await sendDownload(req, res, answer.result as Download);
      else send(req, res, status, shape === null ? undefined : answer.result);
    });
  };
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

/** Whoever was refused stays on record, whether the permission was missing or a rule of the service said no. */
async function notingDenial(
  one: Endpoint,
  req: Request,
  caller: Caller | null,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (caller && error instanceof AppError && error.kind === 'forbidden') await noteDenial(one, req, caller);
    throw error;
  }
}

function publicCall(platform: Platform, origin: Origin, one: Endpoint, input: object): object {
  return { platform, origin, emits: one.emits ?? [], ...input };
}

function authorize(caller: Caller, one: Endpoint): Caller {
  for (const hindrance of caller.hindrances) {
    if (one.despite?.includes(hindrance)) continue;
    if (hindrance !== 'read_only' || one.method !== 'get')
      throw new AppError('forbidden', hindranceMessage[hindrance]);
  }
  if (one.can === 'signed-in' || one.can === 'public' || caller.reach(one.can)) return caller;
  throw new AppError('forbidden', `You need the permission ${one.can} for this`);
}

const hindranceMessage: Record<Hindrance, string> = {
  read_only:
    'The organization is read-only: it is closing, or the address it was signed up with was not verified in time',
  foreign_network: 'Your organization is open to certain networks alone, and you call from another',
  mfa_setup: 'Your organization asks for a second factor: set one up with POST /api/mfa/totp first',
};

/** The bearer token; on a stream alone also the `token` parameter, since EventSource sends no headers. */
function tokenOf(req: Request, one: Endpoint): string {
  const header = req.headers.authorization;
  const [, bearer] = header?.match(/^Bearer +(\S+) *$/i) ?? [];
  if (bearer) return bearer;
  const fromQuery =
    one.kind === 'stream' && header === undefined
      ? new URLSearchParams(req.url.split('?')[1]).get('token')
      : null;
  if (fromQuery) return fromQuery;
  throw new AppError('unauthenticated', 'Send a token: Authorization: Bearer <token>', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function send(req: Request, res: Response, status: number, result: unknown): void {
  res.statusCode = status;
  if (result === undefined) {
    res.end();
    return;
  }
  const text = JSON.stringify(result);
  const tag = entityTagOf(result, text);
  res.setHeader('ETag', tag);
  if (req.method === 'GET' && isKnown(req, tag)) {
    sendKnown(res);
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(text);
}

function sendAgain(res: Response, { status, body }: KeptAnswer): void {
  res.statusCode = status;
  res.setHeader('Idempotent-Replayed', 'true');
  if (body !== null) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(body ?? undefined);
}
