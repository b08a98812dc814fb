import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { freePort } from '@wfp/testing/free-port.ts';
import { maxStallMs } from '@wfp/testing/max-stall.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium as driver, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { requireBuiltAdmin } from '../../../scripts/testing/built-admin.ts';
import { headlessChromium } from '../../../scripts/testing/chromium.ts';
import { recordServedRequests, type ServedRequests } from './served-requests.ts';
import { type WorkerWatch, watchWorkers } from './worker-watch.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A service with the admin application, and a browser. */
export interface AdminBrowser {
  service: TestService;
  /** Messages of the shared workers of all windows. */
  workers: WorkerWatch;
  /** Requests of pages and workers. */
  served: ServedRequests;
  /**
   * Opens a window with cookies and storage of its own.
   *
   * @param origin of the application; by default that of the service, otherwise that of a proxy that may cut connections
   */
  newWindow(width?: number, origin?: string): Promise<Window>;
  stop(): Promise<void>;
}

/** A browser window whose messages and requests are recorded. */
export interface Window {
  page: Page;
  /** Opens another tab, with the same cookies and storage. */
  newTab(): Promise<Page>;
  /** Requests to the API that were rejected, such as `POST /auth/login 401`, in order. */
  rejected: string[];
  /** Closes the window. Fails if a page wrote a console message, broke its policy or sent a request to another origin. */
  close(): Promise<void>;
}

/** @param settings of the service */
export async function startAdminBrowser(settings: Record<string, string> = {}): Promise<AdminBrowser> {
  const executablePath = await headlessChromium((line) => console.log(`tests: ${line}`));
  const debuggingPort = await freePort();
  const [service, browser] = await Promise.all([
    requireBuiltAdmin().then(() => startOwnService({ ADMIN_UI: 'on', ...settings })),
    driver.launch({ executablePath, args: [...flags, `--remote-debugging-port=${debuggingPort}`] }),
  ]);
  const workers = await watchWorkers(debuggingPort);
  const served = recordServedRequests(Number(new URL(service.url).port));
  return {
    service,
    workers,
    served,
    newWindow: (width = 1280, origin = service.url) =>
      openWindow(browser, workers, origin === service.url ? rejection : rejectionOrLoss, origin, width),
    stop: async () => {
      workers.close();
      served.stop();
      await browser.close();
      await service.stop();
    },
  };
}

async function openWindow(
  browser: Browser,
  workers: WorkerWatch,
  expected: RegExp,
  origin: string,
  width: number,
): Promise<Window> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, baseURL: origin });
  const problems: string[] = [];
  const rejected: string[] = [];
  context.setDefaultTimeout(maxStallMs);
  recordProblems(context, expected, origin, problems, rejected);
  const page = await context.newPage();
  return {
    page,
    newTab: () => context.newPage(),
    rejected,
    close: async () => {
      await context.close();
      expect([...problems, ...workers.problems]).toEqual([]);
    },
  };
}

const rejection = /^Failed to load resource: the server responded with a status of 4/;
/** Also requests without a response, in a window whose test cuts connections. */
const rejectionOrLoss = /^Failed to load resource: (?:the server responded with a status of 4|net::ERR_)/;

function recordProblems(
  context: BrowserContext,
  expected: RegExp,
  origin: string,
  problems: string[],
  rejected: string[],
): void {
  context.on('console', (message) => {
    // Chromium reports each rejected request, which `rejected` contains. Violations of the policy are console messages too.
    if (!expected.test(message.text())) problems.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(error.error().stack ?? error.error().message));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin) problems.push(`request to ${url.origin}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400)
      rejected.push(`${response.request().method()} ${pathname.replace(/^\/api/, '')} ${response.status()}`);
  });
}

/** Signs in on a new page, which leads to a page of the organization. */
export async function signInTo(page: Page, slug: string, { user }: Client, path: string): Promise<void> {
  await page.goto(`/login?organization=${slug}&to=${encodeURIComponent(`/${slug}${path}`)}`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
}

/** Expects that axe finds no serious or critical violation of accessibility rules. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  const violations = await page.evaluate<
    { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[]
  >("axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)");
  const severe = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(
    severe.map(({ id, nodes }) => [
      id,
      ...nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    ]),
  ).toEqual([]);
}

/** Expects that the page can be read without scrolling to the side. */
export async function expectNoSideways(page: Page): Promise<void> {
  const [scroll, client] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(scroll).toBeLessThanOrEqual(client);
}

/** Everything that scripts of the page can read and that outlives it: storage, cookies, address, title, history. */
export const readableState = (page: Page) =>
  page.evaluate<string>(
    `JSON.stringify([localStorage, sessionStorage, document.cookie, location.href, document.title, history.state,
      navigation.entries().map((entry) => [entry.url, entry.getState()])])`,
  );

/** The link of the latest mail of a kind. */
export interface MailedLink {
  /** Path and fragment. */
  path: string;
  token: string;
}

/**
 * Waits for a mail of a kind and returns the link in its text, which names the public address of the service.
 *
 * @param previous the link of an earlier mail
 */
export async function mailedLink(
  service: TestService,
  to: string,
  kind: string,
  previous?: MailedLink,
): Promise<MailedLink> {
  const { PUBLIC_URL } = service.config;
  const mail = await eventually(
    async () => (await service.mails(to)).findLast((one) => one.kind === kind),
    (one) => one !== undefined && (!previous || !one.text.includes(previous.token)),
  );
  const link = mail?.text.split('\n').find((line) => line.startsWith(`${PUBLIC_URL}/auth/`)) ?? '';
  const [, token = ''] = /#([\w-]{43})\//.exec(link) ?? [];
  expect(token, mail?.text).not.toBe('');
  return { path: link.slice(PUBLIC_URL.length), token };
}

/** Expects that no script can read the token of a link, and that the address has no fragment. */
export async function expectTaken(page: Page, { token }: MailedLink): Promise<void> {
  expect(new URL(page.url()).hash).toBe('');
  expect(await readableState(page)).not.toContain(token);
}
