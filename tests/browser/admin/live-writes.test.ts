import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page, Route } from 'playwright-core';
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
  id = (await owner.call('POST', '/tasks', { title: 'Mow', priority: 'low' })).body.id;
});

/** Opens a page in a window whose requests may be cut. */
async function open(path: string, user = owner): Promise<void> {
  window = await admin.newWindow(1280, proxy.url);
  page = window.page;
  await signInTo(page, slug, user, path);
  await page.locator('[data-state=live]').waitFor();
}
const task = async () => (await owner.call('GET', `/tasks/${id}`)).body;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const column = (name: string) =>
  page.getByRole('region', { name: 'Tasks, board' }).getByRole('region', { name, exact: true });
const card = (name: string) => column(name).getByRole('link', { name: 'Mow', exact: true });
const banner = () => page.getByRole('region', { name: 'Changes that are not saved' });
const taskUrl = () => new RegExp(`/api/tasks/${id}(?:\\?|$)`);
/** Handles the changes of the task; other requests to the same path are sent. */
const onChange = (handle: (route: Route) => Promise<void>) =>
  page.route(taskUrl(), (route) => (route.request().method() === 'PATCH' ? handle(route) : route.continue()));
const moveTo = (status: string) => page.getByLabel('Column of “Mow”').selectOption(status);

it('moves a card at once, and keeps it there with a mark if that fails, until it is sent again or dropped', async () => {
  await open('/r/task?layout=board');
  await page.setViewportSize({ width: 320, height: 800 });
  await card('To do').waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await onChange(async (route) => {
    await released;
    await route.abort();
  });
  await page.getByLabel('Column of “Mow”').focus();
  await moveTo('in_progress');
  await card('In progress').waitFor();
  expect(await card('To do').count()).toBe(0);
  await column('In progress').getByText('Saving…').waitFor();
  release();
  await column('In progress').getByText('Not saved').waitFor();
  await banner().getByText('1 change is not saved.').waitFor();
  await banner().getByRole('alert').getByText('cannot be reached').waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  // The record shows the change too, wherever it is opened.
  await card('In progress').click();
  await page.locator('dd[data-unsaved]').getByText('In progress').waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await page.getByRole('radio', { name: 'Board' }).check();
  await button('Discard: Mow').click();
  await card('To do').waitFor();
  expect(await banner().count()).toBe(0);
  expect(await task()).toMatchObject({ status: 'todo' });
  await moveTo('in_progress');
  await column('In progress').getByText('Not saved').waitFor();
  await page.unrouteAll();
  await button('Retry: Mow').click();
  await banner().waitFor({ state: 'detached' });
  await card('In progress').waitFor();
  await expect.poll(task).toMatchObject({ status: 'in_progress' });
  await window.close();
});

it('agrees with another browser whose user moves the same card at the same time', async () => {
  await open('/r/task?layout=board');
  await card('To do').waitFor();
  const [first, firstPage] = [window, page];
  const colleague = await admin.service.newUser(owner, ['admin']);
  await open('/r/task?layout=board', colleague);
  await card('To do').waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await firstPage.route(taskUrl(), async (route) => {
    await released;
    await route.continue();
  });
  await firstPage.getByLabel('Column of “Mow”').selectOption('in_progress');
  await moveTo('blocked');
  await expect.poll(task).toMatchObject({ status: 'blocked' });
  const columnIn = (where: Page, name: string) =>
    where
      .getByRole('region', { name: 'Tasks, board' })
      .getByRole('region', { name, exact: true })
      .getByRole('link', { name: 'Mow', exact: true });
  // Each sees their own move; that of the colleague has reached the other browser.
  await columnIn(page, 'Blocked').waitFor();
  await columnIn(firstPage, 'In progress').waitFor();
  release();
  for (const where of [firstPage, page]) {
    await columnIn(where, 'In progress').waitFor();
    expect(await columnIn(where, 'Blocked').count()).toBe(0);
  }
  expect(await task()).toMatchObject({ status: 'in_progress' });
  await Promise.all([first.close(), window.close()]);
});

it('strikes records through while they are deleted, and marks those that are refused', async () => {
  await open('/r/task?sort=title');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(taskUrl(), async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue();
    await released;
    return route.fulfill({ status: 403, json: { error: 'Requires task:archive', reason: 'row_scope' } });
  });
  await page.getByRole('checkbox', { name: 'Select Mow' }).check();
  const bar = page.getByRole('region', { name: 'Selected records' });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const leaving = page.locator('tr[data-leaving]');
  await leaving.getByText('Being deleted').waitFor();
  const decoration = "getComputedStyle(document.querySelector('tr[data-leaving]')).textDecorationLine";
  expect(await page.evaluate(decoration)).toBe('line-through');
  release();
  const row = page.getByRole('row').filter({ hasText: 'Mow' });
  await row.getByText('Not deleted').waitFor();
  expect(await leaving.count()).toBe(0);
  await banner().getByRole('alert').getByText('Requires task:archive').waitFor();
  await expectAccessible(page);
  await page.unrouteAll();
  await button('Retry: Mow').click();
  await row.waitFor({ state: 'detached' });
  await expect.poll(async () => (await owner.call('GET', `/tasks/${id}`)).status).toBe(404);
  await window.close();
});

