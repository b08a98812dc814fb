import type { Client } from '@wfp/testing';
import { eventually } from '@wfp/testing/receiver.ts';
import { disablePrompts } from '@wfp/testing/without-prompts.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  signInTo,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

let admin: AdminBrowser;
let worker: RunningWorker;
let owner: Client;
let user: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  await startRelay();
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});
beforeEach(async () => {
  owner = await admin.service.newOrganization();
  await disablePrompts(owner);
  user = await admin.service.newUser(owner, ['employee']);
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});

async function startRelay(): Promise<void> {
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
}

/** Signs in and opens a page, on which live updates work. */
async function open(by: Client, path: string): Promise<void> {
  window = await admin.newWindow();
  page = window.page;
  await signInTo(page, slug, by, path);
  await page.locator('[data-state=live]').waitFor();
}

async function create(path: string, body: object): Promise<number> {
  const created = await owner.call('POST', path, body);
  expect(created.status).toBe(201);
  return created.body.id;
}

/** The values that the page has highlighted, from now on. */
async function watchHighlights(): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    globalThis.highlights = [];
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target.dataset?.changed) globalThis.highlights.push(target.textContent);
    }).observe(document.body, { attributes: true, attributeFilter: ['data-changed'], subtree: true });
  }`);
  return () => page.evaluate<string[]>('globalThis.highlights');
}

/** Requests of the page to a path of the API, from now on. */
function countRequests(pattern: RegExp): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pattern.test(pathname)) found.push(pathname);
  });
  return found;
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text });

it('shows in a list what another user creates, changes, deletes and restores, and highlights changed values', async () => {
  await open(user, '/r/position');
  await page.getByText('No records yet.').waitFor();
  const id = await create('/positions', { title: 'Gardener', code: 'G' });
  await row('Gardener').waitFor();
  const highlights = await watchHighlights();
  expect((await owner.call('PATCH', `/positions/${id}`, { title: 'Forester' })).status).toBe(200);
  await row('Forester').waitFor();
  expect(await row('Gardener').count()).toBe(0);
  expect(await highlights()).toEqual(['Forester']);
  await expectAccessible(page);
  await page.locator('[data-changed]').waitFor({ state: 'detached' });
  expect((await owner.call('DELETE', `/positions/${id}`)).status).toBe(204);
  await page.getByText('No records yet.').waitFor();
  expect((await owner.call('POST', `/positions/${id}/restore`)).status).toBe(200);
  await row('Forester').waitFor();
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('reads only the changed rows of a list, unless their order may change', async () => {
  const ids: number[] = [];
  for (const title of ['Bake', 'Dig', 'Paint']) ids.push(await create('/tasks', { title }));
  // Requests made before the stream is open would be repeated.
  await open(user, '');
  await page.evaluate(`history.pushState({}, '', '/${slug}/r/task')`);
  await row('Paint').waitFor();
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/tasks') reads.push(searchParams.get('ids') ?? 'all');
  });
  const changed = ids.slice(0, 2);
  await Promise.all(changed.map((id) => owner.call('PATCH', `/tasks/${id}`, { title: `Changed ${id}` })));
  for (const id of changed) await row(`Changed ${id}`).waitFor();
  // With one request, or with two if the events arrive apart.
  expect(reads.flatMap((one) => one.split(',')).sort()).toEqual(changed.map(String).sort());
  reads.length = 0;
  const [first] = changed;
  expect((await owner.call('PATCH', `/tasks/${first}`, { status: 'reviewing' })).status).toBe(200);
  await row(`Changed ${first}`)
    .filter({ hasText: /reviewing/i })
    .waitFor();
  await expect.poll(() => reads).toEqual([String(first), 'all']);
  await window.close();
});

it('shows a change in an open record, with a marker that does not move if the user prefers reduced motion', async () => {
  const id = await create('/teams', { name: 'Gardeners' });
  await open(user, `/r/team/${id}`);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('heading', { level: 1, name: 'Gardeners' }).waitFor();
  expect((await owner.call('PATCH', `/teams/${id}`, { description: 'Trees' })).status).toBe(200);
  const changed = page.locator('dd[data-changed]');
  await changed.waitFor();
  expect(await changed.allInnerTexts()).toEqual(['Trees']);
  const style = (name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('dd[data-changed]')).${name}`);
  expect(await style('animationName')).toBe('none');
  expect(await style('boxShadow')).not.toBe('none');
  await expectAccessible(page);
  await window.close();
});

