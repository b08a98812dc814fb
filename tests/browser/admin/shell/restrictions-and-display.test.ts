import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, testPassword } from '@wfp/testing';
import { totpCode } from '@wfp/testing/second-factor.ts';
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

const { sql } = Prisma;

let admin: AdminBrowser;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => admin?.stop());

async function open(user: Client, path: string, width = 1280): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, user, path);
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const changeOrganization = (fields: Prisma.Sql) =>
  executeOperational(
    admin.service.platform,
    sql`update organizations set ${fields} where id = ${owner.user.org_id}`,
  );

it('explains a read-only organization, offers only what remains possible, and ends when it is reopened', async () => {
  const { id } = (await owner.call('POST', '/teams', { name: 'Gardeners' })).body;
  await open(owner, `/edit/team/${id}`, 320);
  const name = page.getByLabel('Name', { exact: false });
  await name.fill('Foresters');
  const closed = { password: testPassword, confirm: slug };
  expect((await owner.call('POST', '/organizations/current/close', closed)).status).toBe(200);
  await button('Save').click();
  const banner = page.getByRole('status').filter({ hasText: 'An owner can reopen the organization' });
  await banner.waitFor();
  await page.getByText('The organization is read-only: this cannot be saved.').waitFor();
  expect(await button('Retry').getAttribute('aria-disabled')).toBe('true');
  expect(await name.inputValue()).toBe('Foresters');
  await expectAccessible(page);
  await expectNoSideways(page);
  const reader = await window.newTab();
  await reader.goto(`/${slug}/r/task`);
  await reader.getByRole('button', { name: 'Export' }).waitFor();
  await reader.getByText('The organization is read-only').waitFor();
  expect(await reader.getByRole('link', { name: 'Create' }).count()).toBe(0);
  await reader.close();
  await banner.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await banner.waitFor({ state: 'detached' });
  await button('Retry').click();
  await heading('Foresters');
  await button('Delete').waitFor();
  expect(window.rejected).toEqual([`PATCH /teams/${id} 403`]);
  await window.close();
});

it.each([
  ['a suspended organization', sql`status = 'suspended'`, sql`status = 'active'`, 'Contact the operator'],
  [
    'a network that is not allowed',
    sql`allowed_networks = '{192.0.2.0/24}'`,
    sql`allowed_networks = '{}'`,
    'Use a network that your organization allows',
  ],
])('explains %s, and shows the page again when it may', async (_, restrict, allow, remedy) => {
  const user = await admin.service.newUser(owner, ['employee']);
  await open(user, '/r/task');
  await heading('Tasks');
  await page.getByText('No records yet.').waitFor();
  await changeOrganization(restrict);
  await page.getByRole('searchbox').fill('fence');
  await page.keyboard.press('Enter');
  const banner = page.getByRole('status').filter({ hasText: remedy });
  await banner.waitFor();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await changeOrganization(allow);
  await button('Check again').click();
  await page.getByText('No record matches.').waitFor();
  await banner.waitFor({ state: 'detached' });
  await page
    .getByRole('status')
    .filter({ hasText: /^. Live$/ })
    .waitFor();
  await window.close();
});

it('leads to the setup of a second factor that is required from now on', async () => {
  const user = await admin.service.newUser(owner, ['employee']);
  await open(user, '/r/task');
  await page.getByText('No records yet.').waitFor();
  const stage = sql`update sessions set stage = 'mfa_setup' where user_id = ${user.user.id}`;
  await executeOperational(admin.service.platform, stage);
  await page.getByRole('searchbox').fill('fence');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Set up a second factor' }).click();
  await heading('Profile');
  await button('Add an authenticator app').click();
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await page.getByText('Store your recovery codes').waitFor();
  await button('Done').click();
  await page.getByRole('link', { name: 'Set up a second factor' }).waitFor({ state: 'detached' });
  await page.goBack();
  await page.getByText('No record matches.').waitFor();
  await window.close();
});

it('is compact or comfortable on all devices of the user, and always comfortable on touch screens', async () => {
  const user = await admin.service.newUser(owner, ['employee']);
  await open(user, '/profile');
  await heading('Profile');
  const display = () => page.getByRole('region', { name: 'Display' });
  const height = async () => (await button('Sign out').boundingBox())?.height;
  const stored = async () => (await user.call('GET', '/users/me/preferences')).body.values;
  expect(await height()).toBe(28);
  await display().getByLabel('Density').selectOption('comfortable');
  await expect.poll(height).toBe(36);
  await display().getByLabel('Colour scheme').selectOption('dark');
  await expect.poll(stored).toEqual({ density: 'comfortable', theme: 'dark' });
  const first = window;
  await open(user, '/profile', 320);
  await page.locator('html[data-density=comfortable][data-theme=dark]').waitFor();
  await display().getByLabel('Density').waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await display().getByLabel('Colour scheme').selectOption('light');
  await page.locator('html[data-theme=light]').waitFor();
  await expectAccessible(page);
  // Without requests, as before the first paint.
  await page.route('**/api/**', (route) => route.abort());
  await page.reload({ waitUntil: 'commit' });
  await page.locator('html[data-density=comfortable][data-theme=light]').waitFor();
  await page.context().close();
  page = first.page;
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('density compact');
  await page.keyboard.press('Enter');
  await expect.poll(height).toBe(28);
  const devices = await page.context().newCDPSession(page);
  await devices.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await expect.poll(height).toBe(44);
  await first.close();
});

it('says that it is loading from the first paint until the first page is drawn', async () => {
  await open(owner, '', 320);
  await page.locator('[data-state=live]').waitFor({ state: 'attached' });
  await page.emulateMedia({ colorScheme: 'dark' });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/organization-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`/${slug}/r/team`, { waitUntil: 'commit' });
  const loading = page.getByText('Loading', { exact: true });
  // First that of the document, then the page that the router shows while the next one takes long.
  for (const place of ['body > div:not(#app)', '#app']) {
    await page
      .locator(place)
      .locator('[role=status]', { hasText: /^Loading$/ })
      .waitFor();
    expect(await loading.count()).toBe(1);
    await expectAccessible(page);
    await expectNoSideways(page);
  }
  release();
  await heading('Teams');
  expect(await page.locator('body > div').count()).toBe(1);
  await loading.waitFor({ state: 'detached' });
  await window.close();
});
