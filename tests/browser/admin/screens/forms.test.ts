import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, testPassword } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
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

const { sql } = Prisma;

let admin: AdminBrowser;
let worker: RunningWorker;
let owner: Client;
let slug: string;
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0 });
  owner = await admin.service.newOrganization();
  slug = (await owner.call('GET', '/users/me')).body.org_slug;
  window = await admin.newWindow();
  page = window.page;
  await signInTo(page, slug, owner, '');
  await page.getByRole('heading', { level: 1, name: 'Hello, Olga' }).waitFor();
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('shows the defaults of a new record', async () => {
  await page.goto(`/${slug}/new/work_schedule`);
  await page.getByLabel('Name', { exact: false }).fill('Fixed');
  for (const name of ['Am minutes', 'Pm minutes', 'Minutes'])
    for (const input of await page.getByRole('spinbutton', { name, exact: true }).all())
      await input.fill(name === 'Minutes' ? '480' : '240');
  expect(await page.getByLabel('Scales with fte').isChecked()).toBe(true);
  await page.getByLabel('Scales with fte').uncheck();
  await button('Save').click();
  await heading('Fixed');
  const { data } = (await owner.call('GET', '/work-schedules?q=Fixed')).body;
  expect(data).toMatchObject([{ scales_with_fte: false }]);
});

it('uploads a file, and the content of one that has none', async () => {
  const choose = (text: string) =>
    page
      .getByLabel('File', { exact: false })
      .and(page.locator('input'))
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  const contentOf = async (id: number) => (await owner.call('GET', `/files/${id}`)).body;
  await page.goto(`/${slug}/new/file`);
  await button('Upload').click();
  await page.getByText('Choose a file first.').waitFor();
  await expectAccessible(page);
  await choose('Hello');
  await button('Upload').click();
  await heading('notes.txt');
  const id = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect(await contentOf(id)).toMatchObject({
    name: 'notes.txt',
    mime: 'text/plain',
    size: 5,
    status: 'stored',
  });
  expect(await page.getByRole('region', { name: 'Content' }).count()).toBe(0);
  const pending = { name: 'later.txt', mime: 'text/plain', size: 3 };
  const { body } = await owner.call('POST', '/files', pending);
  await page.goto(`/${slug}/r/file/${body.id}`);
  const content = page.getByRole('region', { name: 'Content' });
  await content.waitFor();
  await choose('Hello');
  await content.getByRole('button', { name: 'Upload' }).click();
  await content.getByRole('alert').waitFor();
  await expectAccessible(page);
  await choose('Yes');
  await content.getByRole('button', { name: 'Upload' }).click();
  await content.waitFor({ state: 'detached' });
  await expect.poll(async () => (await contentOf(body.id)).status).toBe('stored');
});

it('shows a pasted text that is too long with its length, and does not send it', async () => {
  await page.goto(`/${slug}/new/team`);
  const name = page.getByLabel('Name', { exact: false });
  await name.focus();
  await page.keyboard.insertText('a'.repeat(120));
  expect((await name.inputValue()).length).toBe(120);
  await page.getByText('Must have at most 100 characters').waitFor();
  await page.getByText('120 of at most 100 characters').waitFor();
  await page.getByLabel('Email').focus();
  await button('Save').click();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('name');
  await expectAccessible(page);
  await name.fill('a'.repeat(90));
  await page.getByText('90 of at most 100 characters').waitFor();
  expect(await name.getAttribute('aria-invalid')).toBeNull();
  await button('Save').click();
  await heading('a'.repeat(90));
  expect(window.rejected).not.toContain('POST /teams 422');
});

it('names the days of a week', async () => {
  const days = Array.from({ length: 7 }, () => ({ minutes: 480, am_minutes: 240, pm_minutes: 240 }));
  const { status, body } = await owner.call('POST', '/work-schedules', { name: 'Every day', days });
  expect(status).toBe(201);
  await page.goto(`/${slug}/r/work_schedule/${body.id}`);
  await heading('Every day');
  await page.getByRole('listitem').filter({ hasText: 'Sunday' }).getByText('480').waitFor();
  await page.goto(`/${slug}/edit/work_schedule/${body.id}`);
  await page.getByRole('group', { name: 'Wednesday' }).getByLabel('Am minutes').fill('200');
  await page
    .getByRole('group', { name: 'Wednesday' })
    .getByRole('spinbutton', { name: 'Minutes', exact: true })
    .fill('440');
  await expectAccessible(page);
  await button('Save').click();
  await heading('Every day');
  const saved = async () => (await owner.call('GET', `/work-schedules/${body.id}`)).body.days;
  await expect
    .poll(async () => (await saved()).map(({ minutes }: { minutes: number }) => minutes))
    .toEqual([480, 480, 440, 480, 480, 480, 480]);
});

