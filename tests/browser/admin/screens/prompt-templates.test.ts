import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Locator, Page } from 'playwright-core';
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
let template: { id: number; name: string; user_text: string };
let blockers: { id: number; name: string };
let window: Window;
let page: Page;
let worker: RunningWorker;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0 });
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  const { data } = (await owner.call('GET', '/prompt-templates')).body;
  template = data.find(({ code }: { code: string }) => code === 'triage-task');
  blockers = data.find(({ code }: { code: string }) => code === 'detect-task-blockers');
  expect((await owner.call('POST', '/tasks', { title: 'Production is down' })).status).toBe(201);
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});

async function open(path: string, width?: number): Promise<void> {
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, owner, path);
}
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const read = async () => (await owner.call('GET', `/prompt-templates/${template.id}`)).body;
/** Activates a control without the mouse. */
async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await page.keyboard.press(key);
}

it('edits a template by keyboard, and marks unknown variables at their positions', async () => {
  await open(`/r/prompt_template/${template.id}`);
  await heading(template.name);
  await press(page.getByRole('link', { name: 'Edit' }));
  await heading(`Edit ${template.name}`);
  const text = page.getByLabel('User text', { exact: true });
  await text.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('\nWho made it: {{record.author}}');
  const unknown = page.getByRole('button', { name: 'there is no variable {{record.author}}' });
  await press(unknown);
  const selected = await page.evaluate<string>(
    'document.activeElement.value.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)',
  );
  expect(selected).toBe('{{record.author}}');
  await page.keyboard.press('Delete');
  await page.getByLabel('User text: insert a variable').selectOption('record.created_by');
  await expect
    .poll(() => text.inputValue())
    .toBe(`${template.user_text}\nWho made it: {{record.created_by}}`);
  await expect.poll(() => unknown.count()).toBe(0);
  await page.getByLabel('Temperature').fill('9');
  await press(page.getByRole('button', { name: 'Save' }));
  await expect.poll(() => page.getByLabel('Temperature').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await page.getByLabel('Temperature').fill('0.5');
  await press(page.getByLabel('Enabled'), 'Space');
  await press(page.getByRole('button', { name: 'Save' }));
  await heading(template.name);
  await expect.poll(read).toMatchObject({
    ...{ version: 2, is_enabled: false, settings: { temperature: 0.5 } },
    user_text: `${template.user_text}\nWho made it: {{record.created_by}}`,
  });
  await press(page.getByRole('link', { name: 'Edit' }));
  await press(page.getByLabel('Enabled'), 'Space');
  await press(page.getByRole('button', { name: 'Save' }));
  await heading(template.name);
  await expect.poll(read).toMatchObject({ version: 3, is_enabled: true });
  expect(window.rejected).toEqual([`PATCH /prompt-templates/${template.id} 422`]);
  await window.close();
});

it('builds a condition by keyboard, and shows its errors at its comparisons', async () => {
  const readBlockers = async () => (await owner.call('GET', `/prompt-templates/${blockers.id}`)).body;
  await open(`/edit/prompt_template/${blockers.id}`, 320);
  await heading(`Edit ${blockers.name}`);
  const condition = page.getByRole('group', { name: 'Condition', exact: true });
  const part = (name: string) => condition.getByRole('group', { name, exact: true });
  const choose = (name: string, label: string, option: string) =>
    part(name).getByLabel(label, { exact: true }).selectOption(option);
  expect(await condition.textContent()).not.toContain('{');
  await press(condition.getByRole('button', { name: 'Add: Condition' }));
  await choose('Comparison 1', 'Field', 'Status');
  await choose('Comparison 1', 'Comparison', 'is one of');
  await press(condition.getByRole('button', { name: 'Add a comparison' }));
  await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('SELECT');
  await choose('Comparison 2', 'Field', 'Due at');
  await choose('Comparison 2', 'Comparison', 'is before');
  await choose('Comparison 2', 'Compare with', 'today');
  await part('Comparison 2').getByLabel('Days to add').fill('3');
  await press(condition.getByRole('button', { name: 'Add a group' }));
  await choose('Group 3', 'Matches if', 'none of these is true');
  await choose('Comparison 3.1', 'Field', 'Assigned to');
  await choose('Comparison 3.1', 'Compare with', 'of the record: Created by');
  await press(page.getByRole('button', { name: 'Save' }));
  const listed = (name: string) => part('Comparison 1').getByRole('checkbox', { name, exact: true });
  await expect.poll(() => listed('Todo').getAttribute('aria-invalid')).toBe('true');
  await part('Comparison 1').getByText('Is required').waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await listed('Todo').press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await listed('In progress').isChecked()).toBe(true);
  await press(page.getByRole('button', { name: 'Save' }));
  await heading(blockers.name);
  const saved = {
    all: [
      { field: 'status', op: 'in', value: ['todo', 'in_progress'] },
      { field: 'due_at', op: 'lt', value: { var: 'today', add_days: 3 } },
      { not: { field: 'assigned_to', op: 'eq', value: { var: 'record.created_by' } } },
    ],
  };
  await expect.poll(readBlockers).toMatchObject({ condition: saved });
  await page.goto(`/${slug}/edit/prompt_template/${blockers.id}`);
  await press(condition.getByRole('button', { name: 'Edit as JSON' }));
  const json = condition.getByLabel('Condition (JSON)');
  expect(JSON.parse(await json.inputValue())).toEqual(saved);
  await json.fill(JSON.stringify({ any: saved.all.slice(0, 2), not: saved.all[2]?.not }));
  await press(condition.getByRole('button', { name: 'Edit with inputs' }));
  await choose('Comparison 1.1', 'Comparison', 'was changed');
  await press(part('Group 2').getByRole('button', { name: 'Remove: Group 2' }));
  await press(page.getByRole('button', { name: 'Save' }));
  await heading(blockers.name);
  const changed = { all: [{ any: [{ field: 'status', op: 'changed' }, saved.all[1]] }] };
  await expect.poll(async () => (await readBlockers()).condition).toEqual(changed);
  await page.goto(`/${slug}/edit/prompt_template/${blockers.id}`);
  await press(condition.getByRole('button', { name: 'Remove: Condition' }));
  await press(page.getByRole('button', { name: 'Save' }));
  await expect.poll(async () => (await readBlockers()).condition).toBeNull();
  expect(window.rejected).toEqual([`PATCH /prompt-templates/${blockers.id} 422`]);
  await window.close();
});

