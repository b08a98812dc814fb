import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  signInTo,
  startAdminBrowser,
  type Window,
} from '../admin-browser.ts';

let admin: AdminBrowser;
let worker: RunningWorker;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  window = await admin.newWindow();
  page = window.page;
  await signInTo(page, slug, owner, '');
  await page.getByRole('heading', { level: 1, name: 'Hello, Olga' }).waitFor();
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});
beforeEach(async () => {
  window.rejected.length = 0;
  await page.goto(`/${slug}`);
  const { data } = (await owner.call('GET', '/categories?limit=100&sort=-created_at')).body;
  for (const { id } of data) expect((await owner.call('DELETE', `/categories/${id}`)).status).toBe(204);
});

async function category(name: string, parent_id: number | null = null): Promise<number> {
  const body = { name, code: name.toLowerCase(), applies_to: 'initiative', parent_id };
  const { status, body: made } = await owner.call('POST', '/categories', body);
  expect(status).toBe(201);
  return made.id;
}
const tree = () => page.getByRole('treegrid', { name: 'Categories, tree' });
const row = (name: string) =>
  tree()
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const names = () => tree().locator('a[data-record]').allInnerTexts();
const focused = () =>
  page.evaluate<string | undefined>("document.activeElement.querySelector('a[data-record]')?.textContent");
const parentOf = async (id: number) => (await owner.call('GET', `/categories/${id}`)).body.parent_id;

async function open(): Promise<void> {
  await page.goto(`/${slug}/r/category`);
  await tree().waitFor();
  // Requests made before the stream is open are repeated.
  await page.locator('[data-state=live]').waitFor();
}

it('opens and closes branches with arrow keys, with one request for each', async () => {
  const house = await category('House');
  const hall = await category('Hall', house);
  await category('Desk', hall);
  await category('Kitchen', house);
  await category('Garden');
  await open();
  expect(await names()).toEqual(['House', 'Garden']);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/categories')) requests.push(decodeURIComponent(pathname + search));
  });
  await page.keyboard.press('j');
  expect(await focused()).toBe('House');
  await page.keyboard.press('ArrowRight');
  await row('Kitchen').waitFor();
  expect(requests).toEqual([`/api/categories/tree?open=${house}`]);
  expect(await row('House').getAttribute('aria-expanded')).toBe('true');
  expect(await row('Kitchen').getAttribute('aria-expanded')).toBeNull();
  expect(await row('Hall').getAttribute('aria-level')).toBe('2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await row('Desk').waitFor();
  expect(await names()).toEqual(['House', 'Hall', 'Desk', 'Kitchen', 'Garden']);
  await expectAccessible(page);
  await page.keyboard.press('End');
  expect(await focused()).toBe('Garden');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  expect(await focused()).toBe('House');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(names).toEqual(['House', 'Garden']);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'House' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(names).toEqual(['House', 'Garden']);
});

it('creates a record below another one', async () => {
  const house = await category('House');
  await open();
  await row('House').getByRole('button', { name: 'Create below House' }).click();
  await page.getByRole('combobox', { name: 'Parent' }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Parent' }).inputValue()).toBe('House');
  await page.getByLabel('Name', { exact: false }).fill('Attic');
  await page.getByLabel('Code', { exact: false }).fill('attic');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Attic' }).waitFor();
  const { data } = (await owner.call('GET', `/categories?parent_id=${house}`)).body;
  expect(data).toMatchObject([{ name: 'Attic', applies_to: 'initiative' }]);
});

it('moves a record by keyboard: among its neighbours, into a branch and out of it, with undo', async () => {
  const [a, b, c] = [await category('A'), await category('B'), await category('C')];
  await open();
  await row('C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(names).toEqual(['A', 'C', 'B']);
  await page.getByRole('status').getByText('C: place 2 of 3').waitFor();
  expect(await focused()).toBe('C');
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => row('C').getAttribute('aria-level')).toBe('2');
  await expect.poll(() => parentOf(c)).toBe(a);
  expect(await focused()).toBe('C');
  // The tree is read again when the move can be undone.
  const reloaded = page
    .waitForResponse((response) => response.request().method() === 'PATCH')
    .then(() => page.waitForResponse((response) => response.url().includes('/categories/tree')));
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => row('C').getAttribute('aria-level')).toBe('1');
  await reloaded;
  await expect.poll(() => parentOf(c)).toBeNull();
  await expect.poll(names).toEqual(['A', 'B', 'C']);
  await page.keyboard.press('Control+z');
  await expect.poll(() => parentOf(c)).toBe(a);
  await expect.poll(() => row('C').getAttribute('aria-level')).toBe('2');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(names).toEqual(['A', 'B', 'C']);
  await expect.poll(() => parentOf(c)).toBeNull();
  await expect.poll(() => parentOf(b)).toBeNull();
});

