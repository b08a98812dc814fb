import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  readableState,
  signInTo,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

let admin: AdminBrowser;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
let worker: RunningWorker;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'exports' });
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
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The name of the field with the focus. */
const focused = () => page.evaluate<string>('document.activeElement.name');
const dialog = () => page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Save' }).click();
const post = async (path: string, body: object) => {
  const response = await owner.call('POST', path, body);
  expect(response.status).toBe(201);
  return response.body;
};

it('chooses another record by its name, and shows names instead of ids', async () => {
  const team = await post('/teams', { name: 'Gardeners' });
  await post('/teams', { name: 'Painters' });
  await open('/new/position');
  await heading('Positions: create');
  await expect.poll(() => focused()).toBe('title');
  await page.getByLabel('Title').fill('Head of trees');
  await page.getByLabel('Code').fill('HEAD');
  const team_id = page.getByRole('combobox', { name: 'Team' });
  await team_id.fill('gard');
  const option = page.getByRole('option', { name: 'Gardeners' });
  await option.waitFor();
  await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => team_id.inputValue()).toBe('Gardeners');
  await button('Save').click();
  await heading('Head of trees');
  await page.getByRole('link', { name: 'Gardeners' }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await heading('Edit Head of trees');
  await expect.poll(() => team_id.inputValue()).toBe('Gardeners');
  await page.goto(`/${slug}/r/position`);
  await page.getByRole('cell', { name: 'Gardeners' }).getByRole('link').click();
  await heading('Gardeners');
  expect(new URL(page.url()).pathname).toBe(`/${slug}/r/team/${team.id}`);
  await window.close();
});

it('takes actions with and without a form', async () => {
  const position = await post('/positions', { title: 'Gatekeeper', code: 'GATE', status: 'draft' });
  const [from, into] = [
    await post('/task-labels', { name: 'Roofs' }),
    await post('/task-labels', { name: 'Houses' }),
  ];
  await open(`/r/position/${position.id}`);
  await heading('Gatekeeper');
  await button('Open').click();
  await dialog().waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await button('Open').click();
  await dialog().getByRole('button', { name: 'Open' }).click();
  await expect
    .poll(async () => (await owner.call('GET', `/positions/${position.id}`)).body.status)
    .toBe('open');
  await page.getByText('Open', { exact: true }).and(page.locator('dd *')).waitFor();
  await page.getByRole('status').getByText('Open: done', { exact: true }).waitFor();
  await page.goto(`/${slug}/r/task_label/${from.id}`);
  await heading('Roofs');
  await button('Merge').click();
  await dialog().getByRole('combobox', { name: 'Into' }).fill('Hou');
  await page.getByRole('option', { name: 'Houses' }).click();
  await dialog().getByRole('button', { name: 'Merge' }).click();
  await expect.poll(async () => (await owner.call('GET', `/task-labels/${from.id}`)).status).toBe(404);
  expect((await owner.call('GET', `/task-labels/${into.id}`)).status).toBe(200);
  await window.close();
});

it('lists, adds, changes and deletes what belongs to a record', async () => {
  const { id } = await post('/tasks', { title: 'Repair the door' });
  await open(`/r/task/${id}`, 320);
  await heading('Repair the door');
  await page.locator('summary').filter({ hasText: 'Comments' }).click();
  await page.getByText('None yet.').waitFor();
  await button('Comments: add').click();
  await expect.poll(() => focused()).toBe('body');
  await save();
  await page.getByRole('alert').waitFor();
  await dialog().getByLabel('Body').fill('Which door?');
  await expectAccessible(page);
  await save();
  await page.getByRole('cell', { name: 'Which door?' }).waitFor();
  await page.getByRole('status').getByText('Comments: added', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Edit/ }).and(page.locator('td *')).click();
  await dialog().getByLabel('Body').fill('Which of the doors?');
  await save();
  await page.getByRole('cell', { name: 'Which of the doors?' }).waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  await page
    .getByRole('button', { name: /^Delete/ })
    .and(page.locator('td *'))
    .click();
  await dialog().getByRole('button', { name: 'Delete' }).click();
  await page.getByText('None yet.').waitFor();
  const { data } = (await owner.call('GET', `/audit-log?resource=task_comment`)).body;
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['archive', 'update', 'create']);
  await window.close();
});

