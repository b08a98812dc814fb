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
let employee: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  employee = await admin.service.newUser(owner, ['employee']);
});
afterAll(() => admin?.stop());

async function open(by: Client, path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, by, path);
}

const create = async (by: Client, path: string, body: object): Promise<number> => {
  const { status, body: created } = await by.call('POST', path, body);
  expect([path, status]).toEqual([path, 201]);
  return created.id;
};
const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const tooltip = () => page.getByRole('tooltip').filter({ visible: true });

it('offers only what the user may do with a record, and explains the rest', async () => {
  const mine = await create(employee, '/tasks', { title: 'Mine' });
  const other = await create(owner, '/tasks', { title: 'Of others' });
  await open(employee, `/r/task/${mine}`);
  await heading('Mine');
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  expect(await button('Delete').getAttribute('aria-disabled')).toBeNull();
  await page.goto(`/${slug}/r/task/${other}`);
  await heading('Of others');
  await button('Edit').waitFor();
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
  for (const name of ['Edit', 'Delete', 'Move'])
    expect([name, await button(name).getAttribute('aria-disabled')]).toEqual([name, 'true']);
  expect(await button('Restore').count()).toBe(0);
  expect(await tooltip().count()).toBe(0);
  await button('Delete').focus();
  expect(await tooltip().allInnerTexts()).toEqual([
    'You may not do this with this record. Press to see why.',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Permission task:archive' });
  await dialog.getByText('No grant of task:archive includes this record').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The keys of the controls do nothing either.
  await page.keyboard.press('e');
  await page.keyboard.press('Delete');
  expect([new URL(page.url()).pathname, await page.getByRole('dialog').count()]).toEqual([
    `/${slug}/r/task/${other}`,
    0,
  ]);
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('offers changes of comments to their author only', async () => {
  const task = await create(owner, '/tasks', { title: 'Discussed' });
  await create(employee, `/tasks/${task}/comments`, { body: 'By me' });
  await create(owner, `/tasks/${task}/comments`, { body: 'By another' });
  await open(employee, `/r/task/${task}`, 320);
  await heading('Discussed');
  await page.getByText('Comments', { exact: true }).click();
  const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text });
  const stateOf = async (text: string, name: string) =>
    rowOf(text)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .getAttribute('aria-disabled');
  await rowOf('By another').waitFor();
  for (const name of ['Edit', 'Delete']) {
    expect([name, await stateOf('By me', name)]).toEqual([name, null]);
    expect([name, await stateOf('By another', name)]).toEqual([name, 'true']);
  }
  await expectNoSideways(page);
  await window.close();
});

it('offers deleted records to users who may restore them', async () => {
  const viewer = await admin.service.newUser(owner, ['viewer']);
  for (const [by, path, isOffered] of [
    [viewer, '/r/task', false],
    [employee, '/r/team', false],
    [owner, '/r/task', true],
    [owner, '/r/grant', true],
  ] as const) {
    await open(by, path);
    await page.getByRole('search').getByRole('button').waitFor();
    expect([path, await page.getByLabel('Deleted records').count()]).toEqual([path, isOffered ? 1 : 0]);
    await window.close();
  }
});
