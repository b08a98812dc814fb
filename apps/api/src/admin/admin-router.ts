import { OrgSlug } from '@wfp/areas';
import { AppError } from '@wfp/shared';
import type { RequestHandler } from 'express';
import { sendAsset } from '../http/asset.ts';
import type { RateLimits } from '../http/limits/rate-limits.ts';
import { originOf } from '../http/requests/request-id.ts';
import { type Route, setRoute } from '../http/requests/request-metrics.ts';
import type { AdminFiles } from './admin-files.ts';

/** The page may load only from its own origin, contains no inline script or style, and cannot be framed. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types wfp',
].join('; ');

/** Browser features that the page may not use. The browser reports names that it does not support on the console. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': pagePolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': [...deniedFeatures.map((name) => `${name}=()`), 'clipboard-write=(self)'].join(', '),
};

const page = (template: string): Route => ({ method: 'GET', template });
const assetRoute = page('/assets/:file');
const fixedPages = new Map(['/', '/login', '/signup'].map((path) => [path, page(path)]));
const authPage = page('/auth/*');
const organizationPage = page('/:org_slug/*');

/**
 * Serves the admin application without authentication; requests are counted per address. Its page is sent for every
 * path that the application may show, and for all organizations, whether they exist or not.
 */
export function createAdminRouter({ page, assets }: AdminFiles, limits: RateLimits): RequestHandler {
  return async (req, res, next) => {
    const route = findRoute(req.path);
    if (!route) return next();
    setRoute(res, route);
    await limits.countRequest(null, originOf(req, res), res);
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new AppError('method_not_allowed', `${req.method} is not allowed on this path`, {
        headers: { Allow: 'GET, HEAD' },
      });
    const asset = route === assetRoute ? assets.get(req.path.slice('/assets/'.length)) : page;
    if (!asset) throw new AppError('not_found', 'No such path');
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    sendAsset(req, res, asset);
  };
}

/** The route of a path; undefined if the application has no such path. */
function findRoute(path: string): Route | undefined {
  const fixed = fixedPages.get(path);
  if (fixed) return fixed;
  const [, first = '', second] = path.split('/', 3);
  if (first === 'assets') return assetRoute;
  if (first === 'auth') return second ? authPage : undefined;
  return OrgSlug.safeParse(first).success ? organizationPage : undefined;
}
