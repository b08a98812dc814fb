import { type Caller, parentFrom, type Span, startSpan, withSpan } from '@wfp/shared';
import type { RequestHandler, Response } from 'express';
import { getRoute } from './request-metrics.ts';

/** The span of a request, for what is written of it when nothing is active any more. */
export function getSpan(res: Response): Span | undefined {
  return res.locals.span;
}

/** Notes who is calling: the organization and how they proved who they are. */
export function setCallerAttributes(res: Response, { org_id, credential }: Caller): void {
  getSpan(res)?.setAttributes({ 'workforce.org_id': org_id, 'workforce.credential': credential.kind });
}

/**
 * Gives each request a span, which goes on from the caller's where it sends one (`traceparent`). It has the endpoint's
 * template and never the path: that may hold what is nobody else's business.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  // Asked every few seconds by whoever watches the process.
  if (req.url === '/api/health') return next();
  const span = startSpan(req.method, { kind: 'SERVER', parent: parentFrom(req.headers) });
  res.locals.span = span;
  res.once('close', () => {
    const route = getRoute(res);
    const method = route && route.method !== 'other' ? route.method : req.method;
    span.updateName(`${method} ${route?.template ?? 'unmatched'}`);
    span.setAttributes({
      'http.request.method': req.method,
      'http.response.status_code': res.statusCode,
      'workforce.request_id': String(res.getHeader('X-Request-Id')),
      ...(route ? { 'http.route': route.template } : {}),
    });
    // Of a client that went away nobody knows what the answer would have been.
    if (res.statusCode >= 500) span.setStatus({ code: 2 });
    span.end();
  });
  withSpan(span, next);
};