it('shows moves at once, although the service has not made them, and in their order', async () => {
  for (const name of ['A', 'B', 'C']) await category(name);
  await open();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/categories/reorder', async (route) => {
    await released;
    await route.continue();
  });
  await row('C').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  expect(await names()).toEqual(['C', 'A', 'B']);
  expect(await focused()).toBe('C');
  const stored = async () =>
    (await owner.call('GET', '/categories?sort=position')).body.data.map(
      ({ name }: { name: string }) => name,
    );
  expect(await stored()).toEqual(['A', 'B', 'C']);
  release();
  await expect.poll(stored).toEqual(['C', 'A', 'B']);
  expect(await names()).toEqual(['C', 'A', 'B']);
  await page.unroute('**/api/categories/reorder');
});

it('moves a record to a chosen place, and explains a refusal', async () => {
  const house = await category('House');
  await category('Hall', house);
  const garden = await category('Garden');
  await open();
  await row('House').getByRole('button', { name: 'Move House' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move “House”' });
  await dialog.getByRole('combobox', { name: 'Below' }).fill('Hall');
  await dialog.getByRole('option', { name: 'Hall', exact: true }).click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  await dialog.getByRole('alert').getByText('Must not be the category itself or below it').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await row('Garden').getByRole('button', { name: 'Move Garden' }).click();
  const other = page.getByRole('dialog', { name: 'Move “Garden”' });
  await other.getByRole('combobox', { name: 'Below' }).fill('House');
  await other.getByRole('option', { name: 'House', exact: true }).click();
  await other.getByLabel('Place').selectOption('First');
  await other.getByRole('button', { name: 'Move' }).click();
  await other.waitFor({ state: 'detached' });
  await expect.poll(names).toEqual(['House', 'Garden', 'Hall']);
  await expect.poll(() => parentOf(garden)).toBe(house);
  expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Move Garden');
  expect(window.rejected).toEqual([`PATCH /categories/${house} 422`]);
});

it('follows other users, and does not move a record that another user has moved', async () => {
  const house = await category('House');
  const hall = await category('Hall', house);
  await open();
  await page.locator('[data-state=live]').waitFor();
  await row('House').getByRole('button', { name: 'Show what is below House' }).click();
  await row('Hall').waitFor();
  await category('Kitchen', house);
  await row('Kitchen').waitFor();
  await page.route(`**/api/categories/${hall}`, async (route) => {
    await owner.call('POST', `/categories/${hall}/move`, { parent_id: null });
    await route.continue();
  });
  await row('Hall').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('alert').getByText('Not moved: Olga Owner has moved this record.').waitFor();
  await expect.poll(names).toEqual(['House', 'Kitchen', 'Hall']);
  await page.unroute(`**/api/categories/${hall}`);
});

it('shows a list instead of the tree, which the address names, and matches of a filter as a list', async () => {
  const house = await category('House');
  await category('Hall', house);
  await open();
  await page.getByRole('radio', { name: 'List' }).check();
  await page.getByText('2 records', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?layout=table');
  await page.getByRole('radio', { name: 'Tree' }).check();
  await expect.poll(names).toEqual(['House']);
  await page.getByRole('searchbox').fill('Hall');
  await page.keyboard.press('Enter');
  await page.getByText('1 record', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('layout')).toBe('table');
  await page.setViewportSize({ width: 320, height: 800 });
  await page.getByRole('radio', { name: 'Tree' }).check();
  await row('House').getByRole('button', { name: 'Show what is below House' }).click();
  await row('Hall').waitFor();
  await expectNoSideways(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  expect(window.rejected).toEqual([]);
  await window.close();
});
