import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import type { Client } from '@wfp/testing';
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
let window: Window;
let page: Page;
beforeAll(async () => {
  admin = await startAdminBrowser();
  const { config, platform } = admin.service;
  worker = await startWorker({ config, log: platform.log, opsPort: 0, only: 'relay' });
});
afterAll(async () => {
  await worker?.stop();
  await admin?.stop();
});

interface Labels {
  owner: Client;
  slug: string;
}

/** An organization with many labels, and their list in the order of their names. */
async function open(count: number, width?: number): Promise<Labels> {
  const owner = await admin.service.newOrganization();
  const slug = (await owner.call('GET', '/users/me')).body.org_slug;
  await executeOperational(
    admin.service.platform,
    sql`insert into task_labels (org_id, name)
      select ${owner.user.org_id}, 'Label ' || lpad(n::text, 5, '0') from generate_series(1, ${count}::int) n`,
  );
  window = await admin.newWindow(width);
  page = window.page;
  await signInTo(page, slug, owner, '/');
  // Lists that are requested before the event stream is open are loaded again.
  await page.locator('[data-state=live]').waitFor({ state: 'attached' });
  await page.evaluate(`history.pushState({}, '', '/${slug}/r/task_label?sort=name')`);
  await label(1).waitFor();
  return { owner, slug };
}
const nameOf = (number: number) => `Label ${String(number).padStart(5, '0')}`;
const label = (number: number) => page.getByRole('link', { name: nameOf(number), exact: true });
const focused = () => page.evaluate<string>('document.activeElement.textContent');
const table = () => page.getByRole('table');
async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
const scrollTo = (place: string) =>
  page.evaluate(`{
    const scroller = document.querySelector('table').parentElement;
    scroller.scrollTop = ${place};
  }`);
/** The requests for rows from now on: their offsets, or the ids. */
function watchReads(): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/task-labels')
      reads.push(searchParams.get('ids') ?? searchParams.get('offset') ?? 'cursor');
  });
  return reads;
}
async function idOf(owner: Client, number: number): Promise<number> {
  const found = await owner.call('GET', `/task-labels?q=${encodeURIComponent(nameOf(number))}`);
  return found.body.data[0].id;
}

it('loads only the rows on screen, and moves through all of them by keyboard', async () => {
  await open(3_000);
  const reads = watchReads();
  await scrollTo('scroller.scrollHeight');
  await label(3_000).waitFor();
  expect(reads).toEqual(['2900']);
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  expect(await table().getAttribute('aria-rowcount')).toBe('3001');
  const rowIndex = (number: number) =>
    page
      .getByRole('row')
      .filter({ has: label(number) })
      .getAttribute('aria-rowindex');
  expect(await rowIndex(3_000)).toBe('3001');
  await expectAccessible(page);
  // The first row on screen, not the first of the list.
  await press('j');
  expect(Number((await focused()).slice(-5))).toBeGreaterThan(2_950);
  await press('End');
  await expect.poll(focused).toBe(nameOf(3_000));
  await press('j', 'k');
  expect(await focused()).toBe(nameOf(2_999));
  // Into the window before it, which is not loaded.
  for (let step = 0; step < 150; step += 1) await press('k');
  await expect.poll(focused).toBe(nameOf(2_849));
  await press('Home');
  await expect.poll(focused).toBe(nameOf(1));
  await press('j');
  await expect.poll(focused).toBe(nameOf(2));
  // The row with the focus remains when it is scrolled away.
  await scrollTo('1500 * 33');
  await label(1_510).waitFor();
  expect(await focused()).toBe(nameOf(2));
  await press('j');
  await expect.poll(focused).toBe(nameOf(3));
  await window.close();
});

