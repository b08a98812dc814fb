import type { Client } from '@wfp/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  signInTo,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

let admin: AdminBrowser;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  const titles = Array.from({ length: 60 }, (_, index) => `Paint fence ${index + 1}`);
  for (const title of [...titles, 'Order chairs'])
    expect((await owner.call('POST', '/tasks', { title })).status).toBe(201);
});
afterAll(() => admin?.stop());

async function signIn(user: Client, path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, user, path);
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const rows = () => page.locator('tbody tr');

it('searches, filters and sorts a list, and keeps that in the address', async () => {
  await signIn(owner, '/tasks?q=fence');
  await heading('Tasks');
  await page.getByText('60 records', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/${slug}/r/task`);
  expect(await rows().count()).toBe(60);
  await page.getByRole('searchbox', { name: 'Search' }).fill('chairs');
  await page.keyboard.press('Enter');
  await page.getByText('1 record', { exact: true }).waitFor();
  await page.getByText('Filters').click();
  await page.getByLabel('Status').selectOption('done');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('No record matches.').waitFor();
  await page.reload();
  await page.getByText('No record matches.').waitFor();
  expect(await page.getByLabel('Status').inputValue()).toBe('done');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('61 records', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Title' }).click();
  await page.locator('th[aria-sort=ascending]').waitFor();
  await expect.poll(() => rows().first().textContent()).toContain('Order chairs');
  await expectAccessible(page);
  await window.close();
});

it('creates, changes and deletes a record, and shows errors at their fields', async () => {
  await signIn(owner, '/r/team');
  await heading('Teams');
  await page.getByRole('link', { name: 'Create' }).click();
  await heading('Teams: create');
  await page.getByLabel('Email').fill('not an address');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  const name = page.getByLabel('Name', { exact: false });
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
  expect(await page.evaluate('document.activeElement.name')).toBe('name');
  await expectAccessible(page);
  await name.fill('Gardeners');
  await page.getByLabel('Email').fill('');
  await page.getByLabel('Kind').selectOption('squad');
  await page.getByLabel('Description').fill('Trees\nand fences');
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Gardeners');
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  await expect
    .poll(async () => (await owner.call('GET', `/teams/${id}`)).body)
    .toMatchObject({
      name: 'Gardeners',
      kind: 'squad',
      description: 'Trees\nand fences',
      email: null,
    });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await heading('Edit Gardeners');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Nothing has changed.').waitFor();
  await page.getByLabel('Name', { exact: false }).fill('Foresters');
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Foresters');
  const latest = async () =>
    (await owner.call('GET', `/audit-log?resource=team&record_id=${id}`)).body.data[0].changes;
  await expect.poll(latest).toEqual([{ field: 'name', from: 'Gardeners', to: 'Foresters' }]);
  await page.getByRole('button', { name: 'Show history' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'update by Olga Owner' })
    .getByText('Name', { exact: true })
    .waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Foresters”?' });
  await dialog.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await heading('Teams');
  await page.getByText('No records yet.').waitFor();
  await expect.poll(async () => (await owner.call('GET', `/teams/${id}`)).status).toBe(404);
  expect(window.rejected).toEqual(['POST /teams 422']);
  await window.close();
});

it('shows only actions that the user may take', async () => {
  const viewer = await admin.service.newUser(owner, ['viewer']);
  await signIn(viewer, '/r/task');
  await heading('Tasks');
  await rows().first().waitFor();
  expect(await page.getByRole('link', { name: 'Create' }).count()).toBe(0);
  await rows().first().getByRole('link').first().click();
  await heading(/Paint fence|Order chairs/);
  for (const name of ['Edit', 'Delete', 'Show history'])
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
  await page.goto(`/${slug}/new/task`);
  await page.getByLabel('Title', { exact: false }).fill('Not allowed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('alert')
    .getByText(/task:create/)
    .waitFor();
  await page.goto(`/${slug}/r/audit_log`);
  await heading('Page not found');
  await window.close();
});

it('has a page without errors for every resource that has a list', async () => {
  const { data } = (await owner.call('GET', '/platform/resources')).body;
  const isListed = ({ path }: { path: string | null }) => path && !/(?<!\/organizations\/):/.test(path);
  const listed = data.filter(isListed);
  expect(listed.length).toBeGreaterThan(25);
  await signIn(owner, '');
  await heading('Hello, Olga');
  const entries = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await expect.poll(() => entries.count()).toBeGreaterThan(20);
  const paths = listed.map(({ code }: { code: string }) => `/${slug}/r/${code}`);
  for (const entry of await entries.all())
    expect([`/${slug}`, ...paths]).toContain(await entry.getAttribute('href'));
  for (const { code, label } of listed) {
    // Opens the page as a link does, without loading the application again.
    await page.evaluate(`history.pushState({}, '', '/${slug}/r/${code}')`);
    await heading(label);
    const content = 'table, dl, section form, [role=alert], p[role=status]:not(:text("Loading"))';
    await page.locator(content).filter({ visible: true }).first().waitFor();
    expect([code, await page.getByRole('alert').allInnerTexts()]).toEqual([code, []]);
    await expectAccessible(page);
  }
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('shows a record with everything below it, for every resource that has a record', async () => {
  const { data } = (await owner.call('GET', '/platform/resources')).body;
  const examples = {
    '/teams': { name: 'Gardeners' },
    '/holiday-calendars': { name: 'Vienna' },
    '/announcements': { title: 'News', body_md: 'Text' },
    '/employees': { first_name: 'Ada', last_name: 'Lovelace', hire_date: '2026-01-01' },
  };
  for (const [path, body] of Object.entries(examples))
    expect([path, (await owner.call('POST', path, body)).status]).toEqual([path, 201]);
  await signIn(owner, '');
  await heading('Hello, Olga');
  const shown: string[] = [];
  for (const { code, path, key, parts } of data) {
    if (!path || path.includes(':') || key === null || parts.length === 0) continue;
    const [row] = (await owner.call('GET', `${path}?limit=1`)).body.data;
    if (!row) continue;
    shown.push(code);
    await page.evaluate(`history.pushState({}, '', '/${slug}/r/${code}/${row[key]}')`);
    await page.locator('dl').first().waitFor();
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await expect.poll(() => page.getByText('Loading', { exact: true }).count()).toBe(0);
    expect([code, await page.getByRole('alert').allInnerTexts()]).toEqual([code, []]);
    await expectAccessible(page);
  }
  expect(shown).toEqual(expect.arrayContaining(['announcement', 'employee', 'enum', 'task', 'team', 'user']));
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('fits into 320 px: list, record and form', async () => {
  const title = `${'Донаудампфшифффарт'.repeat(10)} ${'مرحبا'.repeat(10)}`;
  const { id } = (await owner.call('POST', '/tasks', { title })).body;
  await signIn(owner, '/r/task?sort=-created_at', 320);
  await rows().first().waitFor();
  await expectNoSideways(page);
  await page.goto(`/${slug}/r/task/${id}`);
  await heading(title);
  await expectNoSideways(page);
  await expectAccessible(page);
  await page.goto(`/${slug}/edit/task/${id}`);
  await page.getByLabel('Title', { exact: false }).waitFor();
  await expectNoSideways(page);
  await window.close();
});
