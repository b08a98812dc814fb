import type { Endpoint } from '@wfp/shared';
import type { StoredResponse } from '@wfp/shared/idempotency';
import type { Request, Response } from 'express';
import { computeEntityTag, isNotModified, serializeRepeatable } from './requests/entity-tags.ts';

/** Sends JSON with its entity tag, 304 if the client has that version, or no body if the result is undefined. */
export function sendResponse(
  endpoint: Endpoint,
  { req, res }: { req: Request; res: Response },
  status: number,
  result: unknown,
): void {
  res.statusCode = status;
  if (result === undefined) {
    res.end();
    return;
  }
  const text = JSON.stringify(result);
  const tag = computeEntityTag(result, endpoint.secretFields ? serializeRepeatable(endpoint, result) : text);
  res.setHeader('ETag', tag);
  if (req.method === 'GET' && isNotModified(req, tag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(text);
}

/** Replays the stored response of an earlier request with the same `Idempotency-Key`. */
export function sendStoredResponse(res: Response, { status, body, headers }: StoredResponse): void {
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Idempotent-Replayed', 'true');
  if (body !== null) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(body ?? undefined);
}
