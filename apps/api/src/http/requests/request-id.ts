import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '@wfp/shared';
import type { Request, Response } from 'express';

/** What a caller may send as its own request id; anything else is replaced. */
const safeId = /^[A-Za-z0-9._-]{1,64}$/;

/** Takes the caller's request id or makes one, and answers with it. */
export function assignRequestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && safeId.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  return id;
}

/** Where a request came from, for the audit log. */
export function originOf(req: Request, res: Response): Origin {
  return {
    request_id: String(res.getHeader('X-Request-Id')),
    ip: req.ip ?? null,
    user_agent: req.headers['user-agent']?.slice(0, 500).toWellFormed() ?? null,
  };
}
