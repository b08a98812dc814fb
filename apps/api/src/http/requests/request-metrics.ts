import type { HistogramSeries, Metrics } from '@wfp/shared';
import type { Response } from 'express';

/** Identifies an endpoint in metrics and traces by its path template, never by the requested path (cardinality). */
export interface Route {
  method: string;
  template: string;
}

export function setRoute(res: Response, route: Route): void {
  res.locals.route = route;
}

/** Returns undefined if the request matched no endpoint. */
export function getRoute(res: Response): Route | undefined {
  return res.locals.route;
}

/** Requests that matched no endpoint: their path and method are user input and must not become labels. */
const unmatched = { method: 'other', template: 'unmatched' };

interface RequestMetrics {
  begin(): void;
  end(res: Response, ms: number): void;
}

/** Registers metrics of request durations and of requests in flight. */
export function measureRequests(metrics: Metrics): RequestMetrics {
  let inFlight = 0;
  metrics.gauge({
    name: 'wfp_http_requests_in_flight',
    help: 'Requests in progress. An event stream is counted only until it has opened.',
    read: () => inFlight,
  });
  const durations = metrics.histogram({
    name: 'wfp_http_request_duration_seconds',
    help: 'Request duration until the response was sent, by endpoint and status class.',
    labels: ['method', 'route', 'status'],
  });
  const seriesByRoute = new WeakMap<Route, HistogramSeries[]>();
  return {
    begin: () => {
      inFlight += 1;
    },
    end: (res, ms) => {
      inFlight -= 1;
      const route = getRoute(res) ?? unmatched;
      const status = statusClass(res);
      const byClass = seriesByRoute.get(route) ?? [];
      const existing = byClass[status];
      if (existing) return existing.observe(ms / 1_000);
      const series = durations.labels(route.method, route.template, classes[status] ?? 'other');
      series.observe(ms / 1_000);
      byClass[status] = series;
      seriesByRoute.set(route, byClass);
    },
  };
}

/** `gone`: the client disconnected before the response was complete. */
const classes = ['gone', '1xx', '2xx', '3xx', '4xx', '5xx'];

function statusClass(res: Response): number {
  return res.writableFinished ? Math.floor(res.statusCode / 100) : 0;
}
