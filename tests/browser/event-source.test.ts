import { createClient } from '@wfp/client';
import { type Client, createTestClient } from '@wfp/testing';
import { ignoreDropped } from '@wfp/testing/database.ts';
import { maxStallMs } from '@wfp/testing/max-stall.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import pg from 'pg';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headlessChromium } from '../../scripts/testing/chromium.ts';
import { type Cluster, createCluster, type Pod } from '../system/processes/processes.ts';
import { type Site, startSite } from './site.ts';
import { type SwitchingProxy, startSwitchingProxy } from './switching-proxy.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

interface PageState {
  seen: { lastEventId: string; record: { id: number; event_type: string } }[];
  resets: string[];
  states: string[];
}

let site: Site;
let proxy: SwitchingProxy;
let cluster: Cluster;
let database: pg.Pool;
let browser: Browser;
let pod: Pod;
let owner: Client;
let refreshToken: string;

beforeAll(async () => {
  site = await startSite();
  proxy = await startSwitchingProxy();
  cluster = await createCluster({ CORS_ORIGINS: originOf('127.0.0.1'), SSE_HEARTBEAT_SECONDS: '1' });
  database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 1 }).on('error', ignoreDropped);
  const log = (line: string) => console.log(`tests: ${line}`);
  // Installs the browser if it is missing.
  const executablePath = await headlessChromium(log);
  [browser, pod] = await Promise.all([
    driver.launch({ executablePath, args: flags }),
    cluster.startApi(),
    cluster.startWorker(),
  ]);
  proxy.pointAt(pod.port);
  const signup = await fetch(`${pod.url}/api/public/signup`, {
    method: 'POST',
    body: JSON.stringify({
      org_name: 'Browser',
      org_slug: 'browser',
      email: 'owner@example.test',
      password: 'a perfectly fine password',
      first_name: 'Olga',
      last_name: 'Owner',
    }),
  });
  const made = (await signup.json()) as Parameters<typeof createTestClient>[1] & { refresh_token: string };
  owner = createTestClient(proxy.url, made);
  refreshToken = made.refresh_token;
  await disablePrompts(owner);
});
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await cluster?.stop();
  await proxy?.stop();
  site?.stop();
});

function originOf(host: string): string {
  return `http://${host}:${site.port}`;
}

async function openPage(host: string, query: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(maxStallMs);
  const source = `${proxy.url}/api/events/stream?token=${owner.token}${query}`;
  await page.goto(`${originOf(host)}/#${encodeURIComponent(source)}`);
  return page;
}

/** Opens a page that streams with the client library. Its first access token is invalid, as if expired. */
async function openClientPage(refresh_token: string): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(maxStallMs);
  const given = { baseUrl: proxy.url, tokens: { access_token: 'expired', refresh_token } };
  await page.goto(`${originOf('127.0.0.1')}/client#${encodeURIComponent(JSON.stringify(given))}`);
  return page;
}

const readState = (page: Page) => page.evaluate<PageState>('({ seen, resets, states })');
const until = (page: Page, isThere: (now: PageState) => boolean) =>
  eventually(() => readState(page), isThere);

/** Creates tasks directly at the pod, bypassing the proxy. */
async function createTasks(count: number): Promise<void> {
  const direct = createTestClient(pod.url, { access_token: owner.token, user: owner.user });
  for (let made = 0; made < count; made += 1)
    expect((await direct.call('POST', '/tasks', { title: 'Seen in a browser' })).status).toBe(201);
}

const unnumbered = async () =>
  (await database.query('select count(*)::int as waiting from outbox')).rows[0].waiting as number;

async function logged(): Promise<{ lastEventId: string; id: number; event_type: string }[]> {
  const { rows } = await database.query(
    `select l.seq::text as "lastEventId", e.id::float8 as id, e.event_type from event_log l
    join events e on e.org_id = l.org_id and e.id = l.event_id where l.org_id = $1 order by l.seq`,
    [owner.user.org_id],
  );
  return rows;
}

