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
} from '../admin-browser.ts';

let admin: AdminBrowser;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  for (const name of ['Apple pickers', 'Beekeepers', 'Gardeners'])
    expect((await owner.call('POST', '/teams', { name })).status).toBe(201);
});
afterAll(() => admin?.stop());

async function open(user: Client, path: string, width = 1280): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, user, path);
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const focused = () => page.evaluate<string>('document.activeElement.textContent');
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
async function expectAccessibleInBoth(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
}

it('opens, edits, deletes and restores a record of a list by keys only', async () => {
  await open(owner, '/r/team?sort=name');
  const link = page.getByRole('link', { name: 'Apple pickers' });
  await link.waitFor();
  const create = page.getByRole('link', { name: 'Create' });
  await expect.poll(() => create.getAttribute('aria-keyshortcuts')).toBe('C');
  expect(await create.getAttribute('title')).toBe('Create (C)');
  await press('ArrowDown');
  expect(await focused()).not.toBe('Apple pickers');
  await press('j');
  expect(await focused()).toBe('Apple pickers');
  await press('j', 'ArrowDown');
  expect(await focused()).toBe('Gardeners');
  await press('k', 'Enter');
  await heading('Beekeepers');
  await press('e');
  await heading('Edit Beekeepers');
  await page.getByLabel('Name', { exact: false }).focus();
  // In a text field, characters are text.
  await press('End', 'e', 'c', 'g', 'h', '?', 'Control+Enter');
  await heading('Beekeepersecgh?');
  await press('Escape');
  await heading('Teams');
  await link.waitFor();
  // The list without an order is a tree, whose rows have the focus.
  await press('j');
  expect(await focused()).toContain('Apple pickers');
  await press('/');
  await page.keyboard.type('garden');
  await press('Enter');
  await page.getByText('1 record', { exact: true }).waitFor();
  await press('j', 'Enter');
  await heading('Gardeners');
  await press('Delete');
  await dialog('Delete “Gardeners”?').waitFor();
  await press('e', 'Escape');
  await dialog('Delete “Gardeners”?').waitFor({ state: 'detached' });
  await heading('Gardeners');
  await press('Delete');
  await dialog('Delete “Gardeners”?').waitFor();
  await press('Tab', 'Enter');
  await heading('Teams');
  await press('Control+z');
  await page.getByRole('status').getByText('Restored “Gardeners”').waitFor();
  await press('c');
  await heading('Teams: create');
  // The first field has the focus: Escape leaves it, then the form.
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  await press('Escape');
  await heading('Teams: create');
  await press('Escape');
  await heading('Teams');
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('goes to places of the menu, hides the menu for the user, and lists the shortcuts', async () => {
  const viewer = await admin.service.newUser(owner, ['viewer']);
  await open(viewer, '');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Tasks' }).waitFor();
  await page.getByTitle('Hide menu ([)').waitFor();
  await press('g', 't');
  await heading('Tasks');
  // The viewer may not open the audit log.
  await press('g', 'a', 'g', 'h');
  await heading('Hello, Uma');
  await press('[');
  await menu.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Show menu' }).getAttribute('aria-expanded')).toBe('false');
  await expect
    .poll(async () => (await viewer.call('GET', '/users/me/preferences')).body.values)
    .toEqual({ sidebar: 'hidden' });
  await press('?');
  const list = dialog('Keyboard shortcuts');
  await list.getByText('Go to tasks').waitFor();
  expect(await list.getByText('Go to the audit log').count()).toBe(0);
  await expectAccessibleInBoth();
  await page.setViewportSize({ width: 320, height: 600 });
  await expectNoSideways(page);
  await expectAccessible(page);
  await press('Escape');
  await list.waitFor({ state: 'detached' });
  await window.close();
});

it('switches shortcuts of characters off, and replaces their keys, on all devices of the user', async () => {
  const user = await admin.service.newUser(owner, ['admin']);
  await open(user, '/profile', 320);
  const settings = page.getByRole('region', { name: 'Keyboard shortcuts' });
  await settings.getByText('Choose your own keys').click();
  const key = settings.getByLabel('Create a record');
  await key.fill('j');
  await settings.getByText('Is used for: Next record').waitFor();
  expect(await key.getAttribute('aria-invalid')).toBe('true');
  await expectAccessibleInBoth();
  await expectNoSideways(page);
  await key.fill('n');
  await settings.getByLabel('Go to tasks').fill('x');
  await settings.getByRole('button', { name: 'Save shortcuts' }).click();
  await settings.getByText('Saved.').waitFor();
  const stored = async () => (await user.call('GET', '/users/me/preferences')).body.values;
  const keys = { create: 'n', task: 'g x' };
  expect(await stored()).toEqual({ shortcuts: { characters: true, keys } });
  const first = window;
  await open(user, '/r/team');
  const create = () => page.getByRole('link', { name: 'Create' });
  await expect.poll(() => create().getAttribute('title')).toBe('Create (N)');
  await press('c', 'n');
  await heading('Teams: create');
  // The first field has the focus: Escape leaves it, then the form.
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  await press('Escape');
  await heading('Teams: create');
  await press('Escape');
  await heading('Teams');
  await press('g', 'x');
  await heading('Tasks');
  await window.close();
  page = first.page;
  await settings.getByLabel('Use shortcuts of single characters').uncheck();
  await settings.getByRole('button', { name: 'Save shortcuts' }).click();
  await expect.poll(stored).toEqual({ shortcuts: { characters: false, keys } });
  await first.close();
  await open(user, '/r/team');
  await create().waitFor();
  await page.locator('[title="Hide menu"]').waitFor();
  await expect.poll(() => create().getAttribute('title')).toBeNull();
  await press('n', 'g', 'x', '?');
  await heading('Teams');
  expect(await page.getByRole('dialog').allTextContents()).toEqual([]);
  await window.close();
});

it('moves between the cards of a board', async () => {
  for (const title of ['Paint the fence', 'Order chairs']) await owner.call('POST', '/tasks', { title });
  await open(owner, '/r/task?layout=board');
  const cards = page.locator('main').getByRole('listitem').getByRole('link');
  await expect.poll(() => cards.count()).toBe(2);
  // Shortcuts of characters do nothing until the preferences are loaded.
  await page.getByRole('link', { name: 'Create' }).and(page.locator('[aria-keyshortcuts=C]')).waitFor();
  await press('j');
  const first = await focused();
  await press('ArrowDown');
  expect([first, await focused()].sort()).toEqual(['Order chairs', 'Paint the fence']);
  await press('k', 'Enter');
  await heading(first);
  await window.close();
});

const palette = () => dialog('Find records and commands');
const options = () => palette().getByRole('option');
async function choose(text: string): Promise<void> {
  // A command may have its effect before the palette disappears.
  await palette().waitFor({ state: 'detached' });
  await press('Control+k');
  await palette().waitFor();
  await page.keyboard.type(text);
  await press('Enter');
}

it('finds records, commands and permissions from any page, commands that were used last first', async () => {
  await open(owner, '/r/team');
  await page.getByRole('link', { name: 'Gardeners' }).waitFor();
  const searched: string[] = [];
  page.on('request', (request) => {
    const q = new URL(request.url()).searchParams.get('q');
    if (q !== null) searched.push(q);
  });
  await press('Control+k');
  await palette().waitFor();
  await page.keyboard.insertText('gardeners');
  const found = options().filter({ hasText: 'Gardeners' });
  await found.waitFor();
  expect(new Set(searched)).toEqual(new Set(['gardeners']));
  expect(await found.getAttribute('aria-selected')).toBe('true');
  await press('Enter');
  await heading('Gardeners');
  await choose('edit');
  await heading('Edit Gardeners');
  await page.getByLabel('Name', { exact: false }).focus();
  await choose('scheme dark');
  await page.locator('html[data-theme=dark]').waitFor({ state: 'attached' });
  await expect
    .poll(async () => (await owner.call('GET', '/users/me/preferences')).body.values)
    .toEqual({ theme: 'dark' });
  await choose('go enums');
  await heading('Enums');
  await page.goto(`/${slug}/r/employee`);
  await heading('Employees');
  await page.getByRole('button', { name: 'Export' }).waitFor();
  await choose('export');
  await dialog('Request an export of employees').waitFor();
  await press('Escape');
  await choose('create tasks');
  await heading('Tasks: create');
  await press('Control+k');
  await expect.poll(() => options().first().textContent()).toBe('Create: Tasks');
  await expect.poll(() => options().nth(1).textContent()).toBe('Enums');
  await expect.poll(() => options().nth(2).textContent()).toBe('Colour scheme: Dark');
  await expectAccessible(page);
  await press('ArrowDown', 'ArrowUp', 'Tab');
  expect(await focused()).toBe('Close');
  await press('Escape');
  await palette().waitFor({ state: 'detached' });
  await choose('colour light');
  await page.locator('html[data-theme=light]').waitFor({ state: 'attached' });
  await choose('why');
  await dialog('Why may I not …').waitFor();
  await page.keyboard.type('update task');
  await expectAccessible(page);
  await press('Enter');
  await dialog('Permission task:update').getByText('You have this permission.', { exact: true }).waitFor();
  await press('Escape');
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('offers only what the user may do, at 320 px and without a keyboard', async () => {
  const viewer = await admin.service.newUser(owner, ['viewer']);
  await open(viewer, '/r/task', 320);
  await heading('Tasks');
  await page.getByRole('button', { name: 'Find records and commands' }).click();
  await options().filter({ hasText: 'Teams' }).waitFor();
  await expectNoSideways(page);
  await expectAccessibleInBoth();
  await palette().getByRole('combobox').fill('create team');
  await palette().getByText('Nothing matches.').waitFor();
  await palette().getByRole('combobox').fill('audit');
  await palette().getByText('Nothing matches.').waitFor();
  await palette().getByRole('combobox').fill('sign');
  await options().filter({ hasText: 'Sign out' }).click();
  await heading('Sign in');
  await window.close();
});

it('closes the palette with Escape from its input, and returns the focus', async () => {
  await open(owner, '/r/team');
  const find = page.getByRole('button', { name: 'Find records and commands' });
  await find.waitFor();
  await find.focus();
  await press('Enter');
  await palette().waitFor();
  await page.keyboard.type('team');
  await press('Escape');
  await palette().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Find');
  await window.close();
});
