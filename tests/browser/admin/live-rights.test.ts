import { type Client, testPassword } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminBrowser, expectAccessible, startAdminBrowser, type Window } from './admin-browser.ts';

let admin: AdminBrowser;
let worker: RunningWorker;
let owner: Client;
let slug: string;
let adminRole: number;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  const roles: { id: number; code: string }[] = (await owner.call('GET', '/roles')).body.data;
  adminRole = roles.find(({ code }) => code === 'admin')?.id ?? 0;
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});

async function open(user: Client, path: string): Promise<void> {
  window = await admin.newWindow();
  page = window.page;
  await page.goto(`/login?organization=${slug}&to=${encodeURIComponent(`/${slug}${path}`)}`);
  await page.getByLabel('Email').fill(user.user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
}
const menuLink = (name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
async function grantAdmin({ user }: Client): Promise<number> {
  const granted = await owner.call('POST', '/grants', { user_id: user.id, role_id: adminRole });
  expect(granted.status).toBe(201);
  return granted.body.id;
}

it('keeps the input of a form whose permission is withdrawn', async () => {
  const user = await admin.service.newUser(owner, ['employee']);
  const grant = await grantAdmin(user);
  await open(user, '/new/webhook_endpoint');
  await page.locator('[data-state=live]').waitFor();
  const url = page.getByLabel('URL');
  await url.fill('https://receiver.example.com/hooks');
  expect((await owner.call('DELETE', `/grants/${grant}`)).status).toBe(204);
  await page.getByText('You no longer have the permission for this form.').waitFor();
  await expectAccessible(page);
  expect(await url.inputValue()).toBe('https://receiver.example.com/hooks');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('link', { name: /^Why/ })
    .or(page.getByRole('button', { name: /^Why/ }))
    .waitFor();
  await grantAdmin(user);
  await page.getByText('You no longer have the permission for this form.').waitFor({ state: 'detached' });
  expect(await url.inputValue()).toBe('https://receiver.example.com/hooks');
  expect(window.rejected).toEqual(['POST /webhooks 403']);
  await window.close();
});

it('shows what a user without any permission is granted, when the user returns to the page', async () => {
  const user = await admin.service.newUser(owner, []);
  const item = {
    ...{ key: 'my-tasks', label: 'My tasks', target_kind: 'route', target: '/tasks?assigned_to_me=true' },
  };
  expect((await owner.call('POST', '/navigation-items', item)).status).toBe(201);
  await open(user, '');
  await page.locator('[data-state=refused]').waitFor();
  await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
  await page.getByText('No live updates').waitFor();
  expect([await menuLink('My tasks').count(), await menuLink('Teams').count()]).toEqual([0, 0]);
  await grantAdmin(user);
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await Promise.all([menuLink('My tasks').waitFor(), menuLink('Teams').waitFor()]);
  await page.locator('[data-state=live]').waitFor();
  await window.close();
});
