import type { Browser, CDPSession, Page } from 'playwright-core';

/** Measures in the page: when the first card appeared, which it reports at once, and how long its tasks took. */
const observers = `
  window.measured = { longestTaskMs: 0 };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main section ul a')) return;
    observer.disconnect();
    reportCards(String(performance.now()));
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) measured.longestTaskMs = Math.max(measured.longestTaskMs, duration);
  }).observe({ type: 'longtask' });`;

/** A page of the application in which the owner of an organization is signed in. */
export interface AdminPage {
  /** Loads a page with the processor and the connection of a phone; from the caches of the browser unless it is cold. */
  start(path: string, isCold: boolean): Promise<{ ms: number; requests: number }>;
  /** Opens a page as a link does. */
  open(path: string): Promise<void>;
  /** The id of the first record of the list. */
  firstId(): Promise<number>;
  /** Waits for a text in the list, and returns when it was there, in milliseconds since 1970. */
  shownAt(text: string): Promise<number>;
  /** Waits for a cell of the list with a text. */
  untilCell(text: string): Promise<void>;
  /** Counts requests to the API and times tasks of the page while a function runs. */
  watch(run: () => Promise<void>): Promise<{ requests: number; longestTaskMs: number }>;
  /** The size of the heap after a garbage collection. */
  heapMb(): Promise<number>;
}

/** 10 Mbit/s and 40 ms. */
const connection = {
  offline: false,
  latency: 40,
  downloadThroughput: 1_250_000,
  uploadThroughput: 1_250_000,
};
const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

export async function openAdminPage(browser: Browser, url: string, slug: string): Promise<AdminPage> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'reportCards' });
  await page.addInitScript(observers);
  await page.goto(`/login?organization=${slug}`);
  await page.getByLabel('Email').fill('owner@example.test');
  await page.getByLabel('Password').fill('a perfectly fine password');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('[data-state=live]').waitFor();
  return {
    start: (path, isCold) => start(page, cdp, `/${slug}${path}`, isCold),
    open: async (path) => {
      await page.evaluate(`history.pushState({}, '', '/${slug}${path}')`);
      await page.locator('main table, main form').first().waitFor();
    },
    firstId: async () => {
      const path = await page.locator('main td a').first().getAttribute('href');
      return Number(path?.split('/').at(-1));
    },
    shownAt: (text) => page.evaluate<number>(`(${shownAt})(${JSON.stringify(text)})`),
    untilCell: (text) => untilCell(page, text),
    watch: (run) => watch(page, run),
    heapMb: async () => {
      await cdp.send('HeapProfiler.collectGarbage');
      const { usedSize } = await cdp.send('Runtime.getHeapUsage');
      return usedSize / 1_000_000;
    },
  };
}

async function start(page: Page, cdp: CDPSession, path: string, isCold: boolean) {
  if (isCold) await cdp.send('Network.clearBrowserCache');
  await cdp.send('Network.emulateNetworkConditions', connection);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  let loading = '';
  const begun: number[] = [];
  // The page before sends requests, too, until it is left.
  const begin = ({ type, wallTime, loaderId }: { type?: string; wallTime: number; loaderId: string }) => {
    if (type === 'Document') loading = loaderId;
    if (loaderId === loading || !loaderId) begun.push(wallTime * 1_000);
  };
  cdp.on('Network.requestWillBeSent', begin);
  // A locator would evaluate a large script of the driver in the page, which takes 70 to 90 ms of this processor.
  const cards = new Promise<number>((resolve, reject) => {
    cdp.once('Runtime.bindingCalled', ({ payload }) => resolve(Number(payload)));
    setTimeout(() => reject(new Error('The board has no card after 30 s')), 30_000).unref();
  });
  await page.goto(path, { waitUntil: 'commit' });
  const ms = await cards;
  const cardsAt = ms + (await page.evaluate<number>('performance.timeOrigin'));
  const requests = begun.filter((at) => at <= cardsAt).length;
  cdp.off('Network.requestWillBeSent', begin);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await cdp.send('Network.emulateNetworkConditions', unlimited);
  return { ms, requests };
}

/** Runs in the page. */
const shownAt = `(text) => new Promise((resolve) => {
  const look = () => document.querySelector('main table').textContent.includes(text) && resolve(Date.now());
  new MutationObserver(look).observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true });
})`;

/** Looks for texts only: computing the names of cells for assistive technology, as `getByRole` does, would be the longest task. */
async function untilCell(page: Page, text: string): Promise<void> {
  const texts = "[...document.querySelectorAll('main td')].map((cell) => cell.textContent)";
  const deadline = performance.now() + 30_000;
  while (!(await page.evaluate<string[]>(texts)).includes(text)) {
    if (performance.now() > deadline) throw new Error(`The list has no cell with the text ${text}`);
    await page.waitForTimeout(100);
  }
}

async function watch(page: Page, run: () => Promise<void>) {
  let requests = 0;
  const count = (request: { url(): string }) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests += 1;
  };
  await page.evaluate('measured.longestTaskMs = 0');
  page.on('request', count);
  await run();
  // Loads after a burst are made every two seconds.
  await page.waitForTimeout(5_000);
  page.off('request', count);
  return { requests, longestTaskMs: await page.evaluate<number>('measured.longestTaskMs') };
}
