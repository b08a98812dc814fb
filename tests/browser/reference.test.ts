import { type Client, startService, type TestService } from '@wfp/testing';
import { type Browser, chromium as driver } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromium } from '../../scripts/testing/chromium.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

let service: TestService;
let owner: Client;
let browser: Browser;
beforeAll(async () => {
  const executablePath = await chromium((line) => console.log(`tests: ${line}`));
  [service, browser] = await Promise.all([startService(), driver.launch({ executablePath, args: flags })]);
  owner = await service.newOrganization();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

it('the reference loads only from this service, without errors, and can send requests', async () => {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const errors: string[] = [];
  const foreignRequests: string[] = [];
  page.on('console', (one) => {
    if (one.type() === 'error' || one.type() === 'warning') errors.push(one.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  // Requests to other origins are blocked, even if the content security policy of the page allows them.
  await page.route('**/*', async (route) => {
    const { origin, protocol } = new URL(route.request().url());
    if (origin === service.url || protocol === 'data:' || protocol === 'blob:') return route.continue();
    foreignRequests.push(route.request().url());
    return route.abort();
  });

  await page.goto(`${service.url}/api/docs#tag/tasks/GET/tasks`);
  await page.getByPlaceholder('Token').first().fill(owner.token);
  const operation = page.locator('section[id$="tag/tasks/GET/tasks"]');
  await operation.getByRole('button', { name: 'Test Request' }).click();
  const responded = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/tasks');
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const response = await responded;
  expect([response.status(), new URL(response.url()).search, await response.json()]).toEqual([
    200,
    '',
    { data: [], total: 0, total_is_exact: true, next: null },
  ]);
  await page.getByText('200 OK').waitFor();
  expect(foreignRequests).toEqual([]);
  expect(errors).toEqual([]);
});
