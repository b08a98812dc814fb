import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, testPassword } from '@wfp/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  expectTaken,
  type MailedLink,
  mailedLink,
  startAdminBrowser,
  type Window,
} from './admin-browser.ts';

const { sql } = Prisma;
const newPassword = 'quite another password, truly';

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

async function signIn(email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await press('Sign in');
}

/** Expects that password managers store the password with an address. */
const expectUsername = async (email: string) =>
  expect(await page.locator('input[autocomplete=username]').inputValue()).toBe(email);

const mailOf = (to: string, kind: string, previous?: MailedLink) =>
  mailedLink(admin.service, to, kind, previous);

/** Makes the unused tokens of a user expire. */
const expireTokens = (user_id: number) =>
  executeOperational(
    admin.service.platform,
    sql`update user_tokens set expires_at = now() where user_id = ${user_id} returning id`,
  );

it('resets a forgotten password by the link in the mail, which can be used once', async () => {
  const { user } = await admin.service.newUser(owner, ['employee']);
  await open(`/login?organization=${slug}`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await heading('Forgot password');
  await expectAccessible(page);
  expect(await page.getByLabel('Organization').inputValue()).toBe(slug);
  await page.getByLabel('Email').fill(user.email);
  await press('Send link');
  await page.getByText('a mail with a link is on its way').waitFor();
  const link = await mailOf(user.email, 'password_reset');
  await page.goto(link.path);
  await heading('Set a new password');
  await expectTaken(page, link);
  await expectAccessible(page);
  const password = page.getByLabel('New password');
  expect(await password.getAttribute('autocomplete')).toBe('new-password');
  await expectUsername(user.email);
  await press('Set password');
  await page.getByText('Is required').waitFor();
  await password.fill('password1234');
  await press('Set password');
  await page.getByText('Is too common').waitFor();
  expect([await focused('name'), await password.inputValue()]).toEqual(['new_password', 'password1234']);
  await expectAccessible(page);
  await password.fill(newPassword);
  await page.keyboard.press('Enter');
  await heading('Your password was changed');
  await expectTaken(page, link);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signIn(user.email, newPassword);
  await heading('Hello, Uma');
  await page.goto(link.path);
  await page.getByLabel('New password').fill(newPassword);
  await press('Set password');
  await heading('This link cannot be used');
  await page.getByRole('alert').getByText('already used or expired').waitFor();
  await expectAccessible(page);
  await expectTaken(page, link);
  await page.getByLabel('Organization').fill(slug);
  await page.getByLabel('Email').fill(user.email);
  await press('Send link');
  const next = await mailOf(user.email, 'password_reset', link);
  // The browser does not load the page again for another fragment.
  await page.goto(next.path);
  await heading('Set a new password');
  await expectTaken(page, next);
  expect(window.rejected).toEqual([
    'POST /auth/password-reset/confirm 422',
    'POST /auth/password-reset/confirm 422',
  ]);
  await window.close();
});

it('accepts an invitation by keyboard only, at 320 px, and signs in', async () => {
  const email = `invited@${slug}.test`;
  const invited = await owner.call('POST', '/users', { email, first_name: 'Ida', last_name: 'Invited' });
  expect(invited.status).toBe(201);
  const link = await mailOf(email, 'invitation');
  await open(link.path, 320);
  await heading('Accept the invitation');
  await expectUsername(email);
  await expectTaken(page, link);
  await expectNoSideways(page);
  await expectAccessible(page);
  for (const [name, value] of [
    ['first_name', 'Ada'],
    ['last_name', ''],
    ['password', newPassword],
  ] as const) {
    await page.keyboard.press('Tab');
    expect(await focused('name')).toBe(name);
    await page.keyboard.type(value);
  }
  await page.keyboard.press('Enter');
  await heading('Hello, Ada');
  expect(new URL(page.url()).pathname).toBe(`/${slug}`);
  await expectTaken(page, link);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: `wfp-${owner.user.org_id}`, httpOnly: true });
  await page.reload();
  await heading('Hello, Ada');
  await page.goto(link.path);
  await page.getByLabel('Password').fill(newPassword);
  await press('Join');
  await heading('This link cannot be used');
  await page.getByText('Ask an administrator of the organization').waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  expect(window.rejected).toEqual(['POST /auth/invitation/accept 422']);
  await window.close();
});

it('explains a link that is incomplete, and a page that was opened without one', async () => {
  await open('/login');
  for (const purpose of ['invitation', 'verify', 'email']) {
    await page.goto(`/auth/${purpose}`);
    await page.getByRole('alert').getByText('opened by a link in a mail').waitFor();
    await page.goto(`/auth/${purpose}#abc`);
    await page.getByRole('alert').getByText('The link is incomplete').waitFor();
    expect(new URL(page.url()).hash).toBe('');
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to sign-in' }).click();
  await heading('Sign in');
  expect(await focused('tagName')).toBe('H1');
  await window.close();
});

it('confirms a new address only for the user who requested it, after signing in', async () => {
  const [user, other] = [
    await admin.service.newUser(owner, ['employee']),
    await admin.service.newUser(owner, ['employee']),
  ];
  const email = `changed@${slug}.test`;
  const requested = await user.call('POST', '/users/me/email', { email, password: testPassword });
  expect(requested.status).toBe(202);
  const link = await mailOf(email, 'change_email');
  await open(`/login?organization=${slug}`);
  await signIn(other.user.email, testPassword);
  await heading('Hello, Uma');
  await page.goto(link.path);
  await heading('Confirm your new address');
  await press('Confirm');
  await page.getByRole('alert').getByText('Was sent to another user').waitFor();
  await page.getByText('only for the user who requested it').waitFor();
  await window.close();

  await open(link.path, 320);
  await page.getByText('Sign in with your current address').waitFor();
  await expectTaken(page, link);
  await expectNoSideways(page);
  await signIn(user.user.email, testPassword);
  await heading('Confirm your new address');
  await expectTaken(page, link);
  await expectAccessible(page);
  expect((await user.call('GET', '/users/me')).body.email).toBe(user.user.email);
  await press('Confirm');
  await heading('Your address was changed');
  await page.getByText(`You now sign in with ${email}.`).waitFor();
  await expectTaken(page, link);
  expect((await user.call('GET', '/users/me')).body.email).toBe(email);
  await page.getByRole('link', { name: `Open ${slug}` }).click();
  await heading('Hello, Uma');
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('confirms the address of a founder, and sends another mail if the link has expired', async () => {
  const { user, call } = await admin.service.newOrganization(undefined, false);
  const { org_slug } = (await call('GET', '/users/me')).body;
  const link = await mailOf(user.email, 'verify_email');
  expect(await expireTokens(user.id)).toHaveLength(1);
  await open(link.path, 320);
  await heading('Confirm your address');
  await expectTaken(page, link);
  await expectAccessible(page);
  await press('Confirm');
  await heading('This link cannot be used');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByLabel('Organization').fill(org_slug);
  await page.getByLabel('Email').fill(user.email);
  await press('Send link');
  await page.getByText('a mail with a link is on its way').waitFor();
  const next = await mailOf(user.email, 'verify_email', link);
  await page.goto(next.path);
  await press('Confirm');
  await heading('Your address is confirmed');
  await expectTaken(page, next);
  expect((await call('GET', '/organizations/current')).body.status).toBe('active');
  expect(window.rejected).toEqual(['POST /public/signup/verify 422']);
  await window.close();
});
