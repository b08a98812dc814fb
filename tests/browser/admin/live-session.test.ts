import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, testPassword } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SwitchingProxy, startSwitchingProxy } from '../switching-proxy.ts';
import { type AdminBrowser, expectAccessible, startAdminBrowser, type Window } from './admin-browser.ts';

const { sql } = Prisma;

let admin: AdminBrowser;
let worker: RunningWorker;
let proxy: SwitchingProxy;
let owner: Client;
let slug: string;
beforeAll(async () => {
  admin = await startAdminBrowser({ SSE_HEARTBEAT_SECONDS: '1' });
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  proxy = await startSwitchingProxy();
});
afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
  await admin?.stop();
});
beforeEach(async () => {
  proxy.pointAt(Number(new URL(admin.service.url).port));
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  admin.served.clear();
});

async function signInAs(page: Page, { user }: Client): Promise<void> {
  await page.goto(`/login?organization=${slug}&to=/${slug}`);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await heading(page, /^Hello/);
}

async function open(user: Client, origin?: string): Promise<Window> {
  const window = await admin.newWindow(1280, origin);
  await signInAs(window.page, user);
  return window;
}
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor();
const state = (page: Page, text: string) => page.locator('[data-state]', { hasText: text }).waitFor();
const refreshes = () => admin.served.to('/api/auth/cookie/refresh');
const streams = () => admin.served.to('/api/events/stream');

const signInPage = (page: Page) => heading(page, 'Sign in');

it('refreshes the session once, and opens one stream, for ten tabs that are restored together', async () => {
  const window = await open(owner);
  await state(window.page, 'Live');
  await expectAccessible(window.page);
  expect(refreshes()).toEqual([]);
  await window.page.goto('/login');
  await eventually(
    () => admin.workers.running.size,
    (count) => count === 0,
  );
  admin.served.clear();
  const tabs = [window.page, ...(await Promise.all(Array.from({ length: 9 }, () => window.newTab())))];
  await Promise.all(tabs.map((tab) => tab.goto(`/${slug}`)));
  for (const tab of tabs) await state(tab, 'Live');
  expect(refreshes()).toEqual(['POST /api/auth/cookie/refresh 200']);
  expect(streams()).toEqual(['GET /api/events/stream 200']);
  await window.close();
});

it('reports a lost connection, and shows what has changed when it is restored', async () => {
  const window = await open(owner, proxy.url);
  await window.page.goto(`/${slug}/r/team`);
  await window.page.getByText('No records yet.').waitFor();
  await state(window.page, 'Live');
  proxy.pointAt(null);
  proxy.cut();
  expect((await owner.call('POST', '/teams', { name: 'Gardeners' })).status).toBe(201);
  await state(window.page, 'Reconnecting');
  await expectAccessible(window.page);
  proxy.pointAt(Number(new URL(admin.service.url).port));
  await state(window.page, 'Live');
  await window.page.getByRole('link', { name: 'Gardeners' }).waitFor();
  await window.close();
});

it('does not reload the page if forms cannot be loaded ahead, and loads them when one is opened', async () => {
  const window = await open(owner, proxy.url);
  const { page } = window;
  const forms = '**/assets/form-screens-*.js';
  await page.route(forms, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/form-screens-'),
  );
  await page.goto(`/${slug}/r/team`);
  await page.getByText('No records yet.').waitFor();
  await page.evaluate('document.isSame = true');
  await failed;
  await page.unroute(forms);
  await page.getByRole('link', { name: 'Create', exact: true }).click();
  await page.getByLabel('Name', { exact: false }).first().waitFor();
  expect(await page.evaluate('document.isSame')).toBe(true);
  await window.close();
});

it('loads lists again if the stream cannot continue where it was', async () => {
  const window = await open(owner, proxy.url);
  await window.page.goto(`/${slug}/r/team`);
  await window.page.getByText('No records yet.').waitFor();
  await state(window.page, 'Live');
  proxy.pointAt(null);
  proxy.cut();
  expect((await owner.call('POST', '/teams', { name: 'Gardeners' })).status).toBe(201);
  await waitUntilNumbered(admin.service);
  // The event is lost, as after the restoration of an older database.
  await executeOperational(
    admin.service.platform,
    sql`update event_heads set seq = 1 where org_id = ${owner.user.org_id}`,
  );
  proxy.pointAt(Number(new URL(admin.service.url).port));
  await window.page.getByRole('link', { name: 'Gardeners' }).waitFor();
  await window.close();
});

it('works without live updates for a user who may not read events, and says so', async () => {
  const role = await owner.call('POST', '/roles', {
    code: 'readers',
    name: 'Readers',
    permissions: [{ permission: 'team:read', scopes: ['org'] }],
  });
  expect(role.status).toBe(201);
  const reader = await admin.service.newUser(owner, []);
  const grant = { user_id: reader.user.id, role_id: role.body.id, scope: 'role' };
  expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
  const window = await open(reader);
  await state(window.page, 'No live updates');
  await window.page.goto(`/${slug}/r/team`);
  await heading(window.page, 'Teams');
  await window.page.getByText('No records yet.').waitFor();
  expect(streams()).toContain('GET /api/events/stream 403');
  await window.close();
});

it('leads to the sign-in in every tab when the session is withdrawn', async () => {
  const user = await admin.service.newUser(owner, ['viewer']);
  const window = await open(user);
  const other = await window.newTab();
  await other.goto(`/${slug}/r/team`);
  for (const tab of [window.page, other]) await state(tab, 'Live');
  expect((await owner.call('POST', `/users/${user.user.id}/revoke-sessions`)).status).toBeLessThan(300);
  for (const tab of [window.page, other]) {
    await signInPage(tab);
    await tab.getByText('Your session has ended').waitFor();
  }
  expect(new URL(other.url()).searchParams.get('to')).toBe(`/${slug}/r/team`);
  await window.close();
});

it('ends the session of a user in the other tabs when another user signs in', async () => {
  const viewer = await admin.service.newUser(owner, ['viewer']);
  const window = await open(owner);
  await state(window.page, 'Live');
  const other = await window.newTab();
  await other.goto(`/login?organization=${slug}&to=/${slug}`);
  await other.getByLabel('Email').fill(viewer.user.email);
  await other.getByLabel('Password').fill(testPassword);
  await other.keyboard.press('Enter');
  await heading(other, 'Hello, Uma');
  await signInPage(window.page);
  await window.page.goto(`/${slug}`);
  await heading(window.page, 'Hello, Uma');
  await window.close();
});

it('works in a browser without shared workers, and signs out in all tabs', async () => {
  const window = await admin.newWindow();
  await window.page.context().addInitScript('delete globalThis.SharedWorker');
  await signInAs(window.page, owner);
  const other = await window.newTab();
  await other.goto(`/${slug}/r/team`);
  for (const tab of [window.page, other]) await state(tab, 'Live');
  expect((await owner.call('POST', '/teams', { name: 'Gardeners' })).status).toBe(201);
  await other.getByRole('link', { name: 'Gardeners' }).waitFor();
  await expect.poll(() => admin.workers.running.size).toBe(0);
  await window.page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [window.page, other]) await signInPage(tab);
  await window.close();
});
