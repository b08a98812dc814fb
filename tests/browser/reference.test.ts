import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { maxStallMs } from '@wfp/testing/max-stall.ts';
import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoLogin } from '../../prisma/seed/demo.ts';
import { headlessChromium } from '../../scripts/testing/chromium.ts';

const flags = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];

let service: TestService;
let owner: Client;
let browser: Browser;
beforeAll(async () => {
  const executablePath = await headlessChromium((line) => console.log(`tests: ${line}`));
  [service, browser] = await Promise.all([startOwnService(), driver.launch({ executablePath, args: flags })]);
  owner = await service.newOrganization();
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

interface OpenedPage {
  page: Page;
  errors: string[];
  foreignRequests: string[];
}

async function openReference(fragment = ''): Promise<OpenedPage> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(maxStallMs);
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
  await page.goto(`${service.url}/${fragment === '' ? '' : `api/docs#${fragment}`}`);
  return { page, errors, foreignRequests };
}

it('the reference loads only from this service, without errors, and can send requests', async () => {
  const { page, errors, foreignRequests } = await openReference('tag/tasks/GET/tasks');
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

it('lists operations by summary in the order that a newcomer needs, beginning with a sign-in that works unchanged', async () => {
  const signup = { ...demoLogin, org_name: 'Demo', first_name: 'Ada', last_name: 'Lovelace' };
  expect((await service.call('POST', '/public/signup', signup)).status).toBe(201);
  const { page } = await openReference();
  const sidebar = page.getByRole('complementary').first();
  await sidebar.getByText('Sign in with email, password and organization').waitFor();
  const lines = (await sidebar.allInnerTexts()).flatMap((text) => text.split('\n'));
  const groups = lines.flatMap((line) => line.match(/^(?:Open|Close) Group - (.+)$/)?.[1] ?? []);
  expect(groups.filter((one) => one !== 'Signup').slice(0, 12)).toEqual([
    'Sign-in',
    'Organizations',
    'Users',
    'Roles and permissions',
    'Employees',
    'Teams',
    'Positions',
    'Tasks',
    'Task labels',
    'Task views',
    'Initiatives',
    'Events',
  ]);
  const operation = page.locator('section[id$="tag/auth/POST/auth/login"]');
  await operation.getByRole('button', { name: 'Test Request' }).click();
  const responded = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/auth/login');
  await page.getByRole('button', { name: /^Send/ }).first().click();
  const response = await responded;
  expect([response.status(), Object.keys(await response.json())]).toEqual([
    200,
    ['access_token', 'refresh_token', 'expires_in', 'user'],
  ]);
});
