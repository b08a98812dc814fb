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

async function open(user: Client, path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, user, path);
}
async function create(path: string, bodies: readonly object[]): Promise<number[]> {
  const ids: number[] = [];
  for (const body of bodies) {
    const { status, body: made } = await owner.call('POST', path, body);
    expect(status).toBe(201);
    ids.push(made.id);
  }
  return ids;
}
const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true });
const bar = () => page.getByRole('region', { name: 'Selected records' });
const message = (text: string) => page.getByRole('status').getByText(text, { exact: true });
const button = (name: string) => bar().getByRole('button', { name, exact: true });

it('selects records by keyboard, and deletes and restores them', async () => {
  const names = ['Ash', 'Beech', 'Cedar', 'Fir', 'Larch'];
  const ids = await create(
    '/teams',
    names.map((name) => ({ name })),
  );
  await open(owner, '/r/team?layout=table');
  await box('Ash').waitFor();
  for (const key of ['j', 'j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await message('3 selected').waitFor();
  expect(await Promise.all(names.map((name) => box(name).isChecked()))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await bar().waitFor({ state: 'detached' });
  await box('Beech').check();
  await box('Fir').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  await page
    .getByRole('dialog', { name: 'Delete: 3 records?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await bar().getByText('Deleted 3 records').waitFor();
  await box('Beech').waitFor({ state: 'detached' });
  await expect.poll(async () => (await owner.call('GET', '/teams')).body.total).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await message('Undone: 3 records').waitFor();
  await box('Beech').waitFor();
  await page.goto(`/${slug}/r/team?deleted=true`);
  await page.getByText('No record matches.').waitFor();
  for (const id of ids.slice(0, 2)) await owner.call('DELETE', `/teams/${id}`);
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await button('Restore').click();
  await page
    .getByRole('dialog', { name: 'Restore: 2 records?' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await bar().getByText('Restored 2 records').waitFor();
  await expect.poll(async () => (await owner.call('GET', '/teams')).body.total).toBe(5);
  expect(window.rejected).toEqual([]);
  await window.close();
});

it('sets a field of many tasks with one request, names those that are refused, and sets it back', async () => {
  const user = await admin.service.newUser(owner, []);
  const permissions = [
    { permission: 'task:read', scopes: ['org'] },
    { permission: 'task:update', scopes: ['own'] },
  ];
  const role = await owner.call('POST', '/roles', { code: 'painters', name: 'Painters', permissions });
  const grant = { user_id: user.user.id, role_id: role.body.id, scope: 'role' };
  expect((await owner.call('POST', '/grants', grant)).status).toBe(201);
  const own = { assigned_to: user.user.id };
  const [mow = 0, paint = 0, foreign = 0] = await create('/tasks', [
    { title: 'Mow', priority: 'low', ...own },
    { title: 'Paint', priority: 'high', ...own },
    { title: 'Foreign', priority: 'low' },
  ]);
  const priorities = async () => {
    const read = (id: number) => owner.call('GET', `/tasks/${id}`);
    return (await Promise.all([mow, paint, foreign].map(read))).map(({ body }) => body.priority);
  };
  await open(user, '/r/task', 320);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await message('3 selected').waitFor();
  await expectNoSideways(page);
  await button('Set a field').click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 3 records' });
  await dialog.getByLabel('Field').selectOption('Priority');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await dialog.getByText('Choose a value').waitFor();
  await expectAccessible(page);
  await dialog.getByLabel('Priority').selectOption('urgent');
  await dialog.getByRole('button', { name: 'Set' }).click();
  await bar().getByRole('alert').getByText('Foreign: Requires task:update').waitFor();
  await bar().getByText('Changed 2 records').waitFor();
  expect(await priorities()).toEqual(['urgent', 'urgent', 'low']);
  expect([await box('Foreign').isChecked(), await box('Mow').isChecked()]).toEqual([true, false]);
  // The record that remains selected must not be changed.
  await expect.poll(() => button('Set a field').count()).toBe(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect((await owner.call('PATCH', `/tasks/${mow}`, { priority: 'medium' })).status).toBe(200);
  await page.getByRole('button', { name: 'Undo' }).click();
  await message('Undone: 1 record. Not undone: Mow').waitFor();
  expect(await priorities()).toEqual(['medium', 'high', 'low']);
  expect(window.rejected).toEqual(['POST /tasks/bulk 422']);
  await window.close();
});

it('stops a change that is not finished, and keeps the rest selected', async () => {
  const day = { minutes: 480, am_minutes: 240, pm_minutes: 240 };
  await create(
    '/work-schedules',
    Array.from({ length: 9 }, (_, index) => ({ name: `Schedule ${index}`, days: Array(7).fill(day) })),
  );
  await open(owner, '/r/work_schedule');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const held: (() => void)[] = [];
  await page.route('**/api/work-schedules/*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await button('Set a field').click();
  const dialog = page.getByRole('dialog', { name: 'Set a field of 9 records' });
  await dialog.getByLabel('Scales with fte').waitFor();
  await dialog.getByRole('button', { name: 'Set' }).click();
  await message('0 of 9 records …').waitFor();
  await expect.poll(() => held.length).toBe(4);
  await button('Stop').click();
  for (const release of held) release();
  await bar().getByText('Changed 4 records').waitFor();
  await bar().getByText('Stopped: 5 records not changed, still selected.').waitFor();
  await message('5 selected').waitFor();
  const { data } = (await owner.call('GET', '/work-schedules')).body;
  expect(data.filter((one: { scales_with_fte: boolean }) => !one.scales_with_fte).length).toBe(4);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await window.close();
});

it('offers no selection to a user who may only read', async () => {
  const viewer = await admin.service.newUser(owner, ['viewer']);
  await open(viewer, '/r/task');
  await page.getByRole('cell', { name: 'Mow', exact: true }).waitFor();
  expect(await page.getByRole('table').getByRole('checkbox').count()).toBe(0);
  await window.close();
});
