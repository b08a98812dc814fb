import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SwitchingProxy, startSwitchingProxy } from '../switching-proxy.ts';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  signInTo,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

let admin: AdminBrowser;
let worker: RunningWorker;
let proxy: SwitchingProxy;
let owner: Client;
let slug: string;
let id: number;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  proxy = await startSwitchingProxy();
  proxy.pointAt(Number(new URL(admin.service.url).port));
});
afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
  await admin?.stop();
});
beforeEach(async () => {
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  id = (await owner.call('POST', '/teams', { name: 'Gardeners' })).body.id;
});

async function open(user: Client, path: string, width = 1280): Promise<void> {
  window = await admin.newWindow(width, proxy.url);
  page = window.page;
  await signInTo(page, slug, user, path);
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const message = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const nameOfTeam = async () => (await owner.call('GET', `/teams/${id}`)).body.name;

async function rename(): Promise<void> {
  await page.getByLabel('Name', { exact: false }).fill('Foresters');
  await button('Save').click();
  await heading('Foresters');
}

async function archive(): Promise<void> {
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await heading('Teams');
}

it('undoes a change with the button of its message', async () => {
  await open(owner, `/edit/team/${id}`, 320);
  await rename();
  await message('Saved “Foresters”').waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await button('Undo').click();
  await message('Undone: “Gardeners”').waitFor();
  await heading('Gardeners');
  expect(await nameOfTeam()).toBe('Gardeners');
  const edit = page.getByRole('link', { name: 'Edit' });
  await edit.focus();
  await button('Close message').focus();
  await page.keyboard.press('Enter');
  await message('Undone: “Gardeners”').waitFor({ state: 'detached' });
  expect(await edit.evaluate((link) => link === link.ownerDocument.activeElement)).toBe(true);
  await window.close();
});

it('shows the previous value before the service has responded', async () => {
  await open(owner, `/edit/team/${id}`);
  await rename();
  await message('Saved “Foresters”').waitFor();
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/teams/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await released.promise;
    await route.continue();
  });
  await button('Undo').click();
  await heading('Gardeners');
  expect(await nameOfTeam()).toBe('Foresters');
  released.resolve();
  await message('Undone: “Gardeners”').waitFor();
  await heading('Gardeners');
  expect(await nameOfTeam()).toBe('Gardeners');
  await window.close();
});

it('undoes changes with the keyboard, latest first, after the message has disappeared', async () => {
  await open(owner, `/edit/team/${id}`);
  await rename();
  await archive();
  await message('Deleted “Foresters”').waitFor();
  await page.getByText('No records yet.').waitFor();
  await message('Deleted “Foresters”').waitFor({ state: 'detached' });
  // In a text field, the shortcut undoes the input.
  await page.getByRole('searchbox').press('Control+z');
  await heading('Teams');
  await expect.poll(async () => (await owner.call('GET', `/teams/${id}`)).status).toBe(404);
  await page.locator('main').focus();
  await page.keyboard.press('Control+z');
  await message('Restored “Foresters”').waitFor();
  await page.getByRole('link', { name: 'Foresters' }).waitFor();
  await page.keyboard.press('Control+z');
  await message('Undone: “Gardeners”').waitFor();
  await page.getByRole('link', { name: 'Gardeners' }).waitFor();
  expect(await nameOfTeam()).toBe('Gardeners');
  await window.close();
});

it('does not undo a change of a record that another user has changed since then, and names the user', async () => {
  const user = await admin.service.newUser(owner, ['admin']);
  await open(user, `/edit/team/${id}`);
  await rename();
  expect((await owner.call('PATCH', `/teams/${id}`, { name: 'Woodcutters' })).status).toBe(200);
  await button('Undo').click();
  await message('Not undone: changed by Olga Owner since then').waitFor();
  await heading('Woodcutters');
  expect(await nameOfTeam()).toBe('Woodcutters');
  await window.close();
});

it('offers no undo to a user who may not restore records', async () => {
  const permissions = ['team:read', 'team:archive'].map((permission) => ({ permission, scopes: ['org'] }));
  const role = await owner.call('POST', '/roles', { code: 'cleaners', name: 'Cleaners', permissions });
  const user = await admin.service.newUser(owner, []);
  const grant = { user_id: user.user.id, role_id: role.body.id, scope: 'role' };
  expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
  await open(user, `/r/team/${id}`);
  await archive();
  await message('Deleted “Gardeners”').waitFor();
  expect(await button('Undo').count()).toBe(0);
  await window.close();
});

it('offers to reload the page when the service has another version', async () => {
  await open(owner, '');
  await page.locator('[data-state=live]').waitFor();
  await page.route(`${proxy.url}/`, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/\/assets\/base-[\w-]+\.js/g, '/assets/base-other.js');
    await route.fulfill({ response, body });
  });
  proxy.cut();
  await page.getByText('There is a new version of this application.').waitFor();
  await expectAccessible(page);
  await page.evaluate('globalThis.isOld = true');
  await button('Reload').click();
  await expect.poll(() => page.evaluate('globalThis.isOld ?? null').catch(() => 'loading')).toBeNull();
  await heading('Hello, Olga');
  await window.close();
});

it('reloads the page once if one of its files is missing', async () => {
  await open(owner, '');
  await heading('Hello, Olga');
  const fail = () =>
    page.evaluate<boolean>(`(() => {
      globalThis.isOld = true;
      return !dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    })()`);
  expect(await fail()).toBe(true);
  await expect.poll(() => page.evaluate('globalThis.isOld ?? null').catch(() => 'loading')).toBeNull();
  await heading('Hello, Olga');
  expect(await fail()).toBe(false);
  expect(await page.evaluate('globalThis.isOld')).toBe(true);
  await window.close();
});
