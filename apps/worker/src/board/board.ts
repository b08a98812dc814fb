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
  // What the dashboard would load from elsewhere, a font, it does without.
  'content-security-policy': [
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    "font-src 'self' data:; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** The queue dashboard at `/queues`, behind a sign-in for those who are named in `OPERATORS`. */
export function createQueueBoard(platform: Platform, bells: Pick<LaneQueues, 'queues'>): Handler {
  const desk = new SignInQueue(platform);
  let dashboards: Promise<Dashboards> | null = null;
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    if (!isSafeMethod(req) && !isSameOrigin(req))
      return sendJson(res, 403, { error: 'Sent from another site' });
    const path = req.url?.split('?')[0] ?? '';
    if (path === '/queues/sign-in') return signIn(req, res, platform, desk);
    const operator = findSessionOperator(platform.config, req.headers.cookie);
    if (!operator) return redirectToSignIn(req, res);
    if (path === '/queues/sign-out') return signOut(req, res, platform, operator);
    if (!isSafeMethod(req) && !(await authorizeAction(req, res, platform, operator, path))) return;
    // Most workers never show it, and what draws it takes a while to load.
    dashboards ??= import('./dashboards.ts').then(({ createDashboards }) => createDashboards(bells.queues));
    const dashboard = (await dashboards)[operator.role];
    dashboard(req, res);
  };
  return (req, res) => {
    serve(req, res).catch((error: unknown) => {
      platform.log.error({ err: error }, 'The queue dashboard could not answer');
      if (!res.headersSent) sendJson(res, 503, { error: 'Not now; try again' });
    });
  };
}

function isSafeMethod({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Browsers say where a request that changes something comes from; what says nothing is no browser of an operator. */
function isSameOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

function redirectToSignIn(req: IncomingMessage, res: ServerResponse): void {
  if (req.url?.startsWith('/queues/api/')) sendJson(res, 401, { error: 'Sign in at /queues' });
  else res.writeHead(303, { location: '/queues/sign-in' }).end();
}

async function signIn(req: IncomingMessage, res: ServerResponse, platform: Platform, desk: SignInQueue) {
  if (isSafeMethod(req)) return signInPage(res, 200);
  const outcome = await desk.signIn(req);
  if ('operator' in outcome) {
    res.setHeader('set-cookie', sessionCookie(platform.config, outcome.operator));
    res.writeHead(303, { location: '/queues' }).end();
  } else if (outcome.refused === 'wrong') signInPage(res, 401, 'Name or password are wrong.');
  else {
    res.setHeader('retry-after', '60');
    signInPage(res, 429, 'That was too often. Wait a minute.');
  }
}

async function signOut(req: IncomingMessage, res: ServerResponse, platform: Platform, operator: Operator) {
  if (isSafeMethod(req)) return signOutPage(res, operator.name, operator.role);
  const ip = req.socket.remoteAddress ?? null;
  await recordOperatorAction(platform, { operator: operator.name, action: 'sign out', outcome: 'done', ip });
  res.setHeader('set-cookie', expiredCookie(platform.config));
  res.writeHead(303, { location: '/queues/sign-in' }).end();
}

/** Puts what somebody wants to change on record, before it is changed; refuses what is not theirs to change. */
async function authorizeAction(
  req: IncomingMessage,
  res: ServerResponse,
  platform: Platform,
  { name, role }: Operator,
  path: string,
): Promise<boolean> {
  const known: Action | null = parseAction(req.method, path);
  const isAllowed = known !== null && role === 'operator';
  const ip = req.socket.remoteAddress ?? null;
  const action = known ?? { action: 'something else', queue: null, job: null };
  const outcome = isAllowed ? 'asked' : 'refused';
  await recordOperatorAction(platform, { operator: name, ...action, outcome, ip });
  const noted = { operator: name, ...action, ip };
  if (isAllowed) {
    res.once('close', () => platform.log.info({ ...noted, status: res.statusCode }, 'An operator acts'));
    return true;
  }
  platform.log.warn(noted, 'An operator was kept from something');
  const error = role === 'operator' ? 'This is not offered here' : 'You may look, and change nothing';
  sendJson(res, 403, { error });
  return false;
}
