import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, createTestClient, testPassword } from '@wfp/testing';
import { totpCode, wrongCode } from '@wfp/testing/second-factor.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  expectTaken,
  mailedLink,
  readableState,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

const { sql } = Prisma;

let admin: AdminBrowser;
let owner: Client;
let slug: string;
beforeAll(async () => {
  admin = await startAdminBrowser();
  owner = await admin.service.newOrganization();
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
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const focused = (property: string) => page.evaluate<string>(`document.activeElement.${property}`);

it('creates an organization with a proposed or a checked slug, and confirms the address', async () => {
  const email = 'founder@sign-up.test';
  await open('/login', 320);
  await page.getByRole('link', { name: 'Create an organization' }).click();
  await heading('Create an organization');
  await expectNoSideways(page);
  await expectAccessible(page);
  const fieldOf = (name: string) => page.locator(`input[name=${name}]`);
  for (const [name, autocomplete] of [
    ['org_name', 'organization'],
    ['first_name', 'given-name'],
    ['last_name', 'family-name'],
    ['email', 'username'],
    ['password', 'new-password'],
  ] as const)
    expect(await fieldOf(name).getAttribute('autocomplete'), name).toBe(autocomplete);
  await fieldOf('org_name').fill('Café Zürich');
  await expect.poll(() => fieldOf('org_slug').inputValue()).toBe('cafe-zurich');
  await page.getByText('cafe-zurich is free').waitFor();
  await fieldOf('org_slug').fill(slug);
  await page.getByText(`${slug} is not available`).waitFor();
  await expectAccessible(page);
  await fieldOf('org_name').fill('Café Zürich 2');
  await fieldOf('first_name').fill('Fatima');
  await fieldOf('last_name').fill('Founder');
  await fieldOf('email').fill(email);
  await fieldOf('password').fill('short');
  await press('Create');
  await page.getByText('Must be at least 12 characters').waitFor();
  expect([await focused('name'), await fieldOf('org_slug').inputValue()]).toEqual(['password', slug]);
  await fieldOf('password').fill(testPassword);
  await press('Create');
  await page.getByText('Is already taken').waitFor();
  expect([await focused('name'), await fieldOf('email').inputValue()]).toEqual(['org_slug', email]);
  await expectNoSideways(page);
  await page.getByRole('button', { name: `Use ${slug}-2` }).click();
  await page.getByText(`${slug}-2 is free`).waitFor();
  await fieldOf('password').focus();
  await page.keyboard.press('Enter');
  await heading('Café Zürich 2 was created');
  await page.getByText(`We sent a link to ${email}`).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  await page.getByRole('link', { name: `Open ${slug}-2` }).click();
  await heading('Hello, Fatima');
  const link = await mailedLink(admin.service, email, 'verify_email');
  await page.goto(link.path);
  await press('Confirm');
  await page.getByText(`${slug}-2 is verified.`).waitFor();
  await expectTaken(page, link);
  await page.getByRole('link', { name: `Open ${slug}-2` }).click();
  await heading('Hello, Fatima');
  const found = await admin.service.rows<{ status: string }>(
    sql`select status from organizations where slug = ${`${slug}-2`}`,
  );
  expect(found).toEqual([{ status: 'active' }]);
  expect(window.rejected).toEqual(['POST /public/signup 422', 'POST /public/signup 422']);
  await window.close();
});

/** A user whose next sign-in requires a second factor. */
async function newRequiredUser(): Promise<{ user: Client; org_slug: string }> {
  const org = await admin.service.newOrganization();
  const user = await admin.service.newUser(org, ['employee']);
  const security = { require_mfa: 'all', mfa_grace_days: 0 };
  const set = await org.call('PATCH', '/organizations/current/settings', { security, confirm: true });
  expect(set.status).toBe(200);
  return { user, org_slug: (await org.call('GET', '/users/me')).body.org_slug };
}

async function signIn(org_slug: string, email: string): Promise<void> {
  await page.goto(`/login?organization=${org_slug}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(testPassword);
  await press('Sign in');
}

it('sets up the second factor that an organization requires, and shows recovery codes once', async () => {
  const { user, org_slug } = await newRequiredUser();
  await open('/login', 320);
  await page.context().grantPermissions(['clipboard-write']);
  await signIn(org_slug, user.user.email);
  await heading('Set up a second factor');
  await expectAccessible(page);
  await press('Set up');
  const qr = page.getByRole('img', { name: 'QR code for an authenticator app' });
  await qr.waitFor();
  await expectNoSideways(page);
  await expectAccessible(page);
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const url = await page.getByRole('link', { name: 'Open in an app' }).getAttribute('href');
  expect(new URL(url ?? '').searchParams.get('secret')).toBe(secret);
  const code = page.getByRole('textbox', { name: 'Code' });
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
  await code.fill(wrongCode(secret));
  await page.keyboard.press('Enter');
  await page.getByText('Is wrong or was already used').waitFor();
  expect(await code.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await code.fill(totpCode(secret).replace(/^.../, '$& '));
  await page.keyboard.press('Enter');
  await heading('Store your recovery codes');
  await expectNoSideways(page);
  await expectAccessible(page);
  const codes = await page
    .getByRole('list', { name: 'Store your recovery codes' })
    .locator('li')
    .allTextContents();
  expect(codes).toHaveLength(10);
  await page.evaluate('window.print = () => document.body.setAttribute("data-printed", "")');
  await press('Print');
  await page.locator('body[data-printed]').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await press('Copy');
  await page.getByText('The codes are copied.').waitFor();
  const other = await window.newTab();
  await other.goto('/login');
  await other.getByLabel('Organization').fill('');
  await other.keyboard.press('Control+V');
  const pasted = await other.getByLabel('Organization').inputValue();
  expect(codes.filter((one) => !pasted.includes(one))).toEqual([]);
  await other.close();
  await press('I have stored the codes');
  await heading('Hello, Uma');
  const state = await readableState(page);
  for (const text of [secret, ...codes]) expect(state).not.toContain(text);
  // The event stream was refused before.
  await press('Open menu');
  await page
    .getByRole('status')
    .filter({ hasText: /^. Live$/ })
    .waitFor();
  await page.keyboard.press('Escape');
  expect((await page.content()).includes(String(codes[0]))).toBe(false);
  const proof = { org_slug, email: user.user.email, password: testPassword };
  const { mfa_token } = (await admin.service.call('POST', '/auth/login', proof)).body;
  const verified = await admin.service.call('POST', '/auth/mfa/verify', {
    mfa_token,
    recovery_code: codes[0],
  });
  expect((await createTestClient(admin.service.url, verified.body).call('GET', '/tasks')).status).toBe(200);
  // Requests that are sent ahead may be rejected before the page reports the missing second factor.
  const sentAhead = ['GET /platform/resources 403', 'GET /navigation 403'];
  const rejectedAhead = window.rejected.filter((line) => sentAhead.includes(line));
  expect(rejectedAhead).toHaveLength(new Set(rejectedAhead).size);
  expect(window.rejected.filter((line) => !sentAhead.includes(line))).toEqual([
    expect.stringMatching(/^POST \/mfa\/totp\/\d+\/confirm 422$/),
  ]);
  await window.close();
});

it('can be left during the setup, which starts again when it has expired, and works without a clipboard', async () => {
  const { user, org_slug } = await newRequiredUser();
  await open('/login');
  // As on a page without TLS.
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })');
  await signIn(org_slug, user.user.email);
  await heading('Set up a second factor');
  await press('Set up');
  await press('Sign out');
  await heading('Sign in');
  expect(await page.context().cookies()).toEqual([]);
  await signIn(org_slug, user.user.email);
  await press('Set up');
  const key = page.locator('code');
  const first = await key.textContent();
  await executeOperational(
    admin.service.platform,
    sql`update mfa_methods set created_at = now() - interval '1 day' where user_id = ${user.user.id} returning id`,
  );
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('123456');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The setup has expired').waitFor();
  await expectAccessible(page);
  await press('Set up');
  const second = await key.textContent();
  expect(second).not.toBe(first);
  await code.fill(totpCode((second ?? '').replaceAll(' ', '')));
  await page.keyboard.press('Enter');
  await heading('Store your recovery codes');
  expect(await page.getByRole('button').allTextContents()).toEqual(['Print', 'I have stored the codes']);
  await press('I have stored the codes');
  await heading('Hello, Uma');
  await window.close();
});

/** Sends the next request to a path twice, as after a lost response: the service repeats its response, without secrets. */
const sendTwice = (path: string) =>
  page.route(
    path,
    async (route) => {
      expect((await route.fetch()).ok()).toBe(true);
      await route.continue();
    },
    { times: 1 },
  );

it('continues if a response with a secret was lost', async () => {
  const { user, org_slug } = await newRequiredUser();
  await open('/login');
  await signIn(org_slug, user.user.email);
  await heading('Set up a second factor');
  await sendTwice('**/api/mfa/totp');
  await press('Set up');
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await sendTwice('**/api/mfa/totp/*/confirm');
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('before its recovery codes arrived').waitFor();
  await expectAccessible(page);
  expect((await user.call('GET', '/mfa')).body).toMatchObject({ is_on: true, recovery_codes_left: 10 });
  await press('Continue');
  await heading('Hello, Uma');
  await window.close();
});
