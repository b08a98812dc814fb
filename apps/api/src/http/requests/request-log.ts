import { isTracing, loggableUrl, type Platform, traceIds } from '@wfp/shared';
import type { RequestHandler } from 'express';
import { assignRequestId } from './request-id.ts';
import { measureRequests } from './request-metrics.ts';
import { getSpan } from './request-trace.ts';

/**
 * Gives each request its id, and logs one line and counts it when its answer is out. A middleware of its own because
 * the ready-made one makes a child logger and serializers for every request: a tenth of what a create costs.
 */
export function requestLog(platform: Platform): RequestHandler {
  // The line holds fixed fields with a cleaned URL: nothing in it needs to be searched for secrets.
  const log = platform.log.child({}, { redact: { paths: [] } });
  const measured = measureRequests(platform.metrics);
  return (req, res, next) => {
    const begun = performance.now();
    measured.begin();
    const request_id = assignRequestId(req, res);
    const { method, originalUrl } = req;
    res.once('close', () => {
      const ms = performance.now() - begun;
      measured.end(res, ms);
      const line = {
        request_id,
        method,
        url: loggableUrl(originalUrl),
        status: res.statusCode,
        ms: Math.round(ms),
      };
      // The span is not the active one any more.
      if (isTracing()) Object.assign(line, traceIds(getSpan(res)));
      if (!res.writableFinished) log.info(line, 'The client went away');
      else if (res.statusCode >= 500) log.error(line, 'A request failed');
      else log.info(line, 'Request');
    });
    next();
  };
}
