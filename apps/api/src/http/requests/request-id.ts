import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Origin } from '@wfp/shared';
import type { Request, Response } from 'express';
import { findClientAddress } from './client-address.ts';

/** Accepted values of a client's `X-Request-Id`; other values are replaced. */
const safeId = /^[A-Za-z0-9._-]{1,64}$/;

/** Uses the client's request id or generates one, and sets the response header. */
export function assignRequestId(req: IncomingMessage, res: ServerResponse): string {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && safeId.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', id);
  return id;
}

/** The origin of a request as recorded in the audit log. */
export function originOf(req: Request, res: Response): Origin {
  return {
    request_id: String(res.getHeader('X-Request-Id')),
    ip: findClientAddress(req),
    user_agent: req.headers['user-agent']?.slice(0, 500).toWellFormed() ?? null,
  };
}
