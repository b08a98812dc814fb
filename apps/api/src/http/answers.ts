import type { StoredAnswer } from '@wfp/shared/idempotency';
import type { Request, Response } from 'express';
import { entityTagOf, isKnown } from './requests/versions.ts';

/** Answers with JSON and its entity tag; with 304 and no body where the client has it; without a body for undefined. */
export function sendAnswer(req: Request, res: Response, status: number, result: unknown): void {
  res.statusCode = status;
  if (result === undefined) {
    res.end();
    return;
  }
  const text = JSON.stringify(result);
  const tag = entityTagOf(result, text);
  res.setHeader('ETag', tag);
  if (req.method === 'GET' && isKnown(req, tag)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(text);
}

/** Sends the stored answer to a request with the same Idempotency-Key. */
export function sendStored(res: Response, { status, body }: StoredAnswer): void {
  res.statusCode = status;
  res.setHeader('Idempotent-Replayed', 'true');
  if (body !== null) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.end(body ?? undefined);
}
