import { type Client, testPassword } from '@wfp/testing';
import { totpCode } from '@wfp/testing/second-factor.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  readableState,
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
});
afterAll(() => admin?.stop());

async function open(user: Client): Promise<void> {
  window = await admin.newWindow(320);
  page = window.page;
  await page.goto(`/login?organization=${slug}&to=${encodeURIComponent(`/${slug}/profile`)}`);
  await page.getByLabel('Email').fill(user.user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
}
const section = (name: string) => page.getByRole('region', { name });

it('changes name, address and password, and ends other sessions', async () => {
  const user = await admin.service.newUser(owner, ['employee']);
  await open(user);
  const account = section('Name and language');
  await account.getByLabel('Display name').fill('Countess');
  await account.getByLabel('Time zone').fill('Nowhere');
  await account.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => account.getByLabel('Time zone').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await account.getByLabel('Time zone').fill('Europe/Berlin');
  await account.getByRole('button', { name: 'Save' }).click();
  await account.getByText('Saved.').waitFor();
  expect((await user.call('GET', '/users/me')).body).toMatchObject({
    display_name: 'Countess',
    time_zone: 'Europe/Berlin',
  });
  const email = section('Email address');
  await email.getByLabel('New address').fill('new.address@example.test');
  await email.getByLabel('Password').fill(testPassword);
  await email.getByRole('button', { name: 'Change address' }).click();
  await email.getByText('A mail with a link').waitFor();
  expect(await admin.service.mails('new.address@example.test')).toHaveLength(1);
  const sessions = section('Sessions');
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2);
  await sessions.getByText('(this session)').waitFor();
  await sessions.getByRole('button').click();
  await expect.poll(() => sessions.getByRole('listitem').count()).toBe(1);
  expect((await user.call('GET', '/users/me')).status).toBe(401);
  const password = section('Password');
  await password.getByLabel('Current password').fill(testPassword);
  await password.getByLabel('New password').fill('another long password');
  await password.getByRole('button', { name: 'Change password' }).click();
  await password.getByText('Your password was changed.').waitFor();
  await expectNoSideways(page);
  expect(window.rejected).toEqual(['PATCH /users/me 422']);
  await window.close();
});

it('sets up, verifies and removes second factors, with recovery codes shown once', async () => {
  const user = await admin.service.newUser(owner, ['employee']);
  await open(user);
  const factors = section('Second factors');
  const dialog = page.getByRole('dialog');
  const keyOf = async () => (await dialog.locator('code').first().textContent())?.replaceAll(' ', '') ?? '';
  await factors.getByText('No second factor is set up.').waitFor();
  await factors.getByRole('button', { name: 'Add an authenticator app' }).click();
  const first = await keyOf();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(first, -1));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(10);
  const code = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await expectAccessible(page);
  await expect.poll(() => page.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true);
  await page.keyboard.press('Escape');
  expect(await dialog.getByRole('listitem').count()).toBe(10);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await factors.getByText('10 recovery codes left.').waitFor();
  expect(await page.content()).not.toContain(code);
  expect(await readableState(page)).not.toContain(code);
  await factors.getByRole('button', { name: /^Remove/ }).click();
  await dialog.getByLabel('Password').fill(testPassword);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(totpCode(first));
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await factors.getByText('No second factor is set up.').waitFor();
  expect((await user.call('GET', '/mfa')).body.is_on).toBe(false);
  expect(window.rejected).toEqual([]);
  await window.close();
});
