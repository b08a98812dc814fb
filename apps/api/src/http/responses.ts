import type { Caller, Endpoint } from '@wfp/shared';
import type { StoredResponse } from '@wfp/shared/idempotency';
import type { Request, Response } from 'express';
import type { BodyLimits } from './limits/body-limits.ts';
import type { RequestWork } from './limits/request-work.ts';
import { computeEntityTag, isNotModified, serializeRepeatable } from './requests/entity-tags.ts';
import { smallLength, type UnsentResponses } from './server/unsent-responses.ts';

/** A request, and what counts the costs of its response. */
export interface Exchange {
  req: Request;
  res: Response;
  /** Null without credentials. */
  caller: Caller | null;
  unsent: UnsentResponses;
  bodies: BodyLimits;
  work: RequestWork;
}

/**
 * Sends JSON with its entity tag, 304 if the client has that version, or no body if the result is undefined.
 *
 * @throws AppError `unavailable` for a large body of a read while too many bytes of the user are waiting to be sent
 */
export function sendResponse(endpoint: Endpoint, exchange: Exchange, status: number, result: unknown): void {
  const { req, res } = exchange;
  if (result === undefined) {
    res.statusCode = status;
    res.end();
    return;
  }
  const body = encode(exchange, JSON.stringify(result));
  const tag = computeEntityTag(result, endpoint.secretFields ? serializeRepeatable(endpoint, result) : body);
  if (endpoint.isStorable) res.setHeader('Cache-Control', 'private, no-cache');
  if (req.method === 'GET' && isNotModified(req, tag)) {
    res.setHeader('ETag', tag);
    res.statusCode = 304;
    res.end();
    return;
  }
  sendJson(exchange, { status, body, headers: { ETag: tag } });
}

/** Replays the stored response of an earlier request with the same `Idempotency-Key`. */
export function sendStoredResponse(exchange: Exchange, { status, body, headers }: StoredResponse): void {
  const all = { ...headers, 'Idempotent-Replayed': 'true' };
  sendJson(exchange, { status, body: body === null ? null : encode(exchange, body), headers: all });
}

interface JsonResponse {
  status: number;
  body: string | Buffer | null;
  headers: Readonly<Record<string, string>>;
}

function sendJson({ unsent, ...recipient }: Exchange, { status, body, headers }: JsonResponse): void {
  if (body instanceof Buffer) unsent.add(recipient, body.length);
  const { res } = recipient;
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body !== null) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(body ?? undefined);
}

/**
 * Encodes a long text once: Node would join it with the headers, and hold it in the heap until it is sent. If the
 * response is rejected, neither this work nor that of the tag is done.
 */
function encode({ unsent, work, ...recipient }: Exchange, text: string): string | Buffer {
  if (text.length <= smallLength) return text;
  work.countResponse(Buffer.byteLength(text));
  unsent.rejectRead(recipient);
  return Buffer.from(text);
}
