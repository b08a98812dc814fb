import type { HistogramSeries, Metrics } from '@wfp/shared';
import type { Response } from 'express';

/** What an endpoint is called in metrics and traces: its template, never the path that was asked for. */
export interface Route {
  method: string;
  template: string;
}

/** Remembers which endpoint a request came to. */
export function setRoute(res: Response, route: Route): void {
  res.locals.route = route;
}

/** The endpoint that a request came to; undefined where it came to none. */
export function getRoute(res: Response): Route | undefined {
  return res.locals.route;
}

/** Of what never came to an endpoint, whatever its path and method were: somebody else chose those. */
const unmatched = { method: 'other', template: 'unmatched' };

interface RequestMetrics {
  begin(): void;
  end(res: Response, ms: number): void;
}

/** Counts requests by endpoint and class of status, and those under way. */
export function measureRequests(metrics: Metrics): RequestMetrics {
  let underWay = 0;
  metrics.gauge({
    name: 'wfp_http_requests_in_flight',
    help: 'Requests that are being answered. An event stream counts until it is open.',
    read: () => underWay,
  });
  const durations = metrics.histogram({
    name: 'wfp_http_request_duration_seconds',
    help: 'How long requests took until their answer was out, by endpoint and class of status.',
    labels: ['method', 'route', 'status'],
  });
  const known = new WeakMap<Route, HistogramSeries[]>();
  return {
    begin: () => {
      underWay += 1;
    },
    end: (res, ms) => {
      underWay -= 1;
      const route = getRoute(res) ?? unmatched;
      const status = statusClass(res);
      const byClass = known.get(route) ?? [];
      const duration = byClass[status];
      if (duration) return duration.observe(ms / 1_000);
      const made = durations.labels(route.method, route.template, classes[status] ?? 'other');
      made.observe(ms / 1_000);
      byClass[status] = made;
      known.set(route, byClass);
    },
  };
}

/** `gone`: the client did not wait for the answer. */
const classes = ['gone', '1xx', '2xx', '3xx', '4xx', '5xx'];

function statusClass(res: Response): number {
  return res.writableFinished ? Math.floor(res.statusCode / 100) : 0;
}
