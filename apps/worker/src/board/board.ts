import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Platform, recordOperatorAction, sendJson } from '@wfp/shared';
import type { Operator } from '@wfp/shared/config';
import type { LaneQueues } from '@wfp/shared/queue';
import { type Action, parseAction } from './actions.ts';
import type { Dashboards } from './dashboards.ts';
import { signInPage, signOutPage } from './pages.ts';
import { expiredCookie, findSessionOperator, sessionCookie } from './session.ts';
import { SignInQueue } from './sign-in.ts';

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

const headers = {
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "font-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves the queue dashboard at `/queues`, with sign-in for the accounts in `OPERATORS`. */
export function createQueueBoard(platform: Platform, laneQueues: Pick<LaneQueues, 'queues'>): Handler {
  const signInQueue = new SignInQueue(platform);
  let dashboards: Promise<Dashboards> | null = null;
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (!isSafeMethod(req) && !isSameOrigin(req))
      return sendJson(res, 403, { error: 'Cross-site requests are not allowed' });
    const path = req.url?.split('?')[0] ?? '';
    if (path === '/queues/sign-in') return signIn(req, res, platform, signInQueue);
    const operator = findSessionOperator(platform.config, req.headers.cookie);
    if (!operator) return redirectToSignIn(req, res);
    if (path === '/queues/sign-out') return signOut(req, res, platform, operator);
    if (!isSafeMethod(req) && !(await authorizeAction(req, res, platform, operator, path))) return;
    // Loaded on first use: it is slow to load, and most workers never serve it.
    dashboards ??= import('./dashboards.ts').then(({ createDashboards }) =>
      createDashboards(laneQueues.queues),
    );
    const dashboard = (await dashboards)[operator.role];
    dashboard(req, res);
  };
  return (req, res) => {
    serve(req, res).catch((error: unknown) => {
      platform.log.error({ err: error }, 'Queue dashboard request failed');
      if (!res.headersSent) sendJson(res, 503, { error: 'Temporarily unavailable; try again' });
    });
  };
}

function isSafeMethod({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Requires `Origin`: browsers send it with every unsafe request. */
function isSameOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

function redirectToSignIn(req: IncomingMessage, res: ServerResponse): void {
  if (req.url?.startsWith('/queues/api/')) sendJson(res, 401, { error: 'Not signed in; sign in at /queues' });
  else res.writeHead(303, { location: '/queues/sign-in' }).end();
}

async function signIn(
  req: IncomingMessage,
  res: ServerResponse,
  platform: Platform,
  signInQueue: SignInQueue,
) {
  if (isSafeMethod(req)) return signInPage(res, 200);
  const outcome = await signInQueue.signIn(req);
  if ('operator' in outcome) {
    res.setHeader('set-cookie', sessionCookie(platform.config, outcome.operator));
    res.writeHead(303, { location: '/queues' }).end();
  } else if (outcome.rejected === 'invalid') signInPage(res, 401, 'Wrong name or password.');
  else if (outcome.rejected === 'too_large') {
    // The unread rest of the form is not parsed as another request.
    res.setHeader('connection', 'close');
    signInPage(res, 413, 'The form is too large.');
  } else {
    res.setHeader('retry-after', '60');
    signInPage(res, 429, 'Too many attempts. Try again in a minute.');
  }
}

async function signOut(req: IncomingMessage, res: ServerResponse, platform: Platform, operator: Operator) {
  if (isSafeMethod(req)) return signOutPage(res, operator.name, operator.role);
  const ip = req.socket.remoteAddress ?? null;
  await recordOperatorAction(platform, { operator: operator.name, action: 'sign out', outcome: 'done', ip });
  res.setHeader('set-cookie', expiredCookie(platform.config));
  res.writeHead(303, { location: '/queues/sign-in' }).end();
}

/** Records the requested change before it happens, and rejects it with 403 if it is not allowed for the role. */
async function authorizeAction(
  req: IncomingMessage,
  res: ServerResponse,
  platform: Platform,
  { name, role }: Operator,
  path: string,
): Promise<boolean> {
  const requested: Action | null = parseAction(req.method, path);
  const isAllowed = requested !== null && role === 'operator';
  const ip = req.socket.remoteAddress ?? null;
  const action = requested ?? { action: 'something else', queue: null, job: null };
  const outcome = isAllowed ? 'asked' : 'refused';
  await recordOperatorAction(platform, { operator: name, ...action, outcome, ip });
  const logFields = { operator: name, ...action, ip };
  if (isAllowed) {
    res.once('close', () => platform.log.info({ ...logFields, status: res.statusCode }, 'Operator action'));
    return true;
  }
  platform.log.warn(logFields, 'Operator action rejected');
  const error = role === 'operator' ? 'This action is not allowed' : 'The role viewer is read-only';
  sendJson(res, 403, { error });
  return false;
}
