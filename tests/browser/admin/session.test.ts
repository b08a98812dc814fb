import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, testPassword } from '@wfp/testing';
import { enrol, totpCode, wrongCode } from '@wfp/testing/second-factor.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  readableState,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

const { sql } = Prisma;

let admin: AdminBrowser;
let owner: Client;
let slug: string;
const name = 'Café مكتب 🚀';
beforeAll(async () => {
  admin = await startAdminBrowser();
  owner = await admin.service.newOrganization(name);
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
});
afterAll(() => admin?.stop());

let window: Window;
let page: Page;
async function open(path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await page.goto(path);
}

async function fillPassword(email = owner.user.email, password = testPassword): Promise<void> {
  await page.getByLabel('Organization').fill(` ${slug.toUpperCase()} `);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
/** The responses to the worker's requests for a token. */
const refreshes = () => admin.served.to('/api/auth/cookie/refresh');
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const signIn = async () => {
  await fillPassword();
  await heading('Hello, Olga');
};

it('signs in, keeps no token that a script can read, and continues after a reload', async () => {
  await open('/');
  await heading('Sign in');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(await page.getByText('Is required').count()).toBe(3);
  expect(await page.getByLabel('Organization').getAttribute('aria-invalid')).toBe('true');
  await fillPassword(owner.user.email, 'a wrong password');
  await page
    .getByRole('alert')
    .getByText(/password/)
    .waitFor();
  await expectAccessible(page);
  expect(window.rejected).toEqual(['POST /auth/login 401']);
  const sent: string[] = [];
  page.on('response', async (response) => {
    if (/\/auth\//.test(response.url())) sent.push(await response.text().catch(() => ''));
  });
  await signIn();
  expect(new URL(page.url()).pathname).toBe(`/${slug}`);
  const secrets = sent
    .flatMap((text) => [...text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)])
    .map(([, token]) => token);
  expect(secrets).toHaveLength(3);
  const state = await readableState(page);
  for (const secret of secrets) expect(state).not.toContain(secret);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: `wfp-${owner.user.org_id}`, httpOnly: true, sameSite: 'Strict' });
  admin.served.clear();
  await page.goto('/');
  await heading('Hello, Olga');
  expect(refreshes()).toEqual(['POST /api/auth/cookie/refresh 200']);
  await window.close();
});

it('signs out in all tabs, and returns to the page after signing in again', async () => {
  await open(`/login?organization=${slug}&to=/${slug}`);
  await signIn();
  const other = await window.newTab();
  await other.goto(`/${slug}/nowhere?x=1`);
  await other.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in');
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  await page.goto(`/${slug}/nowhere?x=1`);
  await heading('Sign in');
  await fillPassword();
  await heading('Page not found');
  expect(page.url()).toContain(`/${slug}/nowhere?x=1`);
  await window.close();
});

it('asks for a second factor, or a recovery code', async () => {
  const user = await admin.service.newUser(owner, ['viewer']);
  const { secret, recovery_codes } = await enrol(admin.service, user);
  await open('/login');
  await fillPassword(user.user.email);
  await heading('Second factor');
  await expectAccessible(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  expect(await code.evaluate('document.activeElement.autocomplete')).toBe('one-time-code');
  await code.fill(wrongCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await code.fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await heading('Hello, Uma');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await fillPassword(user.user.email);
  await heading('Second factor');
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(String(recovery_codes[0]));
  await page.getByRole('button', { name: 'Continue' }).click();
  await heading('Hello, Uma');
  expect(window.rejected).toEqual(['POST /auth/mfa/verify 401']);
  await window.close();
});

it('leads to the password reset when the password has expired', async () => {
  const org = await admin.service.newOrganization();
  const { org_slug } = (await org.call('GET', '/users/me')).body;
  const security = { password_max_age_days: 30 };
  expect((await org.call('PATCH', '/organizations/current/settings', { security })).status).toBe(200);
  await executeOperational(
    admin.service.platform,
    sql`update users set password_changed_at = now() - interval '31 days' where id = ${org.user.id} returning id`,
  );
  await open(`/login?organization=${org_slug}`);
  await page.getByLabel('Email').fill(org.user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Your password has expired').waitFor();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await heading('Forgot password');
  expect(await page.getByLabel('Organization').inputValue()).toBe(org_slug);
  expect(window.rejected).toEqual(['POST /auth/login 403']);
  await window.close();
});

it('can be used by keyboard only, at 320 px, in light and dark', async () => {
  await open(`/login?organization=${slug}`, 320);
  await expectNoSideways(page);
  for (const text of [owner.user.email, testPassword]) {
    for (let tabs = 0; tabs < 6 && !(await page.evaluate("document.activeElement.value === '' ")); tabs += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await heading('Hello, Olga');
  await expectNoSideways(page);
  await page.reload();
  await heading('Hello, Olga');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByText(name).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Open menu');
  const background = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  for (const [theme, color] of [
    ['dark', 'rgb(18, 19, 22)'],
    ['light', 'rgb(250, 250, 248)'],
  ] as const) {
    await page.getByLabel('Colour scheme').selectOption(theme);
    await expect.poll(background).toBe(color);
    await page.reload();
    await heading('Hello, Olga');
    expect(await background()).toBe(color);
    await expectAccessible(page);
  }
  await window.close();
});

it('leads to the sign-in when the service has ended the session, and opens only pages of the organization', async () => {
  await open(`/login?to=${encodeURIComponent('//example.test/')}`);
  await signIn();
  expect(new URL(page.url()).pathname).toBe(`/${slug}`);
  expect((await owner.call('POST', '/auth/logout-all')).status).toBe(204);
  admin.served.clear();
  await page.reload();
  await heading('Sign in');
  expect(await page.getByLabel('Organization').inputValue()).toBe(slug);
  expect([window.rejected, refreshes()]).toEqual([[], ['POST /api/auth/cookie/refresh 401']]);
  await window.close();
});