it('requests the first rows while the link of a list has the pointer or the focus', async () => {
  await open(3);
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?:roles|positions)$/.test(pathname)) reads.push(pathname);
  });
  const entry = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
  const isRead = (path: string) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await Promise.all([isRead('/api/positions'), entry('Positions').focus()]);
  await Promise.all([isRead('/api/roles'), entry('Roles').hover()]);
  expect(reads).toEqual(['/api/positions', '/api/roles']);
  await entry('Roles').click();
  await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
  await page.getByRole('link', { name: 'Owner', exact: true }).waitFor();
  await window.close();
});

it('keeps the place in the address, and the selection wherever its records are', async () => {
  const { owner } = await open(1_000);
  await page.getByRole('checkbox', { name: `Select ${nameOf(2)}`, exact: true }).check();
  await scrollTo('scroller.scrollHeight');
  await label(1_000).focus();
  await press('x', 'k', 'k', 'Shift+X');
  await page.getByText('4 selected', { exact: true }).waitFor();
  const address = new URL(page.url()).searchParams;
  expect([address.get('sort'), Number(address.get('row')) > 950]).toEqual(['name', true]);
  await page
    .getByRole('region', { name: 'Selected records' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Deleted 4 records', { exact: true }).first().waitFor();
  await label(997).waitFor();
  expect(await label(998).count()).toBe(0);
  await expect.poll(async () => (await owner.call('GET', '/task-labels')).body.total).toBe(996);
  await label(997).click();
  await page.getByRole('heading', { level: 1, name: nameOf(997) }).waitFor();
  await page.goBack();
  await label(997).waitFor();
  await page.reload();
  await label(997).waitFor();
  // Another order begins at its first record; the way back leads to the place.
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.locator('th[aria-sort=descending]').waitFor();
  await expect.poll(() => page.locator('tbody a').first().textContent()).toBe(nameOf(997));
  await page.goBack();
  await page.locator('th[aria-sort=ascending]').waitFor();
  await expect.poll(() => page.locator('tbody a').last().textContent()).toBe(nameOf(997));
  await window.close();
});

it('follows changes of other users at its end: values, and the number of records', async () => {
  const { owner } = await open(2_000);
  const [changed, deleted] = [await idOf(owner, 1_990), await idOf(owner, 5)];
  await scrollTo('scroller.scrollHeight');
  await label(2_000).waitFor();
  const reads = watchReads();
  expect((await owner.call('PATCH', `/task-labels/${changed}`, { group: 'North' })).status).toBe(200);
  await page.getByRole('cell', { name: 'North', exact: true }).waitFor();
  expect(reads).toEqual([String(changed)]);
  // Half of the list disappears, with the rows on screen.
  await executeOperational(
    admin.service.platform,
    sql`delete from task_labels where org_id = ${owner.user.org_id} and name > ${nameOf(1_000)}`,
  );
  expect((await owner.call('DELETE', `/task-labels/${deleted}`)).status).toBe(204);
  await page.getByText('999 records', { exact: true }).waitFor();
  await label(1_000).waitFor();
  expect(await table().getAttribute('aria-rowcount')).toBe('1000');
  await label(1_000).focus();
  const added = { name: nameOf(1_001) };
  expect((await owner.call('POST', '/task-labels', added)).status).toBe(201);
  await page.getByText('1000 records', { exact: true }).waitFor();
  expect(await focused()).toBe(nameOf(1_000));
  await press('j');
  await expect.poll(focused).toBe(nameOf(1_001));
  await window.close();
});

it('grows beyond the records that are counted, on a narrow screen too', async () => {
  await open(10_150, 320);
  await page.getByText('More than 10000 records', { exact: true }).waitFor();
  expect(await table().getAttribute('aria-rowcount')).toBe('-1');
  await label(1).focus();
  await press('End');
  await expect.poll(focused).toBe(nameOf(10_001));
  await press('End');
  await expect.poll(focused).toBe(nameOf(10_150));
  await page.getByText('10150 records', { exact: true }).waitFor();
  expect(await table().getAttribute('aria-rowcount')).toBe('10151');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await window.close();
});
