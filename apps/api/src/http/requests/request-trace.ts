import { type Caller, parentFrom, type Span, startSpan, withSpan } from '@wfp/shared';
import type { RequestHandler, Response } from 'express';
import { getRoute } from './request-metrics.ts';

/** Returns the span of a request where it is no longer the active one. */
export function getSpan(res: Response): Span | undefined {
  return res.locals.span;
}

/** Adds organization and credential type to the span. */
export function setCallerAttributes(res: Response, { org_id, credential }: Caller): void {
  getSpan(res)?.setAttributes({ 'workforce.org_id': org_id, 'workforce.credential': credential.kind });
}

/**
 * Starts a span for each request, as a child of the caller's `traceparent` if present. The span has the path template, not
 * the path, which may contain personal data.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  // No span: health checks arrive every few seconds.
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
    if (res.statusCode >= 500) span.setStatus({ code: 2 });
    span.end();
  });
  withSpan(span, next);
};