/** Streams with the client library in this process, through the same proxy. */
function followInProcess(): { seen: PageState['seen']; resets: string[]; end(): Promise<void> } {
  const client = createClient({ baseUrl: proxy.url, tokens: { access_token: owner.token } });
  const stream = client.events({ after: 0, maxPauseMs: 500 });
  const [seen, resets]: [PageState['seen'], string[]] = [[], []];
  const over = (async () => {
    for await (const message of stream) {
      if (message.type === 'reset') resets.push(message.position);
      else seen.push({ lastEventId: message.position, record: message.event });
    }
  })();
  const end = () => {
    stream.close();
    return over;
  };
  return { seen, resets, end };
}

it('delivers exactly the logged events to EventSource and to the client across lost connections and pods', async () => {
  const page = await openPage('127.0.0.1', '&last_event_id=0');
  const clientPage = await openClientPage(refreshToken);
  // A refresh is not retried if its response is lost: wait for it before cutting connections.
  await until(clientPage, (now) => now.states.includes('open'));
  const inProcess = followInProcess();
  await createTasks(20);
  const { states } = await until(page, (now) => now.seen.length >= 20);
  expect(states).toEqual(['open']);

  // The connection is lost; events are written before the browser reconnects.
  proxy.pointAt(null);
  proxy.cut();
  await createTasks(15);
  await until(page, (now) => now.states.includes('lost'));
  proxy.pointAt(pod.port);
  await until(page, (now) => now.states.at(-1) === 'open');

  // The pod shuts down as in a deployment while events are written on its successor.
  const successor = await cluster.startApi();
  proxy.pointAt(successor.port);
  const before = pod;
  pod = successor;
  const [code] = await Promise.all([before.kill('SIGTERM'), createTasks(15)]);
  expect(code).toBe(0);
  await until(page, (now) => now.states.filter((state) => state === 'open').length === 3);

  // The successor is killed while it writes.
  const last = await cluster.startApi();
  const writing = createTasks(30).catch(() => undefined);
  await createTasks(1);
  proxy.pointAt(last.port);
  await pod.kill('SIGKILL');
  pod = last;
  await writing;
  await createTasks(5);
  await eventually(unnumbered, (count) => count === 0);
  const log = await logged();
  expect(log.length).toBeGreaterThan(55);
  const end = await until(page, (now) => now.seen.at(-1)?.lastEventId === log.at(-1)?.lastEventId);

  const isThere = ({ seen }: Pick<PageState, 'seen'>) => seen.at(-1)?.lastEventId === log.at(-1)?.lastEventId;
  const inPage = await until(clientPage, isThere);
  await eventually(async () => inProcess, isThere);
  await inProcess.end();
  for (const { seen, resets } of [end, inPage, inProcess]) {
    expect(
      seen.map(({ lastEventId, record: { id, event_type } }) => ({ lastEventId, id, event_type })),
    ).toEqual(log);
    expect(resets).toEqual([]);
  }
  expect(log.map((one) => Number(one.lastEventId))).toEqual(log.map((_, index) => index + 1));
  expect(inPage.states.slice(0, 2)).toEqual([owner.user.email, 'open']);
  expect(inPage.states.filter((state) => state === 'open').length).toBeGreaterThanOrEqual(3);
  expect(end.states).not.toContain('closed');
  await Promise.all([page.close(), clientPage.close()]);
});

it('resets an EventSource with an invalid position, then continues live', async () => {
  const page = await openPage('127.0.0.1', '&last_event_id=999999999');
  const { resets } = await until(page, (now) => now.resets.length > 0);
  const [{ head }] = (
    await database.query('select seq::float8 as head from event_heads where org_id = $1', [owner.user.org_id])
  ).rows as [{ head: number }];
  expect(resets).toEqual([JSON.stringify({ head })]);
  await createTasks(1);
  const { seen } = await until(page, (now) => now.seen.length > 0);
  expect(seen.map((one) => one.lastEventId)).toEqual([String(head + 1)]);
  await page.close();
});

it('sends nothing to a page of another origin, even with a valid token', async () => {
  const page = await openPage('localhost', '&last_event_id=0');
  const { seen, states } = await until(page, (now) => now.states.includes('closed'));
  expect({ seen, states }).toEqual({ seen: [], states: ['closed'] });
  await page.close();
});

it('does not log the token', () => {
  expect(pod.log()).toContain('/api/events/stream');
  expect(pod.log()).not.toContain(owner.token);
});