it('states who has deleted an open record, and restores it', async () => {
  const id = await create('/teams', { name: 'Gardeners' });
  const colleague = await admin.service.newUser(owner, ['admin']);
  await open(colleague, `/r/team/${id}`);
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  expect((await owner.call('DELETE', `/teams/${id}`)).status).toBe(204);
  await page.getByText('Olga Owner deleted this record.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Gardeners' }).waitFor();
  expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Delete' }).waitFor();
  await expect.poll(async () => (await owner.call('GET', `/teams/${id}`)).status).toBe(200);
  await window.close();
});

it('highlights no change of the same user in another tab', async () => {
  const id = await create('/teams', { name: 'Gardeners' });
  await open(owner, '/r/team');
  await row('Gardeners').waitFor();
  const highlights = await watchHighlights();
  expect((await owner.call('PATCH', `/teams/${id}`, { name: 'Foresters' })).status).toBe(200);
  await row('Foresters').waitFor();
  expect(await highlights()).toEqual([]);
  await window.close();
});

it('changes the menu and the actions when a role is granted and withdrawn', async () => {
  await open(user, '/r/team');
  const webhooks = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Webhooks' });
  const createLink = page.getByRole('link', { name: 'Create' });
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Teams' }).waitFor();
  expect(await webhooks.count()).toBe(0);
  expect(await createLink.count()).toBe(0);
  const { data } = (await owner.call('GET', '/roles?limit=100')).body;
  const role_id = data.find(({ code }: { code: string }) => code === 'admin').id;
  const grant = await create('/grants', { user_id: user.user.id, role_id, scope: 'role' });
  await Promise.all([webhooks.waitFor(), createLink.waitFor()]);
  await webhooks.click();
  await page.getByText('No records yet.').waitFor();
  expect((await owner.call('DELETE', `/grants/${grant}`)).status).toBe(204);
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  expect(await webhooks.count()).toBe(0);
  await page.getByRole('link', { name: 'Teams' }).click();
  await page.getByText('No records yet.').waitFor();
  expect(await createLink.count()).toBe(0);
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('sends few requests in a burst of 1,000 events', async () => {
  const ids: number[] = [];
  for (let made = 0; made < 50; made += 1) ids.push(await create('/tasks', { title: `Fence ${made}` }));
  await open(user, '/r/task?q=Fence');
  await row('Fence 0').waitFor();
  const requests = countRequests(/^\/api\//);
  // Without a relay, the events wait, however slow this machine is. They arrive when one is started.
  await worker.stop();
  for (let turn = 0; turn < 20; turn += 1) {
    const patch = { priority: turn % 2 === 0 ? 'low' : 'urgent' };
    expect((await owner.call('POST', '/tasks/bulk', { ids, patch })).status).toBe(200);
  }
  await startRelay();
  await eventually(
    () => page.getByRole('cell', { name: 'Urgent', exact: true }).count(),
    (count) => count === 50,
  );
  expect(requests.length).toBeLessThanOrEqual(10);
  await window.close();
});

it('loads nothing in a hidden tab until it is shown', async () => {
  await open(user, '/r/position');
  await page.getByText('No records yet.').waitFor();
  const other = await window.newTab();
  await other.goto(`/${slug}/r/position`);
  await other.locator('[data-state=live]').waitFor();
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate(`
      Object.defineProperty(document, 'hidden', { value: ${state === 'hidden'}, configurable: true });
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    `);
  await show('hidden');
  const requests = countRequests(/^\/api\/positions/);
  await create('/positions', { title: 'Gardener', code: 'G' });
  await other.getByRole('row').filter({ hasText: 'Gardener' }).waitFor();
  await create('/positions', { title: 'Forester', code: 'F' });
  await other.getByRole('row').filter({ hasText: 'Forester' }).waitFor();
  // Both tabs have received the events, and wait for at most 600 ms. Timers of a page run in the order of their times.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 700))');
  expect(requests).toEqual([]);
  await show('visible');
  await row('Forester').waitFor();
  expect(requests).toEqual(['/api/positions']);
  await window.close();
});
