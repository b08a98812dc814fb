import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  signInTo,
  startAdminBrowser,
  type Window,
} from '../admin-browser.ts';

let admin: AdminBrowser;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
let worker: RunningWorker;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});

async function open(path: string): Promise<void> {
  window = await admin.newWindow();
  page = window.page;
  await signInTo(page, slug, owner, path);
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const post = async (path: string, body: object) => {
  const response = await owner.call('POST', path, body);
  expect(response.status).toBe(201);
  return response.body;
};
const focused = () => page.evaluate<string | null>('document.activeElement.textContent');

it('shows the actions that the state of a record permits', async () => {
  const { id } = await post('/positions', { title: 'Ferryman', code: 'FERRY', status: 'draft' });
  await open(`/r/position/${id}`);
  await heading('Ferryman');
  await button('Close').waitFor();
  expect([await button('Open').count(), await button('Freeze').count()]).toEqual([1, 0]);
  const palette = page.getByRole('dialog', { name: 'Find records and commands' });
  const offered = (name: string) => palette.getByRole('option', { name, exact: true });
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('close');
  await offered('Close').waitFor();
  await palette.getByRole('combobox').and(page.locator('input')).fill('freeze');
  await offered('Close').waitFor({ state: 'detached' });
  expect(await offered('Freeze').count()).toBe(0);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  await button('Open').click();
  await dialog().getByRole('button', { name: 'Open' }).press('Enter');
  await button('Freeze').waitFor();
  await dialog().waitFor({ state: 'hidden' });
  expect(await button('Open').count()).toBe(0);
  await expect.poll(focused).toBe('Edit');

  // The dialog of an action stays open although another user changes the state, and shows the rejection.
  await button('Freeze').click();
  await dialog().waitFor();
  await owner.call('POST', `/positions/${id}/freeze`);
  await page.getByText('Frozen', { exact: true }).waitFor();
  await dialog().getByRole('button', { name: 'Freeze' }).click();
  await page.getByRole('alert').waitFor();
  await dialog().getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect.poll(() => button('Freeze').count()).toBe(0);
  await button('Open').waitFor();
  await expect.poll(focused).toBe('Edit');
  await expectAccessible(page);
  await window.close();
});

it('hides the changes that the state of a record does not permit, also of many records', async () => {
  const made = await post('/api-keys', { name: 'Old reports' });
  await owner.call('DELETE', `/api-keys/${made.id}`);
  await open(`/r/api_key/${made.id}`);
  await heading('Old reports');
  await page.getByRole('heading', { name: 'History' }).waitFor();
  for (const name of ['Delete', 'Rotate']) expect([name, await button(name).count()]).toEqual([name, 0]);
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);

  for (const [title, status] of [
    ['Smith', 'draft'],
    ['Baker', 'open'],
  ])
    await post('/positions', { title, code: title, status });
  await page.goto(`/${slug}/r/position?q=smith`);
  await page.getByRole('checkbox', { name: 'Select Smith' }).check();
  await button('Open').waitFor();
  expect(await button('Freeze').count()).toBe(0);
  await page.goto(`/${slug}/r/position?q=baker`);
  await page.getByRole('checkbox', { name: 'Select Baker' }).check();
  await button('Freeze').waitFor();
  expect(await button('Open').count()).toBe(0);
  await window.close();
});