it('restores a deleted record, and shows the organization with its addresses', async () => {
  const team = await post('/teams', { name: 'Plumbers' });
  expect((await owner.call('DELETE', `/teams/${team.id}`)).status).toBe(204);
  await open('/r/team?deleted=true');
  await page.getByRole('cell', { name: 'Plumbers', exact: true }).waitFor();
  await button('Restore').click();
  await dialog().getByRole('button', { name: 'Restore' }).click();
  await page.getByText('No record matches.').waitFor();
  await expect.poll(async () => (await owner.call('GET', `/teams/${team.id}`)).status).toBe(200);
  await page.goto(`/${slug}/r/organization`);
  await heading('Organization');
  await page.locator('summary').filter({ hasText: 'Addresses' }).click();
  await page.getByText('None yet.').waitFor();
  await window.close();
});

it('shows a secret once, and keeps it nowhere', async () => {
  await open('/new/api_key');
  await heading('API keys: create');
  await page.getByLabel('Name').fill('Reports');
  await button('Save').click();
  const secret = await dialog().locator('code').textContent();
  expect(secret).toMatch(/^wfp_/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  expect(await dialog().locator('code').textContent()).toBe(secret);
  await button('Done').click();
  await heading('Reports');
  expect(await page.content()).not.toContain(secret);
  expect(await readableState(page)).not.toContain(secret);
  await window.close();
});

it('exports the records that match the filters', async () => {
  await post('/tasks', { title: 'Exported task' });
  await open('/r/task?q=Exported');
  await page.getByRole('cell', { name: 'Exported task', exact: true }).waitFor();
  await button('Export').click();
  await button('CSV').click();
  await page.getByText('1 record exported.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await window.close();
});

/** Faster than the page is rendered again. */
const clickTwice = (name: string) =>
  page.evaluate(`{
    const button = [...document.querySelectorAll('dialog button')].find(({ textContent }) => textContent === '${name}');
    button.click();
    button.click();
  }`);

it('sends a request once if its button is clicked twice', async () => {
  const { id } = await post('/tasks', { title: 'Repair the gate' });
  await open(`/r/task/${id}`);
  await page.locator('summary').filter({ hasText: 'Comments' }).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await button('Comments: add').click();
  await dialog().getByLabel('Body').fill('Which gate?');
  await clickTwice('Save');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: 'Which gate?' }).waitFor();
  await page.goto(`/${slug}/r/task`);
  await button('Export').click();
  await dialog().getByRole('button', { name: 'CSV' }).waitFor();
  await clickTwice('CSV');
  await dialog().getByText('exported.').waitFor();
  expect(sent.filter((path) => !path.startsWith('/api/auth'))).toEqual([
    `/api/tasks/${id}/comments`,
    '/api/tasks/export',
  ]);
  await window.close();
});

it('asks before Escape closes a dialog with input', async () => {
  const { id } = await post('/tasks', { title: 'Paint the gate' });
  await open(`/r/task/${id}`);
  await page.locator('summary').filter({ hasText: 'Comments' }).click();
  await button('Comments: add').click();
  const form = page.getByRole('dialog', { name: 'Comments: add' });
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  const body = form.getByLabel('Body');
  await body.fill('A long comment');
  await body.press('End');
  await page.keyboard.press('Escape');
  await question.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await body.inputValue()).toBe('A long comment');
  await body.press('End');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await form.waitFor({ state: 'hidden' });
  await button('Comments: add').click();
  await body.waitFor();
  await page.keyboard.press('Escape');
  await form.waitFor({ state: 'hidden' });
  await window.close();
});

it('does not leave out a date that is incomplete', async () => {
  await open('/new/task');
  await page.getByLabel('Title').fill('Oil the gate');
  await page.getByLabel('Due at').focus();
  await page.keyboard.type('12312026');
  await button('Save').click();
  expect(await page.evaluate<string>('document.activeElement.name')).toBe('due_at');
  await page.getByLabel('Due at').fill('2026-12-31T10:00');
  await button('Save').click();
  await heading('Oil the gate');
  const { data } = (await owner.call('GET', '/tasks?q=Oil')).body;
  expect(data).toMatchObject([{ due_at: expect.stringContaining('2026-12-31T') }]);
  await window.close();
});