it('keeps the words of a table whole at 320 px', async () => {
  expect(
    (await owner.call('POST', '/teams', { name: 'Donaudampfschifffahrt', description: 'x' })).status,
  ).toBe(201);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/${slug}/r/team?layout=table&q=Donau`);
  await page.getByText('1 record', { exact: true }).waitFor();
  const lines = await page.getByRole('table').evaluate((table) => {
    const heights: number[] = [];
    for (const one of table.querySelectorAll('td a, td span')) {
      const range = table.ownerDocument.createRange();
      range.selectNodeContents(one);
      const text = one.textContent ?? '';
      if (text !== '' && !/[\s,]/.test(text)) heights.push(range.getClientRects().length);
    }
    return heights;
  });
  expect(lines.length).toBeGreaterThan(1);
  expect(Math.max(...lines)).toBe(1);
  await expectNoSideways(page);
  await page.setViewportSize({ width: 1280, height: 800 });
});

it('shows tasks in an inactive status as a column of the board', async () => {
  expect((await owner.call('POST', '/tasks', { title: 'Old', status: 'reviewing' })).status).toBe(201);
  // Values of the service cannot be deactivated through the API any more.
  await executeOperational(
    admin.service.platform,
    sql`update enum_values v set is_active = false from enums e
      where v.org_id = ${owner.user.org_id} and e.org_id = v.org_id and e.id = v.enum_id
        and e.code = 'status' and v.code in ('reviewing', 'blocked')`,
  );
  await page.goto(`/${slug}/r/task?layout=board`);
  const board = page.getByRole('region', { name: 'Tasks, board' });
  await board.getByRole('link', { name: 'Old' }).waitFor();
  const select = page.getByLabel('Column of “Old”');
  const offered = await select
    .locator('option')
    .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
  expect([offered.includes('reviewing'), offered.includes('blocked')]).toEqual([true, false]);
  await select.selectOption('todo');
  await board
    .getByRole('region', { name: 'To do', exact: true })
    .getByRole('link', { name: 'Old' })
    .waitFor();
  await board.getByRole('region', { name: /^Review/ }).waitFor({ state: 'detached' });
  expect(await board.getByRole('region', { name: 'Blocked' }).count()).toBe(0);
  await expectAccessible(page);
});

it('returns the focus from an import to its button', async () => {
  await page.goto(`/${slug}/r/task_label`);
  await button('Import').click();
  const buffer = Buffer.from('name,color\nUrgent,#ff0000\n');
  const file = { name: 'labels.csv', mimeType: 'text/csv', buffer };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  const run = page.getByRole('button', { name: 'Import 1 row' });
  await run.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Imported: 1 new, 0 changed, 0 unchanged.').waitFor();
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Close');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Import');
});

it('keeps the input of dialogs when the session ends, until the user has signed in again', async () => {
  const user = await admin.service.newUser(owner, ['admin']);
  const { body: task } = await owner.call('POST', '/tasks', { title: 'Prune' });
  await window.close();
  window = await admin.newWindow();
  page = window.page;
  await signInTo(page, slug, user, `/r/task/${task.id}`);
  await heading('Prune');
  await page.getByText('Comments', { exact: true }).click();
  await button('Comments: add').click();
  const dialog = page.getByRole('dialog', { name: 'Comments: add' });
  await dialog.getByLabel('Body').fill('Not before March');
  expect((await owner.call('POST', `/users/${user.user.id}/revoke-sessions`)).status).toBe(200);
  await heading('Sign in');
  await page.getByLabel('Email').fill(user.user.email);
  await page.getByLabel('Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await heading('Prune');
  await dialog.waitFor();
  expect(await dialog.getByLabel('Body').inputValue()).toBe('Not before March');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { data } = (await owner.call('GET', `/tasks/${task.id}/comments`)).body;
  expect(data).toMatchObject([{ body: 'Not before March' }]);
  await window.close();
});
