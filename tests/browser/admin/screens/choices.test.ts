import type { Client } from '@wfp/testing';
import { unreachableUrl } from '@wfp/testing/receiver.ts';
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
const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter');

it('checks some of a few values by keyboard', async () => {
  await open('/new/role', 320);
  await heading('Roles: create');
  await page.getByLabel('Code').fill('gardener');
  await page.getByLabel('Name').fill('Gardener');
  await press('Add: Permissions');
  await page.getByRole('textbox', { name: 'Permission' }).fill('task:read');
  const scopes = page.getByRole('group', { name: 'Scopes' });
  const names = await scopes
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((one) => one.parentElement?.textContent));
  expect(names).toEqual(['Own', 'Reports', 'Team', 'Organization']);
  await press('Save');
  await scopes.getByText('Must have at least 1').or(scopes.getByText('Is required')).waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await scopes.getByRole('checkbox', { name: 'Own' }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await press('Save');
  await heading('Gardener');
  const { data } = (await owner.call('GET', '/roles?q=gardener')).body;
  expect(data).toMatchObject([{ permissions: [{ permission: 'task:read', scopes: ['own', 'team'] }] }]);
  await window.close();
});

it('searches among many values, which the organization has chosen', async () => {
  for (const label of ['Lawns', 'Hedges', 'Ponds', 'Paths', 'Roses', 'Trees', 'Fences', 'Sheds', 'Gates'])
    await owner.call('POST', '/enums/task_category/values', { code: label.toLowerCase(), label });
  const template = (await owner.call('GET', '/prompt-templates?limit=1')).body.data[0];
  await open(`/edit/prompt_template/${template.id}`, 320);
  const condition = page.getByRole('group', { name: 'Condition', exact: true });
  await condition.getByRole('button', { name: 'Add: Condition' }).press('Enter');
  await condition.getByLabel('Field', { exact: true }).selectOption('Category');
  await condition.getByLabel('Comparison', { exact: true }).selectOption('is one of');
  const value = condition.getByRole('combobox', { name: 'Value' }).and(page.locator('input'));
  for (const name of ['Roses', 'Ponds']) {
    await value.fill(name.slice(0, 3));
    await condition.getByRole('option', { name, exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await condition.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }
  await expectAccessible(page);
  await expectNoSideways(page);
  await press('Save');
  await heading(template.name ?? /./);
  const read = async () => (await owner.call('GET', `/prompt-templates/${template.id}`)).body.condition;
  await expect.poll(read).toEqual({ all: [{ field: 'category_code', op: 'in', value: ['roses', 'ponds'] }] });
  await window.close();
});

it('adds event types and permissions that the service knows', async () => {
  await open('/new/webhook_endpoint', 320);
  await heading(/: create$/);
  await page.getByLabel('URL').fill(unreachableUrl());
  const types = page.getByRole('textbox', { name: 'Event types' });
  await types.fill('task.post_create');
  const add = page.getByRole('combobox', { name: 'Event types: add a value' });
  await add.focus();
  for (const key of ['ArrowDown', 'Escape', 't', 'Escape']) await page.keyboard.press(key);
  expect(await types.inputValue()).toBe('task.post_create');
  await add.selectOption('team.*');
  expect(await types.inputValue()).toBe('task.post_create\nteam.*');
  await add.selectOption('task.post_archive');
  expect(await add.locator('option', { hasText: /^task\.post_create$/ }).count()).toBe(0);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await press('Save');
  await page.getByRole('dialog').waitFor();
  const [webhook] = (await owner.call('GET', '/webhooks')).body.data;
  expect(webhook.event_types).toEqual(['task.post_create', 'team.*', 'task.post_archive']);
  await window.close();
  await open('/new/api_key');
  await heading(/: create$/);
  const permissions = page.getByRole('textbox', { name: 'Permissions' });
  await page.getByRole('combobox', { name: 'Permissions: add a value' }).selectOption('task:read');
  expect(await permissions.inputValue()).toBe('task:read');
  await window.close();
});

it('begins on a field that chooses a record, and shows the whole field that has an error', async () => {
  await open('/new/grant', 320);
  await heading('Grants: create');
  await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox');
  await page.keyboard.type('Olga');
  await page.getByRole('option', { name: /Olga/ }).first().waitFor();
  await window.close();
  await open('/new/prompt_template', 320);
  await heading('Prompt templates: create');
  const hook = page.getByLabel('Hook');
  for (const label of ['Code', 'Name']) await page.getByLabel(label, { exact: false }).first().fill('fence');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Choose a value', { exact: true }).waitFor();
  expect(await hook.getAttribute('aria-invalid')).toBe('true');
  for (const field of await page.locator('[aria-invalid]').all()) {
    await page.getByRole('button', { name: 'Save' }).focus();
    await field.focus();
    const id = await field.getAttribute('id');
    const label = await page.locator(`label[for="${id}"]`).boundingBox();
    expect(label?.y).toBeGreaterThanOrEqual(0);
  }
  await window.close();
});
