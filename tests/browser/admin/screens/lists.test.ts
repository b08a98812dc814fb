import type { Client } from '@wfp/testing';
import { waitUntilNumbered } from '@wfp/testing/until-numbered.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
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
  worker = await startWorker({ config, log: platform.log, opsPort: 0 });
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});

async function open(path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, owner, path);
}
const choose = (lines: readonly string[]) =>
  page.getByLabel('File', { exact: true }).setInputFiles({
    ...{ name: 'labels.csv', mimeType: 'application/vnd.ms-excel' },
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  });

it('imports a file after a check, whose errors are shown by row and column', async () => {
  await open('/r/task_label', 320);
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog');
  await choose(['name,color', 'Urgent,#ff0000', 'Late,red', ',#00ff00']);
  const errors = dialog.getByRole('region', { name: 'Errors, table' });
  await errors.getByRole('row').filter({ hasText: 'Color' }).getByRole('cell', { name: '3' }).waitFor();
  await errors.getByRole('row').filter({ hasText: 'Name' }).getByRole('cell', { name: '4' }).waitFor();
  expect(await dialog.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  await choose(['name,color']);
  await dialog.getByText('The file has no rows below its header.').waitFor();
  expect(await dialog.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  await choose(['name,color', 'Urgent,#ff0000', 'Late,#00ff00']);
  await dialog.getByText('Ready to import: 2 new, 0 changed, 0 unchanged.').waitFor();
  expect((await owner.call('GET', '/task-labels')).body.data).toEqual([]);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.getByText('Imported: 2 new, 0 changed, 0 unchanged.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('cell', { name: 'Urgent', exact: true }).waitFor();
  expect((await owner.call('GET', '/task-labels?sort=name')).body.data).toMatchObject([
    { name: 'Late', color: '#00ff00' },
    { name: 'Urgent', color: '#ff0000' },
  ]);
  await window.close();
});

it('changes the order of records by keyboard and with buttons', async () => {
  const { data: resources } = (await owner.call('GET', '/platform/resources')).body;
  const isOrdered = ({ code, actions }: { code: string; actions: { name: string; applies_to: string }[] }) =>
    code !== 'category' &&
    actions.some(({ name, applies_to }) => name === 'reorder' && applies_to === 'list');
  const { code, path } = resources.find(isOrdered);
  const { required } = (await owner.call('GET', `/platform/resources/${code}/schema?for=create`)).body;
  const valuesOf = async () =>
    (await owner.call('GET', path)).body.data.map(({ name }: { name: string }) => name);
  for (const name of ['courage', 'trust', 'care']) {
    const body = Object.fromEntries(required.map((field: string) => [field, name]));
    expect((await owner.call('POST', path, body)).status).toBe(201);
  }
  const before = await valuesOf();
  await open(`/r/${code}`);
  await page.getByRole('button', { name: 'Change order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reorder' });
  const titles = () => dialog.getByRole('listitem').locator('span').allTextContents();
  await expect.poll(titles).toEqual(before);
  await dialog.getByRole('button', { name: `Move up: ${before[1]}` }).click();
  await dialog.getByRole('button', { name: `Move down: ${before[0]}` }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  const after = [before[1], before[2], before[0]];
  await expect.poll(titles).toEqual(after);
  await dialog.getByText(`${before[0]}: place 3 of 3`).waitFor();
  await expectAccessible(page);
  const added = Object.fromEntries(required.map((field: string) => [field, 'joy']));
  expect((await owner.call('POST', path, added)).status).toBe(201);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  // The order of the user is kept.
  await expect.poll(titles).toEqual([...after, 'joy']);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(valuesOf).toEqual([...after, 'joy']);
  await window.close();
});

it('offers no order for a list of trees', async () => {
  await open('/r/category');
  await page.getByRole('link', { name: 'Create' }).waitFor();
  await page.getByText('No records yet.').waitFor();
  expect(await page.getByRole('button', { name: 'Change order' }).count()).toBe(0);
  await window.close();
});

it('shows tasks as a board, moves them between columns, and follows other users', async () => {
  const ids: Record<string, number> = {};
  for (const title of ['Mow', 'Paint']) {
    const { status, body } = await owner.call('POST', '/tasks', { title });
    expect(status).toBe(201);
    ids[title] = body.id;
  }
  await open('/r/task');
  await page.getByRole('radio', { name: 'Board' }).check();
  const column = (name: string) =>
    page.getByRole('region', { name: 'Tasks, board' }).getByRole('region', { name, exact: true });
  await column('To do').getByRole('link', { name: 'Mow' }).waitFor();
  expect(new URL(page.url()).searchParams.get('layout')).toBe('board');
  await expectAccessible(page);
  await page.getByLabel('Column of “Mow”').focus();
  // The first key only opens the choices, so that a card is not moved to the columns on the way.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  expect((await owner.call('GET', `/tasks/${ids.Mow}`)).body.status).toBe('todo');
  for (const key of ['ArrowUp', 'Enter']) await page.keyboard.press(key);
  await column('In progress').getByRole('link', { name: 'Mow' }).waitFor();
  await column('To do').getByRole('link', { name: 'Mow' }).waitFor({ state: 'detached' });
  const focused = () => page.evaluate<string>('document.activeElement.ariaLabel');
  await expect.poll(focused).toBe('Column of “Mow”');
  await expect
    .poll(async () => (await owner.call('GET', `/tasks/${ids.Mow}`)).body.status)
    .toBe('in_progress');
  await page.keyboard.press('Control+z');
  await column('To do').getByRole('link', { name: 'Mow' }).waitFor();
  await column('In progress').getByRole('link', { name: 'Mow' }).waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Column of “Mow”');
  await page.keyboard.press('d');
  expect((await owner.call('GET', `/tasks/${ids.Mow}`)).body.status).toBe('todo');
  await page.keyboard.press('Escape');
  await owner.call('PATCH', `/tasks/${ids.Paint}`, { status: 'done' });
  await column('Done').getByRole('link', { name: 'Paint' }).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  await page.reload();
  await column('Done').getByRole('link', { name: 'Paint' }).waitFor();
  await expectNoSideways(page);
  await page.getByRole('radio', { name: 'Table' }).check();
  await page.getByRole('cell', { name: 'Paint', exact: true }).waitFor();
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('shows more records of a column', async () => {
  const titles = Array.from({ length: 30 }, (_, index) => `Rake ${index}`);
  const made = await Promise.all(
    titles.map((title) => owner.call('POST', '/tasks', { title, status: 'blocked' })),
  );
  expect(made.filter(({ status }) => status !== 201)).toEqual([]);
  await open('/r/task?layout=board&q=Rake');
  const column = page.getByRole('region', { name: 'Blocked', exact: true });
  await column.getByText('5 more are not shown.').waitFor();
  expect(await column.getByRole('listitem').count()).toBe(25);
  await column.getByRole('button', { name: 'Show more' }).click();
  await column.getByText('5 more are not shown.').waitFor({ state: 'detached' });
  expect(await column.getByRole('listitem').count()).toBe(30);
  await window.close();
});

it('requests nothing but the cards and what every page needs before the cards of a board', async () => {
  expect((await owner.call('POST', '/tasks', { title: 'Sweep' })).status).toBe(201);
  await open('/r/task_label');
  await page.getByRole('button', { name: 'Import' }).waitFor();
  // Permissions are loaded again after an event about the user, such as the sign-in.
  await waitUntilNumbered(admin.service);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/tasks/board?*', async (route) => {
    await isReleased;
    await route.continue();
  });
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The page before may send requests until it is left.
    const isOfBoard = request.headers().referer?.endsWith('?layout=board');
    if (isOfBoard && pathname.startsWith('/api/')) requests.push(pathname);
  });
  await page.goto(`/${slug}/r/task?layout=board`);
  await page.getByRole('radio', { name: 'Board' }).waitFor();
  const needed = ['/api/navigation', '/api/platform/resources', '/api/tasks/board', '/api/users/me/start'];
  expect(requests.toSorted()).toEqual(needed);
  release();
  await page.getByRole('link', { name: 'Sweep' }).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).waitFor();
  expect(requests).toContain('/api/platform/resources/task/schema');
  await window.close();
});

it('filters by the name of another record', async () => {
  const person = { first_name: 'Ada', last_name: 'Lovelace', hire_date: '2026-01-01' };
  const { body: employee } = await owner.call('POST', '/employees', person);
  await owner.call('POST', '/tasks', { title: 'Calculate', assigned_employee_id: employee.id });
  await open('/r/task');
  await page.getByText('Filters').click();
  await page.getByRole('combobox', { name: 'Assigned employee' }).fill('Ada');
  await page.getByRole('option', { name: 'Ada Lovelace' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('1 record', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Calculate', exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe(`?assigned_employee_id=${employee.id}`);
  const assignee = page.getByRole('combobox', { name: 'Assigned employee' });
  await expect.poll(() => assignee.inputValue()).toBe('Ada Lovelace');
  await expectAccessible(page);
  await window.close();
});

it('keeps the focus beside the search, and names a filter that the service rejects', async () => {
  expect((await owner.call('POST', '/tasks', { title: 'Calibrate' })).status).toBe(201);
  await open('/r/task');
  const search = page.getByRole('searchbox');
  await search.fill('Calib');
  await search.press('Enter');
  await page.waitForURL('**?q=Calib');
  await page.getByText('1 record', { exact: true }).waitFor();
  expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Search');
  await page.goto(`/${slug}/r/task?priority=bogus`);
  await page.getByRole('alert').getByText('Priority: ').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('cell', { name: 'Calibrate', exact: true }).waitFor();
  await window.close();
});

it('shows deleted records when their box is checked, and the others when it is not', async () => {
  await open('/r/task');
  const deleted = page.getByLabel('Deleted records');
  await deleted.focus();
  await page.keyboard.press('Space');
  await page.waitForURL((url) => url.search === '?deleted=true');
  expect(await page.evaluate('document.activeElement.name')).toBe('deleted');
  await page.keyboard.press('Space');
  await page.waitForURL((url) => url.search === '');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Initiative' }).fill('Not a name');
  await deleted.focus();
  await page.keyboard.press('Space');
  expect(await deleted.isChecked()).toBe(false);
  await window.close();
});