it('finds out whether a change was made if its response is lost', async () => {
  await open(`/edit/task/${id}`);
  await onChange(async (route) => {
    await route.fetch();
    await route.abort();
  });
  const title = page.getByLabel('Title', { exact: false });
  await title.fill('Mow the lawn');
  await button('Save').click();
  await page.getByRole('status').getByText('Saved “Mow the lawn”').waitFor();
  expect(await banner().count()).toBe(0);

  // Nor can the record be read.
  await page.getByRole('link', { name: 'Edit' }).click();
  await title.fill('Mow the meadow');
  await page.unrouteAll();
  await page.route(taskUrl(), async (route) => {
    if (route.request().method() === 'PATCH') await route.fetch();
    await route.abort();
  });
  await button('Save').click();
  await button('Retry: Mow the lawn').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Mow the meadow' }).waitFor();
  expect(await task()).toMatchObject({ title: 'Mow the meadow' });
  await page.unrouteAll();
  await button('Retry: Mow the lawn').click();
  await page.getByRole('status').getByText('Saved “Mow the meadow”').waitFor();
  await banner().waitFor({ state: 'detached' });
  await window.close();
});

/** The texts of a cell from now on, each time it changes. */
async function watchCell(field: number): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const read = () => document.querySelector('tbody tr td:nth-child(${field})')?.textContent;
    globalThis.texts = [read()];
    new MutationObserver(() => {
      const text = read();
      if (text !== globalThis.texts.at(-1)) globalThis.texts.push(text);
    }).observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true });
  }`);
  return () => page.evaluate<string[]>('globalThis.texts');
}

async function setPriority(value: string): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select Mow' }).check();
  await page
    .getByRole('region', { name: 'Selected records' })
    .getByRole('button', { name: 'Set a field' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 1 record' });
  await dialog.getByLabel('Field').selectOption('Priority');
  await dialog.getByLabel('Priority').selectOption(value);
  await dialog.getByRole('button', { name: 'Set' }).click();
}

it.each(['event', 'response'])(
  'shows a change of many records once, if the %s arrives first',
  async (first) => {
    await open('/r/task?sort=title');
    await page.getByRole('cell', { name: 'Low', exact: true }).waitFor();
    const texts = await watchCell(4);
    await page.route('**/api/tasks/bulk', async (route) => {
      const response = await route.fetch();
      // The event has arrived when the changed row is read.
      if (first === 'event') await page.waitForResponse((read) => read.url().includes(`ids=${id}`));
      await route.fulfill({ response });
    });
    if (first === 'response') await worker.stop();
    await setPriority('urgent');
    await page.getByText('Changed 1 record', { exact: true }).first().waitFor();
    if (first === 'response') {
      const { config, platform } = admin.service;
      const read = page.waitForResponse((response) => response.url().includes(`ids=${id}`));
      worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
      await read;
    }
    expect(await texts()).toEqual(['Low', 'Urgent']);
    await window.close();
  },
);

it('marks the records of a change of many that are refused, and also shows changes of others', async () => {
  await open('/r/task?sort=title');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/tasks/bulk', async (route) => {
    await released;
    await route.abort();
  });
  await setPriority('urgent');
  await page.getByRole('cell', { name: 'Urgent', exact: true }).waitFor();
  expect((await owner.call('PATCH', `/tasks/${id}`, { title: 'Mow twice' })).status).toBe(200);
  const row = page.getByRole('row').filter({ hasText: 'Mow twice' });
  await row.getByText('Urgent', { exact: true }).waitFor();
  release();
  await row.getByText('Not saved').waitFor();
  await row.locator('td[data-unsaved]').getByText('Urgent').waitFor();
  await expectAccessible(page);
  await banner().getByRole('button', { name: 'Retry all' }).click();
  await banner().waitFor({ state: 'detached' });
  await expect.poll(task).toMatchObject({ priority: 'urgent', title: 'Mow twice' });
  await window.close();
});

it('returns to the form when the service rejects the change, with the input and the reason', async () => {
  await open(`/edit/task/${id}`);
  await page.getByLabel('Title', { exact: false }).fill('Mow the lawn');
  await onChange((route) =>
    route.fulfill({
      status: 422,
      json: {
        error: 'Validation failed',
        details: { fieldErrors: { title: ['Must be shorter'] }, formErrors: [] },
      },
    }),
  );
  await button('Save').click();
  const title = page.getByLabel('Title', { exact: false });
  await expect.poll(() => title.getAttribute('aria-invalid')).toBe('true');
  expect(await title.inputValue()).toBe('Mow the lawn');
  await page.getByText('Must be shorter').waitFor();
  expect(await banner().count()).toBe(0);
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('title');
  await page.unrouteAll();
  await button('Save').click();
  await expect.poll(task).toMatchObject({ title: 'Mow the lawn' });
  await window.close();
});
