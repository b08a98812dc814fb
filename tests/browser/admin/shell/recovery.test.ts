import { Prisma } from '@wfp/shared/db';
import type { Client } from '@wfp/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  signInTo,
  startAdminBrowser,
  type Window,
} from '../admin-browser.ts';

const { sql } = Prisma;

let admin: AdminBrowser;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
});
beforeEach(async () => {
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => admin?.stop());

async function open(path: string, width = 1_280): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, owner, path);
  await page.locator('#content h1').waitFor();
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
/** The label of the region that contains the focus. */
const focusedRegion = () =>
  page.evaluate<string>("document.activeElement.closest('section')?.ariaLabel ?? ''");

it('takes the only match of a name with Enter, and does not send a form without a name that was typed', async () => {
  await open('/new/user');
  await page.getByLabel('Email').fill('vera@example.test');
  await page.getByLabel('First name').fill('Vera');
  await page.getByLabel('Last name').fill('Viewer');
  const roles = page.getByRole('combobox', { name: 'Roles' });
  await roles.fill('a name of no role');
  await page.getByText('Nothing matches.').waitFor();
  await page.keyboard.press('Tab');
  await press('Save');
  expect(
    await roles.evaluate((input) => (input as unknown as { validationMessage: string }).validationMessage),
  ).toBe('Choose one of the matches, or clear the text.');
  expect((await owner.call('GET', '/users')).body.total).toBe(1);
  await roles.fill('viewer');
  await page.getByRole('option', { name: 'Viewer' }).waitFor();
  await expect.poll(() => page.getByRole('listbox').getByRole('option').count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove Viewer' }).waitFor();
  await press('Save');
  await page.getByRole('heading', { level: 1, name: 'Vera Viewer' }).waitFor();
  const { id } = (await owner.call('GET', '/users?q=vera')).body.data[0];
  const grants = (await owner.call('GET', `/grants?user_id=${id}`)).body.data;
  const role = (await owner.call('GET', `/roles/${grants[0].role_id}`)).body;
  expect([grants.length, role.code]).toEqual([1, 'viewer']);
  await window.close();
});

it('repeats a request that failed, when the user asks for it', async () => {
  await open('');
  const lists = /\/api\/teams/;
  await page.route(lists, (route) => route.fulfill({ status: 429, json: { error: 'Too many requests' } }));
  await page.getByRole('link', { name: 'Teams', exact: true }).first().click();
  await page.getByText('Too many requests').waitFor();
  await expectAccessible(page);
  await page.unroute(lists);
  await press('Try again');
  await page.getByText('Too many requests').waitFor({ state: 'detached' });
  await window.close();
});

it('applies networks without the own address after a confirmation, and keeps the focus in the section', async () => {
  await open('/r/organization_setting');
  const security = page.getByRole('region', { name: 'Security' });
  await security.getByLabel('Session hours').fill('8');
  await page.keyboard.press('Control+Enter');
  await security.getByText('Saved.').waitFor();
  await expect.poll(focusedRegion).toBe('Security');
  await security.getByLabel('Allowed networks').fill('203.0.113.0/24');
  await security.getByRole('button', { name: 'Save Security' }).click();
  await security.getByText(/Does not include your own address/).waitFor();
  await expectAccessible(page);
  expect((await owner.call('GET', '/users')).status).toBe(200);
  await security.getByRole('checkbox', { name: /although I lose access/ }).check();
  await security.getByLabel('Allowed networks').fill('203.0.113.0/25');
  await security.getByRole('button', { name: 'Save Security' }).click();
  await expect.poll(async () => (await owner.call('GET', '/users')).status).toBe(403);
  const stored = await admin.service.rows(sql`select s.values -> 'allowed_networks' as networks
    from organization_settings s where s.org_id = ${owner.user.org_id} and s.section = 'security'`);
  expect(stored).toEqual([{ networks: ['203.0.113.0/25'] }]);
  await window.close();
});

it('leads to the profile from the menu of a narrow screen', async () => {
  await open('', 320);
  await press('Open menu');
  const menu = page.getByRole('dialog');
  await menu.getByRole('link', { name: 'API reference' }).waitFor();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await window.close();
});

it('asks before it deletes chosen records, with the focus on the harmless answer', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'Chosen' })).body;
  await open('/r/task');
  await page.getByRole('checkbox', { name: /Chosen/ }).check();
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await owner.call('GET', `/tasks/${id}`)).status).toBe(200);
  await window.close();
});

it('shows the chosen name again after a text that matches nothing', async () => {
  await open('/new/task');
  const assignee = page.getByRole('combobox', { name: 'Assigned employee' });
  await assignee.fill('olga');
  await page.getByRole('option', { name: 'Olga Owner' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => assignee.inputValue()).toBe('Olga Owner');
  await assignee.fill('no such name');
  await page.getByText('Nothing matches.').waitFor();
  await page.keyboard.press('Enter');
  expect(await assignee.inputValue()).toBe('Olga Owner');
  await assignee.fill('');
  await page.getByLabel('Title').fill('Sweep the yard');
  await press('Save');
  await page.getByRole('heading', { level: 1, name: 'Sweep the yard' }).waitFor();
  expect((await owner.call('GET', '/tasks')).body.data).toMatchObject([{ assigned_employee_id: null }]);
  await window.close();
});

it('undoes a move on the board while its select has the focus', async () => {
  const { id } = (await owner.call('POST', '/tasks', { title: 'Mow' })).body;
  await open('/r/task?layout=board');
  const status = async () => (await owner.call('GET', `/tasks/${id}`)).body.status;
  const column = page.getByLabel('Column of “Mow”');
  await column.selectOption('blocked');
  await expect.poll(status).toBe('blocked');
  await column.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(status).toBe('todo');
  await window.close();
});
