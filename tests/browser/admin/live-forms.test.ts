import { type Client, testPassword } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SwitchingProxy, startSwitchingProxy } from '../switching-proxy.ts';
import { type AdminBrowser, expectAccessible, startAdminBrowser, type Window } from './admin-browser.ts';

let admin: AdminBrowser;
let worker: RunningWorker;
let proxy: SwitchingProxy;
let owner: Client;
let user: Client;
let slug: string;
let id: number;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  proxy = await startSwitchingProxy();
});
afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
  await admin?.stop();
});
beforeEach(async () => {
  proxy.pointAt(Number(new URL(admin.service.url).port));
  owner = await admin.service.newOrganization();
  user = await admin.service.newUser(owner, ['admin']);
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  id = (await owner.call('POST', '/teams', { name: 'Gardeners', description: 'Trees' })).body.id;
});

async function signIn(): Promise<void> {
  await page.getByLabel('Email').fill(user.user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
}

/** Opens the form of the team, as an administrator. */
async function open(): Promise<void> {
  window = await admin.newWindow(1280, proxy.url);
  page = window.page;
  await page.goto(`/login?organization=${slug}&to=${encodeURIComponent(`/${slug}/edit/team/${id}`)}`);
  await signIn();
  await page.locator('[data-state=live]').waitFor();
  await heading('Edit Gardeners');
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const input = (label: 'Name' | 'Description') => page.getByLabel(label, { exact: false });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const team = async () => {
  const { name, description } = (await owner.call('GET', `/teams/${id}`)).body;
  return { name, description };
};
const changeByOwner = async (body: object) =>
  expect((await owner.call('PATCH', `/teams/${id}`, body)).status).toBe(200);

it('shows changes of other fields in an open form, and keeps them when it is saved', async () => {
  await open();
  await input('Name').fill('Foresters');
  await changeByOwner({ description: 'Bushes' });
  await expect.poll(() => input('Description').inputValue()).toBe('Bushes');
  expect(await input('Name').inputValue()).toBe('Foresters');
  await button('Save').click();
  await heading('Foresters');
  await expect.poll(team).toEqual({ name: 'Foresters', description: 'Bushes' });
  expect(window.rejected).toEqual([`PATCH /teams/${id} 412`]);
  await window.close();
});

it('asks whose values are saved if another user has changed the same field', async () => {
  await open();
  await input('Name').fill('Foresters');
  await input('Description').fill('Mine');
  await changeByOwner({ name: 'Gardeners of the north', description: 'Theirs' });
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Changed by Olga Owner' });
  await dialog.waitFor();
  await expectAccessible(page);
  const description = dialog.getByRole('group', { name: 'Description' });
  for (const text of ['Trees', 'Theirs', 'Mine'])
    await description.getByText(text, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  expect(await input('Description').inputValue()).toBe('Mine');
  expect(await team()).toEqual({ name: 'Gardeners of the north', description: 'Theirs' });
  await button('Save').click();
  await description.getByRole('radio', { name: 'Use theirs' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await heading('Foresters');
  await expect.poll(team).toEqual({ name: 'Foresters', description: 'Theirs' });
  await window.close();
});

it('compares long texts line by line', async () => {
  const lines = ['Oaks', 'Beeches', 'Limes', 'Firs', 'Pines', 'Elms'];
  await changeByOwner({ description: lines.join('\n') });
  await open();
  await input('Description').fill([...lines, 'Mine'].join('\n'));
  await changeByOwner({ description: ['Theirs', ...lines.slice(1)].join('\n') });
  await button('Save').click();
  const dialog = page.getByRole('dialog', { name: 'Changed by Olga Owner' });
  for (const [role, text] of [
    ['deletion', 'Removed Oaks'],
    ['insertion', 'Added Theirs'],
    ['insertion', 'Added Mine'],
  ] as const)
    await dialog
      .getByRole(role)
      .filter({ hasText: text.replace(' ', '') })
      .waitFor();
  const group = await dialog.getByRole('group', { name: 'Description' }).boundingBox();
  const line = await dialog.getByRole('insertion').filter({ hasText: 'Mine' }).boundingBox();
  expect(line?.width).toBeGreaterThan((group?.width ?? 0) * 0.8);
  await expectAccessible(page);
  await window.close();
});

it('asks whose values are saved in settings, and in a record below another', async () => {
  const settings = `/organizations/${owner.user.org_id}/settings`;
  const task = (await owner.call('POST', '/tasks', { title: 'Mow' })).body.id;
  const comment = (await user.call('POST', `/tasks/${task}/comments`, { body: 'Once' })).body.id;
  await open();
  await page.goto(`/${slug}/r/organization_setting`);
  const security = page.getByRole('region', { name: 'Security' });
  await security.getByLabel('Session hours').fill('8');
  expect((await owner.call('PATCH', settings, { security: { session_hours: 9 } })).status).toBe(200);
  await security.getByRole('button', { name: 'Save Security' }).click();
  const dialog = page.getByRole('dialog', { name: /^Changed by/ });
  await dialog.getByRole('radio', { name: 'Use theirs' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await security.getByText('Nothing has changed.').waitFor();
  expect((await owner.call('GET', settings)).body.settings.security.session_hours).toBe(9);

  await page.goto(`/${slug}/r/task/${task}`);
  await page.getByText('Comments', { exact: true }).click();
  await page.getByRole('button', { name: /^Edit/ }).last().click();
  const form = page.getByRole('dialog', { name: /change$/ });
  await form.getByLabel('Body').fill('Mine');
  const changed = await user.call('PATCH', `/tasks/${task}/comments/${comment}`, { body: 'Theirs' });
  expect(changed.status).toBe(200);
  await form.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Theirs', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const { data } = (await owner.call('GET', `/tasks/${task}/comments`)).body;
  expect(data).toMatchObject([{ body: 'Mine' }]);
  await window.close();
});

it('asks before input is lost, and not after it is saved', async () => {
  await open();
  await button('Cancel').click();
  await heading('Gardeners');
  await page.getByRole('link', { name: 'Edit' }).click();
  await input('Name').fill('Foresters');
  await page.getByRole('link', { name: 'Home' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await input('Name').inputValue()).toBe('Foresters');
  await button('Cancel').click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await heading('Gardeners');
  await page.getByRole('link', { name: 'Edit' }).click();
  expect(await input('Name').inputValue()).toBe('Gardeners');
  await window.close();
});

it('keeps the input while the service cannot be reached, and saves it with another attempt', async () => {
  await open();
  await input('Name').fill('Foresters');
  proxy.pointAt(null);
  proxy.cut();
  await button('Save').click();
  await heading('Foresters');
  const unsaved = page.getByRole('region', { name: 'Changes that are not saved' });
  await unsaved.getByText('cannot be reached').waitFor();
  await button('Discard: Gardeners').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await heading('Edit Gardeners');
  await page.getByLabel('Name', { exact: false }).waitFor();
  expect(await input('Name').inputValue()).toBe('Foresters');
  await button('Discard').waitFor();
  proxy.pointAt(Number(new URL(admin.service.url).port));
  await button('Retry').click();
  await heading('Foresters');
  await expect.poll(team).toMatchObject({ name: 'Foresters' });
  await button('Discard: Gardeners').waitFor({ state: 'detached' });
  await window.close();
});

it('forgets the input when its change is dropped', async () => {
  await open();
  await input('Name').fill('Foresters');
  await page.route(new RegExp(`/api/teams/${id}$`), (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await button('Save').click();
  await heading('Foresters');
  await button('Discard: Gardeners').click();
  await heading('Gardeners');
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect.poll(() => input('Name').inputValue()).toBe('Gardeners');
  await window.close();
});

it('states that a change is being saved after a second', async () => {
  await open();
  await input('Name').fill('Foresters');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**/api/teams/${id}`, async (route) => {
    await released;
    await route.continue();
  });
  await button('Save').click();
  // The page of the record shows the new value before the service has it.
  await heading('Foresters');
  await page.getByText('Saving…').waitFor();
  release();
  await page.getByText('Saving…').waitFor({ state: 'detached' });
  expect(await team()).toMatchObject({ name: 'Foresters' });
  await window.close();
});

it('keeps the input when the session ends, until the user has signed in again', async () => {
  await open();
  await input('Description').fill('A long text');
  expect((await owner.call('POST', `/users/${user.user.id}/revoke-sessions`)).status).toBeLessThan(300);
  await heading('Sign in');
  await signIn();
  await heading('Edit Gardeners');
  expect(await input('Description').inputValue()).toBe('A long text');
  await button('Save').click();
  await heading('Gardeners');
  await expect.poll(team).toMatchObject({ description: 'A long text' });
  await window.close();
});

it('does not offer discarded input in the form of another resource', async () => {
  await open();
  const openForm = async (resource: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find records and commands' }).waitFor();
    await page.keyboard.type(`create ${resource}`);
    await page.keyboard.press('Enter');
  };
  await openForm('tasks');
  await heading('Tasks: create');
  await openForm('teams');
  await heading('Teams: create');
  await input('Description').fill('About the team');
  await openForm('tasks');
  await button('Discard').click();
  await heading('Tasks: create');
  expect(await input('Description').inputValue()).toBe('');
  await window.close();
});
