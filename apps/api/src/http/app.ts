import { AppError, type Area, type Endpoint, isTracing, listServers, rejectAmbiguous } from '@wfp/shared';
import express, { type Express, type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import type { AdminFiles } from '../admin/admin-files.ts';
import { createAdminRouter } from '../admin/admin-router.ts';
import { createDocsRouter, docsPaths, redirectToReference } from '../docs/docs.ts';
import { errorHandler } from './errors.ts';
import { crossOrigin } from './headers/cross-origin.ts';
import { countByAddress } from './limits/count-by-address.ts';
import { createPipeline, type PipelineDependencies } from './pipeline.ts';
import { requestLog } from './requests/request-log.ts';
import { type Route, setRoute } from './requests/request-metrics.ts';
import { traceRequests } from './requests/request-trace.ts';
import { retryOnUnavailable } from './server/retry-later.ts';

/**
 * Creates the Express application that serves every endpoint of all areas through the same pipeline.
 *
 * @param admin the admin application; by default, only the API is served
 */
export function createApp(
  areas: readonly Area[],
  dependencies: PipelineDependencies,
  admin: AdminFiles | null = null,
): Express {
  const { platform } = dependencies;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('case sensitive routing');
  app.disable('query parser');
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
  app.use((req, res, next) => {
    if (!rejectAmbiguous(req, res)) next();
  });
  app.use(crossOrigin(platform.config.CORS_ORIGINS));
  app.use(
    '/api',
    mount(
      areas.flatMap((area) => area.endpoints ?? []),
      dependencies,
      createDocsRouter(
        areas,
        listServers(platform.config.PUBLIC_URL, platform.config.PORT),
        dependencies.limits,
      ),
    ),
  );
  if (admin) app.use(createAdminRouter(admin, dependencies.limits));
  app.use(countByAddress(dependencies.limits), (req, res) => {
    if (req.path === '/' && (req.method === 'GET' || req.method === 'HEAD'))
      return redirectToReference(req, res);
    throw new AppError('not_found', 'No such path');
  });
  app.use(errorHandler(platform.log));
  return app;
}

/**
 * Sets security headers. `Content-Security-Policy` and `X-Frame-Options` protect against a browser that renders a
 * response; other headers that only affect HTML pages are off.
 */
function securityHeaders(isProduction: boolean) {
  return helmet({
    // Sent only in production: elsewhere the service is used without TLS, on hosts that also serve other applications.
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

/** Dispatches by the first path segment: Express tries its routes in sequence, and there are hundreds. */
function mount(
  endpoints: readonly Endpoint[],
  dependencies: PipelineDependencies,
  docs: Router,
): RequestHandler {
  const groups = Map.groupBy(endpoints, ({ path }) => firstSegment(path));
  const routers = new Map(
    [...groups].map(([segment, group]) => [segment, createRouter(group, dependencies)]),
  );
  for (const segment of docsPaths) routers.set(segment, docs);
  return (req, res, next) => {
    const router = routers.get(firstSegment(req.url));
    if (router) router(req, res, next);
    else next();
  };
}

/** Returns `/tasks` for `/tasks/7?limit=1`. */
function firstSegment(url: string): string {
  const end = url.slice(1).search(/[/?]/);
  return end === -1 ? url : url.slice(0, end + 1);
}

function createRouter(endpoints: readonly Endpoint[], dependencies: PipelineDependencies): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  for (const [path, group] of groupByPath(endpoints)) {
    for (const endpoint of group) {
      const serve = withRoute(
        { method: endpoint.method.toUpperCase(), template: `/api${path}` },
        createPipeline(endpoint, dependencies),
      );
      router[endpoint.method](
        path,
        endpoint.kind === 'stream' ? retryOnUnavailable(serve, dependencies) : serve,
      );
    }
    const allow = group
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
      .join(', ');
    const unmatchedMethod = { method: 'other', template: `/api${path}` };
    router.all(path, countByAddress(dependencies.limits), (req, res) => {
      setRoute(res, unmatchedMethod);
      throw new AppError('method_not_allowed', `${req.method} is not allowed on this path`, {
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

/** Groups endpoints by path; literal segments sort before parameters (`/users/me` before `/users/:id`). */
function groupByPath(endpoints: readonly Endpoint[]): [string, Endpoint[]][] {
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (part.startsWith(':') ? '~' : part))
      .join('/');
  return [...Map.groupBy(endpoints, ({ path }) => path)].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}
