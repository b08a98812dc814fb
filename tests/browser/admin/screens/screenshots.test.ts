import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client } from '@wfp/testing';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isWritingScreenshots, smallPng } from '../../../../scripts/testing/screenshots/screenshots.ts';
import { type AdminBrowser, signInTo, startAdminBrowser, type Window } from '../admin-browser.ts';

// The screenshots of docs/admin.md: `npm run screenshots` writes them. Otherwise, the tests only open the same screens, so that
// a screen that no longer exists is found. Pixels are not compared.

const { sql } = Prisma;
const docs = path.resolve(import.meta.dirname, '../../../../docs');
const folder = path.join(docs, 'images/admin');
const maxBytes = 500 * 1024;

/** A screen, and what it shows when it is complete. */
interface Screen {
  path: () => string;
  shows: (page: Page) => Locator;
  prepare?: (page: Page) => Promise<void>;
}

const ids: Record<string, number> = {};
const screens: Readonly<Record<string, Screen>> = {
  list: {
    path: () => '/r/task?sort=title',
    shows: (page) => page.getByRole('table').getByText('Paint the fence'),
    prepare: async (page) => {
      await page.getByRole('checkbox', { name: 'Select Call the painter' }).check();
      await page.getByRole('checkbox', { name: 'Select Paint the fence' }).check();
      await page.getByText('2 selected').waitFor();
    },
  },
  record: {
    path: () => `/r/task/${ids.task}`,
    shows: (page) => page.getByRole('heading', { level: 1, name: 'Paint the fence' }),
  },
  form: {
    path: () => `/edit/task/${ids.task}`,
    shows: (page) => page.getByRole('textbox', { name: 'Title' }),
  },
  board: {
    path: () => '/r/task?layout=board',
    shows: (page) => page.getByRole('region', { name: 'In progress' }).getByText('Paint the fence'),
  },
  tree: {
    path: () => '/r/category',
    shows: (page) => page.getByRole('treegrid').getByText('Marketing'),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Show what is below Marketing' }).click();
      await page.getByRole('link', { name: 'Campaigns', exact: true }).waitFor();
    },
  },
  'prompt-template': {
    path: () => `/r/prompt_template/${ids.template}`,
    shows: (page) => page.getByRole('region', { name: 'Preview' }),
  },
};
const fileOf = (name: string, scheme: string) => `${name}-${scheme}.png`;
const files = Object.keys(screens).flatMap((name) => ['dark', 'light'].map((scheme) => fileOf(name, scheme)));

let admin: AdminBrowser;
let worker: RunningWorker;
let owner: Client;
let window: Window;
let slug: string;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
  owner = await admin.service.newOrganization();
  const me = (await owner.call('GET', '/users/me')).body;
  slug = me.org_slug;
  const renamed = await owner.call('PATCH', `/organizations/${me.org_id}`, { name: 'Demo Company' });
  expect(renamed.status).toBe(200);
  await prepareContent();
  window = await admin.newWindow(1000);
  await window.page.setViewportSize({ width: 1000, height: 600 });
  await signInTo(window.page, slug, owner, '');
  await window.page.locator('[data-state=live]').waitFor();
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});

async function create(path: string, body: object): Promise<number> {
  const { status, body: made } = await owner.call('POST', path, body);
  expect([path, status]).toEqual([path, 201]);
  return made.id;
}

async function prepareContent(): Promise<void> {
  const person = { first_name: 'Kim', last_name: 'Park', hire_date: '2026-01-01' };
  const assigned_employee_id = await create('/employees', person);
  const due_at = '2027-03-01T09:00:00Z';
  ids.task = await create('/tasks', {
    ...{ title: 'Paint the fence', status: 'in_progress', priority: 'high', assigned_employee_id, due_at },
    description: 'Two coats. The **north side** first, because it dries slowly.',
  });
  await create('/tasks', { title: 'Call the painter', priority: 'medium', assigned_employee_id });
  await create('/tasks', { title: 'Order new chairs', priority: 'low', due_at });
  await create('/tasks', { title: 'Book the room', priority: 'medium', status: 'done' });
  const category = (name: string, parent_id: number | null) =>
    create('/categories', { name, code: name.toLowerCase(), applies_to: 'initiative', parent_id });
  const marketing = await category('Marketing', null);
  for (const name of ['Campaigns', 'Events', 'Website']) await category(name, marketing);
  await category('Product', null);
  await category('Operations', null);
  const { data } = (await owner.call('GET', '/prompt-templates')).body;
  ids.template = data.find(({ code }: { code: string }) => code === 'triage-task').id;
  // The times on screen are those of the service.
  for (const table of ['tasks', 'categories', 'prompt_templates'])
    await executeOperational(
      admin.service.platform,
      sql`update ${Prisma.raw(table)} set created_at = '2027-01-04T08:00:00Z', updated_at = '2027-01-04T09:30:00Z'
        where org_id = ${owner.user.org_id}`,
    );
}

it.each(Object.entries(screens))('shows the screen of the screenshots: %s', async (name, screen) => {
  const { page } = window;
  await page.goto(`/${slug}${screen.path()}`);
  const found = await screen
    .shows(page)
    .first()
    .waitFor()
    .then(
      () => true,
      () => false,
    );
  expect(found, `${name}: the screen has changed; correct its entry, then run npm run screenshots`).toBe(
    true,
  );
  await screen.prepare?.(page);
  await page.locator('[data-state=live]').waitFor();
  if (!isWritingScreenshots) return;
  await mkdir(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    await writeFile(path.join(folder, fileOf(name, colorScheme)), smallPng(picture));
  }
});

it('has small screenshots of each screen, which the guide shows', async () => {
  expect(window.rejected).toEqual([]);
  await window.close();
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted());
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxBytes);
  const guide = await readFile(path.join(docs, 'admin.md'), 'utf8');
  expect(files.filter((file) => !guide.includes(`images/admin/${file}`))).toEqual([]);
});
