import { AppError, type Area, createOpenApiDocument, type listServers } from '@wfp/shared';
import express, { type Request, type Response, type Router } from 'express';
import { type Asset, createAsset, immutableCache, revalidatedCache, sendAsset } from '../http/asset.ts';
import { countByAddress } from '../http/limits/count-by-address.ts';
import type { RateLimits } from '../http/limits/rate-limits.ts';
import { setRoute } from '../http/requests/request-metrics.ts';
import { pagePolicy, readBundle, readStart, renderPage } from './page.ts';

const html = 'text/html; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';

const jsonRoute = { method: 'GET', template: '/docs.json' };
const pageRoute = { method: 'GET', template: '/docs' };
const rootRoute = { method: 'GET', template: '/api' };
const scriptRoute = { method: 'GET', template: '/docs/:script' };

/** First path segments below `/api` that this router serves. */
export const docsPaths = ['/', '/docs', '/docs.json'];

interface Page {
  page: Asset;
  scripts: ReadonlyMap<string, Asset>;
}

/**
 * Serves the OpenAPI document at `/docs.json` and the reference page at `/docs`, without authentication; requests are
 * counted per address. Both are built on the first request and cached for the lifetime of the process.
 */
export function createDocsRouter(
  areas: readonly Area[],
  servers: ReturnType<typeof listServers>,
  limits: RateLimits,
): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  router.use(countByAddress(limits));
  const description = memoize(() =>
    createAsset(json, JSON.stringify(createOpenApiDocument(areas, servers)), revalidatedCache),
  );
  const reference = memoize(makePage);
  router.get('/', (req, res) => {
    setRoute(res, rootRoute);
    redirectToReference(req, res);
  });
  router.get('/docs.json', async (req, res) => {
    setRoute(res, jsonRoute);
    sendAsset(req, res, await description());
  });
  router.get('/docs', async (req, res) => {
    setRoute(res, pageRoute);
    const { page } = await reference();
    res.setHeader('Content-Security-Policy', pagePolicy);
    sendAsset(req, res, page);
  });
  router.get('/docs/:script', async (req, res) => {
    setRoute(res, scriptRoute);
    const script = (await reference()).scripts.get(req.params.script);
    if (!script) throw new AppError('not_found', 'No such path');
    sendAsset(req, res, script);
  });
  router.all(['/', '/docs.json', '/docs', '/docs/:script'], (req) => {
    throw new AppError('method_not_allowed', `${req.method} is not allowed on this path`, {
      headers: { Allow: 'GET, HEAD' },
    });
  });
  return router;
}

/**
 * Redirects the root of the service or of the API to the reference. The location is relative, so that it works behind a
 * proxy that adds a path prefix.
 */
export function redirectToReference({ originalUrl }: Request, res: Response): void {
  const [path] = originalUrl.split('?');
  const location = path === '/' || path === '/api' ? 'api/docs' : 'docs';
  res.writeHead(302, { Location: location }).end();
}

async function makePage(): Promise<Page> {
  const [bundle, start] = await Promise.all([
    readBundle().then((bytes) => createAsset(javascript, bytes, immutableCache)),
    readStart().then((bytes) => createAsset(javascript, bytes, immutableCache)),
  ]);
  const names = [`reference-${bundle.digest}.js`, `start-${start.digest}.js`] as const;
  return {
    page: await createAsset(html, renderPage(...names), revalidatedCache),
    scripts: new Map([
      [names[0], bundle],
      [names[1], start],
    ]),
  };
}

/** Calls `make` on first use and caches its result. A failure is not cached. */
function memoize<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
