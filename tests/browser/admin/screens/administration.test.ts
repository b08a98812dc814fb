import type { Client } from '@wfp/testing';
import { upload } from '@wfp/testing/files.ts';
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

async function open(user: Client, path: string): Promise<void> {
  window = await admin.newWindow();
  page = window.page;
  await signInTo(page, slug, user, path);
}
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

it('changes settings by section, and shows errors at their fields', async () => {
  await open(owner, '/r/organization_setting');
  await heading('Settings');
  const security = page.getByRole('region', { name: 'Security' });
  const hours = security.getByLabel('Session hours');
  await hours.fill('0');
  await security.getByRole('button', { name: 'Save Security' }).click();
  await expect.poll(() => hours.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await hours.fill('8');
  await security.getByRole('button', { name: 'Save Security' }).click();
  await security.getByText('Saved.').waitFor();
  const settings = await owner.call('GET', `/organizations/${owner.user.org_id}/settings`);
  expect([settings.status, settings.body.settings.security.session_hours]).toEqual([200, 8]);
  await hours.fill('');
  await security.getByRole('button', { name: 'Save Security' }).click();
  await expect
    .poll(async () => {
      const { body } = await owner.call('GET', `/organizations/${owner.user.org_id}/settings`);
      return body.settings.security.session_hours;
    })
    .toBe(null);
  await window.close();
});

it('changes the permissions of a role', async () => {
  const permissions = [{ permission: 'task:read', scopes: ['own', 'team'] }];
  const { body: role } = await owner.call('POST', '/roles', { name: 'Helper', code: 'helper' });
  expect((await owner.call('PUT', `/roles/${role.id}/permissions`, { permissions })).status).toBe(200);
  await open(owner, `/r/role/${role.id}`);
  await heading('Helper');
  const read = page.getByLabel('Task: Read', { exact: true });
  await expect.poll(() => read.inputValue()).toBe('own,team');
  await expectAccessible(page);
  await read.selectOption('org');
  await page.getByLabel('Team: Read', { exact: true }).selectOption('org');
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await owner.call('GET', `/roles/${role.id}`)).body.permissions).toEqual([
    { permission: 'task:read', scopes: ['org'] },
    { permission: 'team:read', scopes: ['org'] },
  ]);
  const others = [{ permission: 'position:read', scopes: ['org'] }];
  expect((await owner.call('PUT', `/roles/${role.id}/permissions`, { permissions: others })).status).toBe(
    200,
  );
  await page.getByLabel('Place: Read', { exact: true }).selectOption('org');
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await page.getByRole('alert').getByText('The record was changed by another request').waitFor();
  const position = page.getByLabel('Position: Read', { exact: true });
  await expect.poll(() => position.inputValue()).toBe('org');
  await page.getByRole('button', { name: 'Save permissions' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await owner.call('GET', `/roles/${role.id}`)).body.permissions).toEqual([
    { permission: 'place:read', scopes: ['org'] },
    { permission: 'position:read', scopes: ['org'] },
  ]);
  await page.goto(`/${slug}/r/role`);
  await page.getByRole('link', { name: 'Owner' }).click();
  await heading('Owner');
  await page.getByRole('rowheader', { name: 'Task', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Save permissions' }).count()).toBe(0);
  expect(await page.getByRole('term').filter({ hasText: 'Permissions' }).count()).toBe(0);
  await window.close();
});

it('shows the logo of the organization above its name', async () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const file = { name: 'logo.png', mime: 'image/png' };
  const { body } = await upload(admin.service, owner, file, Buffer.from(pixel, 'base64'));
  const setLogo = (logo_file_id: number | null) =>
    owner.call('PATCH', '/organizations/current', { logo_file_id });
  expect((await setLogo(body.id)).status).toBe(200);
  await open(owner, '');
  const logo = page.getByRole('navigation', { name: 'Menu' }).locator('img');
  await expect.poll(() => logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(1);
  await expectAccessible(page);
  await expectNoSideways(page);
  expect((await setLogo(null)).status).toBe(200);
  await window.close();
});

it('grants a role on the page of a user', async () => {
  const { user } = await admin.service.newUser(owner, ['employee']);
  await open(owner, `/r/user/${user.id}`);
  const roles = page.getByRole('region', { name: 'Roles' });
  await roles.getByRole('link', { name: 'Employee', exact: true }).waitFor();
  await expectAccessible(page);
  await roles.getByRole('link', { name: 'Grant a role' }).click();
  await heading('Grants: create');
  const chosen = page.getByRole('combobox', { name: 'User' }).and(page.locator('input'));
  await expect.poll(() => chosen.inputValue()).not.toBe('');
  const role = page.getByRole('combobox', { name: 'Role' }).and(page.locator('input'));
  await role.fill('Audit');
  await page.getByRole('option', { name: /^Auditor/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Auditor');
  const { data } = (await owner.call('GET', `/grants?user_id=${user.id}`)).body;
  expect(data.map((one: { role_code: string }) => one.role_code).sort()).toEqual(['auditor', 'employee']);
  await window.close();
});

it('names the first value of a record in a list as people read it', async () => {
  await open(owner, '/r/grant');
  await heading('Grants');
  await page.getByRole('table').getByRole('link', { name: 'Owner', exact: true }).waitFor();
  await page.goto(`/${slug}/r/audit_log`);
  await heading('Audit log');
  const first = page.locator('a[data-record]').first();
  await expect.poll(() => first.locator('time').textContent()).toMatch(/^\w{3} \d+, \d{4}/);
  await expectAccessible(page);
  await window.close();
});

it('edits the parts of a value: an object, a list of objects, and names with texts', async () => {
  await open(owner, '/new/place');
  await heading('Places: create');
  await page.getByLabel('Name', { exact: false }).fill('Office');
  await page.getByLabel('Kind').selectOption('office');
  await page.getByRole('button', { name: 'Add: Address' }).click();
  const address = page.getByRole('group', { name: 'Address' });
  const focused = () => page.evaluate<string>("document.activeElement.closest('div').textContent");
  await expect.poll(focused).toContain('Line1');
  await address.getByLabel('City').fill('Wien');
  await page.getByRole('button', { name: 'Save' }).click();
  const line = address.getByLabel('Line1');
  await expect.poll(() => line.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await line.fill('Main Street 1');
  await address.getByLabel('Country').fill('AT');
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Office');
  const placeId = new URL(page.url()).pathname.split('/').at(-1);
  const place = await owner.call('GET', `/places/${placeId}`);
  expect(place.body.address).toMatchObject({ line1: 'Main Street 1', city: 'Wien', country: 'AT' });
  await page.getByText('Main Street 1', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove: Address' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Office');
  await expect.poll(async () => (await owner.call('GET', `/places/${placeId}`)).body.address).toBe(null);
  await window.close();

  await open(owner, '/new/work_schedule');
  await heading('Work schedules: create');
  await page.getByLabel('Name', { exact: false }).fill('Mornings');
  const days = page.getByRole('group', { name: /day$/ });
  expect(await days.count()).toBe(7);
  for (const day of await days.all()) {
    await day.getByLabel('Minutes', { exact: false }).first().fill('120');
    await day.getByLabel('Am minutes').fill('120');
    await day.getByLabel('Pm minutes').fill('0');
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await heading('Mornings');
  const scheduleId = new URL(page.url()).pathname.split('/').at(-1);
  const schedule = await owner.call('GET', `/work-schedules/${scheduleId}`);
  expect(schedule.body.days).toEqual(
    Array.from({ length: 7 }, () => ({ minutes: 120, am_minutes: 120, pm_minutes: 0 })),
  );
  await window.close();

  expect((await owner.call('POST', '/enums', { code: 'colour', label: 'Colour' })).status).toBe(201);
  await open(owner, '/r/enum/colour');
  await heading('Colour');
  await page.getByText('Values', { exact: true }).click();
  await page.getByRole('button', { name: 'Values: add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Values: add' });
  await dialog.getByLabel('Code').fill('red');
  await dialog.getByLabel('Label').fill('Red');
  for (const [number, name, value] of [
    [1, 'de', 'Rot'],
    [2, 'fr', 'Rouge'],
  ] as const) {
    await dialog.getByRole('button', { name: 'Add: Translations' }).click();
    const entry = dialog.getByRole('group', { name: `Translations ${number}` });
    await expect.poll(focused).toContain('Name');
    await entry.getByLabel('Name').fill(name);
    await entry.getByLabel('Value').fill(value);
  }
  await dialog.getByRole('button', { name: 'Remove: Translations 2' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const values = (await owner.call('GET', '/enums/colour/values')).body.data;
  expect(values).toMatchObject([{ code: 'red', translations: { de: 'Rot' } }]);
  await window.close();
});

it('invites a user, and explains a missing permission', async () => {
  await open(owner, '/r/user');
  await heading('Users');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('new.person@example.test');
  const roles = dialog.getByRole('combobox', { name: 'Roles' });
  await roles.fill('Employee');
  await dialog.getByRole('option', { name: 'Employee', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove Employee' }).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: 'new.person@example.test', exact: true }).waitFor();
  await window.close();

  const viewer = await admin.service.newUser(owner, ['viewer']);
  await open(viewer, '/new/task');
  await heading('Tasks: create');
  await page.getByLabel('Title').fill('Not allowed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByRole('dialog', { name: 'Permission task:create' }).getByText(/grant/i).waitFor();
  await expectAccessible(page);
  expect(window.rejected).toEqual(['POST /tasks 403']);
  await window.close();
});

it('asks before settings and permissions that are not saved are lost', async () => {
  const { body: role } = await owner.call('POST', '/roles', { code: 'testers', name: 'Testers' });
  await open(owner, '/r/organization_setting');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByLabel('Welcome message').fill('Hello');
  await page.getByRole('link', { name: 'Home' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('Welcome message').inputValue()).toBe('Hello');
  await page.getByRole('link', { name: 'Home' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await heading('Hello, Olga');
  await page.goto(`/${slug}/r/role/${role.id}`);
  await page.getByLabel('Team: Read', { exact: true }).selectOption({ index: 1 });
  await heading('Testers');
  await page.getByRole('link', { name: 'Home' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await heading('Hello, Olga');
  await window.close();
});