it('shows values that inputs cannot show as JSON, and errors of variables at their choice', async () => {
  await open(`/edit/prompt_template/${blockers.id}`);
  const condition = page.getByRole('group', { name: 'Condition', exact: true });
  await condition.getByRole('button', { name: 'Add: Condition' }).click();
  await condition.getByRole('button', { name: 'Edit as JSON' }).click();
  const parts = [
    { field: 'due_at', op: 'gt', value: 'tomorrow' },
    { field: 'constructor', op: 'eq', value: 1 },
    { field: 'title', op: 'eq', value: { var: 'record.tags' } },
    { field: 'category_code', op: 'in', value: ['unknown'] },
  ];
  await condition.getByLabel('Condition (JSON)').fill(JSON.stringify({ all: parts }));
  await condition.getByRole('button', { name: 'Edit with inputs' }).click();
  expect(await condition.getByLabel('Comparison 1 (JSON)').inputValue()).toContain('tomorrow');
  expect(await condition.getByRole('checkbox', { name: 'Unknown', exact: true }).isChecked()).toBe(true);
  await press(page.getByRole('button', { name: 'Save' }));
  const variable = condition.getByRole('group', { name: 'Comparison 3' }).getByLabel('Compare with');
  await expect.poll(() => variable.getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  expect(window.rejected).toEqual([`PATCH /prompt-templates/${blockers.id} 422`]);
  await window.close();
});

it('previews a template on a task, without a change of the task', async () => {
  await open(`/r/prompt_template/${template.id}`);
  const preview = page.getByRole('region', { name: 'Preview' });
  await press(preview.getByRole('button', { name: 'Preview' }));
  await preview.getByText('Is required').waitFor();
  await preview.getByRole('combobox', { name: 'Record' }).fill('Production');
  await preview.getByRole('option', { name: 'Production is down' }).click();
  await preview.getByRole('button', { name: 'Preview' }).click();
  await preview.getByText('succeeded').waitFor();
  await preview.getByRole('heading', { name: 'Output' }).waitFor();
  await preview.getByText('What is sent to the model').click();
  await preview.getByRole('region', { name: 'user' }).getByText('title: Production is down').waitFor();
  await expectAccessible(page);
  const { body } = await owner.call('GET', '/tasks?q=Production');
  expect(body.data[0].priority).toBe('medium');
  await window.close();
});

it('shows the latest runs, and applies one', async () => {
  await open(`/r/prompt_template/${template.id}`);
  const runs = page.getByRole('region', { name: 'Latest runs', exact: true });
  await runs
    .getByRole('row', { name: 'Succeeded' })
    .getByRole('link', { name: 'Production is down' })
    .waitFor();
  await runs.getByRole('row', { name: 'Succeeded' }).getByRole('link').first().click();
  await heading('triage-task');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const { body } = await owner.call('GET', '/tasks?q=Production');
  expect(body.data[0].priority).toBe('urgent');
  await window.close();
});

it('compares versions line by line, and uses one again', async () => {
  await open(`/r/prompt_template/${template.id}`, 320);
  await heading(template.name);
  await page.getByText('Versions', { exact: true }).click();
  const entry = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Version 1' }) });
  await entry.getByText('Differs from the current version').click();
  await entry.getByText('Who made it: {{record.created_by}}').waitFor();
  await expectAccessible(page);
  await expectNoSideways(page);
  await entry.getByRole('button', { name: 'Use version 1 again' }).click();
  await page.getByText('Saved as a new version.').waitFor();
  const restored = await read();
  expect(restored).toMatchObject({ version: 4, settings: {}, user_text: template.user_text });
  await page.getByText('This is the current version.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await read()).settings).toEqual({ temperature: 0.5 });
  await window.close();
});

it('does not use a version again after another user has changed the same field', async () => {
  await open(`/r/prompt_template/${template.id}`);
  await page.getByText('Versions', { exact: true }).click();
  const use = page.getByRole('button', { name: 'Use version 1 again' });
  await use.waitFor();
  let isChanged = false;
  await page.route(`**/api/prompt-templates/${template.id}`, async (route) => {
    if (route.request().method() === 'PATCH' && !isChanged) {
      isChanged = true;
      const body = { user_text: 'From elsewhere' };
      expect((await owner.call('PATCH', `/prompt-templates/${template.id}`, body)).status).toBe(200);
    }
    await route.continue();
  });
  await use.click();
  await page.getByText('Another user has changed the template').waitFor();
  expect((await read()).user_text).toBe('From elsewhere');
  expect(window.rejected).toEqual([`PATCH /prompt-templates/${template.id} 412`]);
  await window.close();
});
