import { AppError, type Area, type Endpoint, isTracing } from '@wfp/shared';
import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { createDocsRouter, docsPaths } from '../docs/docs.ts';
import { errorHandler } from './errors.ts';
import { crossOrigin } from './headers/cross-origin.ts';
import { createPipeline, type PipelineDependencies } from './pipeline.ts';
import { requestLog } from './requests/request-log.ts';
import { type Route, setRoute } from './requests/request-metrics.ts';
import { rejectAmbiguous } from './requests/request-smuggling.ts';
import { traceRequests } from './requests/request-trace.ts';
import { retryOnUnavailable } from './server/retry-later.ts';

/** The HTTP application: every endpoint of every area behind the same pipeline. */
export function createApp(areas: readonly Area[], parts: PipelineDependencies): Express {
  const { platform } = parts;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set(
    'trust proxy',
    platform.config.TRUSTED_PROXIES === '' ? false : platform.config.TRUSTED_PROXIES.split(','),
  );
  app.use(requestLog(platform));
  if (isTracing()) app.use(traceRequests);
  app.use(securityHeaders(platform.config.NODE_ENV === 'production'));
  app.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    next();
  });
  app.use(rejectAmbiguous);
  app.use(crossOrigin(platform.config.CORS_ORIGINS));
  app.use(
    '/api',
    mount(
      areas.flatMap((area) => area.endpoints ?? []),
      parts,
      createDocsRouter(areas, platform.config.PUBLIC_URL),
    ),
  );
  app.use(() => {
    throw new AppError('not_found', 'There is nothing at this path');
  });
  app.use(errorHandler(platform.log));
  return app;
}

/** For answers that are JSON and never a page: what matters to pages alone is left out. */
function securityHeaders(isProduction: boolean) {
  return helmet({
    // For a year; elsewhere the service is spoken to without TLS, on hosts that other things use too.
    strictTransportSecurity: isProduction ? { maxAge: 365 * 24 * 3600, includeSubDomains: true } : false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

/**
 * A router for each first part of a path, found at once: Express tries its routes one after the other, and
 * there are hundreds.
 */
function mount(endpoints: readonly Endpoint[], parts: PipelineDependencies, docs: Router): RequestHandler {
  const groups = Map.groupBy(endpoints, ({ path }) => firstSegment(path));
  const routers = new Map([...groups].map(([part, those]) => [part, createRouter(those, parts)]));
  for (const part of docsPaths) routers.set(part, docs);
  return (req, res, next) => {
    const router = routers.get(firstSegment(req.url));
    if (router) router(req, res, next);
    else next();
  };
}

/** `/tasks` of `/tasks/7?limit=1`. */
function firstSegment(url: string): string {
  const end = url.slice(1).search(/[/?]/);
  return end === -1 ? url : url.slice(0, end + 1);
}

function createRouter(endpoints: readonly Endpoint[], parts: PipelineDependencies): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  for (const [path, same] of groupByPath(endpoints)) {
    for (const one of same) {
      const serve = withRoute(
        { method: one.method.toUpperCase(), template: `/api${path}` },
        createPipeline(one, parts),
      );
      router[one.method](path, one.kind === 'stream' ? retryOnUnavailable(serve, parts) : serve);
    }
    const allow = same
      .flatMap((one) => (one.method === 'get' ? ['GET', 'HEAD'] : [one.method.toUpperCase()]))
      .join(', ');
    const otherwise = { method: 'other', template: `/api${path}` };
    router.all(path, (req, res) => {
      setRoute(res, otherwise);
      throw new AppError('method_not_allowed', `${req.method} is not offered here`, {
        headers: { Allow: allow },
      });
    });
  }
  return router;
}

function withRoute(route: Route, serve: RequestHandler): RequestHandler {
  return (req, res, next) => {
    setRoute(res, route);
    return serve(req, res, next);
  };
}

/** Endpoints by path, literal paths before those with parameters: `/users/me` before `/users/:id`. */
function groupByPath(endpoints: readonly Endpoint[]): [string, Endpoint[]][] {
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? '~' : part))
      .join('/');
  return [...Map.groupBy(endpoints, (one) => one.path)].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}
