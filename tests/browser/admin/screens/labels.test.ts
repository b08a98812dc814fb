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
});
afterAll(() => admin?.stop());

async function open(path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, owner, path);
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

it('names records without a name after those that they refer to', async () => {
  const member = await admin.service.newUser(owner, ['hr']);
  const { data } = (await owner.call('GET', `/grants?user_id=${member.user.id}`)).body;
  const role = (await owner.call('GET', `/roles/${data[0].role_id}`)).body.name;
  const { display_name, first_name, last_name } = (await owner.call('GET', `/users/${member.user.id}`)).body;
  await open(`/r/grant/${data[0].id}`);
  await heading(`Grants: ${role}, ${display_name ?? `${first_name} ${last_name}`}`);
  await expectAccessible(page);
  await page.goto(`/${slug}/r/user/${member.user.id}`);
  await page.getByRole('button', { name: 'Reset second factor' }).waitFor();
  await page.goto(`/${slug}/new/announcement`);
  await page.getByLabel('Body').waitFor();
  expect(await page.getByText('Body md').count()).toBe(0);
  await window.close();
});

it('names the page on which a record is created that belongs to another one', async () => {
  await open('/new/place_booking', 320);
  await page.getByText('created on the page of the record', { exact: false }).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.getByRole('main').getByRole('link', { name: 'Places', exact: true }).click();
  await heading('Places');
  expect(window.rejected).toEqual([]);
  await window.close();
});
