import { authenticate } from '@wfp/areas';
import { AppError, type Caller, type Endpoint, type Origin, type Platform, successOf } from '@wfp/shared';
import type { Request, RequestHandler, Response } from 'express';
import { readInput } from './input.ts';
import type { Limits } from './limits.ts';
import { originOf } from './request-id.ts';

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
    const identify = () => authenticate(platform, tokenOf(req, one), origin, emits);
    const caller = one.can === 'public' ? null : await identify();
    await limits.take(caller, origin, res);

    // 2. Permission: 403 before the body is read.
    if (caller) authorize(caller, one);

    // 3. Validation: 422, 413, or 404 for what cannot be an id.
    const input = await readInput(one, req, res);

    if (one.throttle)
      await limits.takeAttempt((one.throttle as (body: unknown) => string)(input.body), origin);

    if (one.kind === 'stream' && caller) {
      const reauthorize = async () => authorize(await identify(), one);
      return parts.stream({ req, res, caller, query: input.query, reauthorize });
    }

    // 4. The service: every statement is scoped to the caller's organization.
    // 5. Audit entry and event are written by it, in the statement of the write.
    const call = caller ? { caller, ...input } : publicCall(platform, origin, one, input);
    const result = await (one.handler as Handler)(call);

    send(res, status, shape === null ? undefined : result);
  };
}

function publicCall(platform: Platform, origin: Origin, one: Endpoint, input: object): object {
  return { platform, origin, emits: one.emits ?? [], ...input };
}

function authorize(caller: Caller, one: Endpoint): Caller {
  if (one.can === 'signed-in' || one.can === 'public' || caller.reach(one.can)) return caller;
  throw new AppError('forbidden', `You need the permission ${one.can} for this`);
}

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

function send(res: Response, status: number, result: unknown): void {
  res.statusCode = status;
  if (result === undefined) {
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(JSON.stringify(result));
}
