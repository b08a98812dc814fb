import { isTracing, loggableUrl, type Platform, traceIds } from '@wfp/shared';
import type { RequestHandler } from 'express';
import { assignRequestId } from './request-id.ts';
import { measureRequests } from './request-metrics.ts';
import { getSpan } from './request-trace.ts';

/**
 * Assigns the request id; logs and measures each request when its response is complete. Not pino-http: that creates a
 * child logger and serializers per request, which adds a tenth to the cost of a create.
 */
export function requestLog(platform: Platform): RequestHandler {
  // The fields are fixed and the URL is already redacted, so path-based redaction is unnecessary.
  const log = platform.log.child({}, { redact: { paths: [] } });
  const measured = measureRequests(platform.metrics);
  return (req, res, next) => {
    const startedAt = performance.now();
    measured.begin();
    const request_id = assignRequestId(req, res);
    const { method, originalUrl } = req;
    res.once('close', () => {
      const ms = performance.now() - startedAt;
      measured.end(res, ms);
      const line = {
        request_id,
        method,
        url: loggableUrl(originalUrl),
        status: res.statusCode,
        ms: Math.round(ms),
      };
      // The span is no longer active at this point, so it is taken from the response.
      if (isTracing()) Object.assign(line, traceIds(getSpan(res)));
      if (!res.writableFinished) log.info(line, 'Client disconnected');
      else if (res.statusCode >= 500) log.error(line, 'Request failed');
      else log.info(line, 'Request');
    });
    next();
  };
}
