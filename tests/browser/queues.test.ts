import { areas } from '@wfp/areas';
import { Prisma } from '@wfp/shared/db';
import { LaneQueues } from '@wfp/shared/queue';
import { startOwnService, type TestService } from '@wfp/testing';
import { maxStallMs } from '@wfp/testing/max-stall.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import { type Browser, chromium as driver } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../../apps/worker/src/board/passwords.ts';
import { headlessChromium } from '../../scripts/testing/chromium.ts';

const { sql } = Prisma;
const password = 'correct horse battery';
let service: TestService;
let worker: RunningWorker;
let laneQueues: LaneQueues;
let origin: string;
let browser: Browser;

beforeAll(async () => {
  const hash = await hashPassword(password, { N: 1_024, r: 8, p: 1 });
  const OPERATORS = `ada:operator:${hash},bob:viewer:${hash}`;
  service = await startOwnService({ LOG_LEVEL: 'silent', OPERATORS });
  const options = { config: service.config, log: service.platform.log, opsPort: 0 };
  worker = await startWorker({ ...options, only: 'mail' });
  origin = `http://localhost:${worker.opsPort}`;
  laneQueues = new LaneQueues(
    service.platform,
    areas.flatMap((area) => area.jobs ?? []),
  );
  // Installs the browser if it is missing.
  const executablePath = await headlessChromium((line) => console.log(`tests: ${line}`));
  browser = await driver.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
});
afterAll(async () => {
  await browser?.close();
  await laneQueues?.close();
  await worker?.stop();
  await service?.stop();
});

/** Signs in; returns the page with its errors and its requests to other origins. */
async function signedIn(name: string) {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(maxStallMs);
  const errors: string[] = [];
  const foreignRequests: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  // Not `response`: a request that the policy of the page blocks has none.
  page.on('request', (one) => {
    if (new URL(one.url()).origin !== origin) foreignRequests.push(one.url());
  });
  await page.goto(`${origin}/queues`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${origin}/queues`);
  return { page, errors, foreignRequests };
}

it('an operator signs in, sees all queues, and retries failed jobs', async () => {
  await laneQueues.enqueue([{ queue: 'mail', key: 'broken', payload: {} }]);
  const { page, errors, foreignRequests } = await signedIn('ada');
  for (const name of ['mail', 'webhooks', 'prompts', 'maintenance'])
    await page.getByRole('link', { name, exact: true }).first().waitFor();
  await page.goto(`${origin}/queues/queue/mail?status=failed`);
  await page.getByText('Invalid input').first().waitFor();
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const jobs = () => laneQueues.queues.find(({ name }) => name === 'mail')?.getFailed() ?? [];
  await eventually(jobs, ([job]) => job?.attemptsStarted === 2);
  const recorded = await service.rows(
    sql`select operator, action, queue, outcome from operator_actions where action <> 'sign in'`,
  );
  expect(recorded).toEqual([
    { operator: 'ada', action: 'retry all failed', queue: 'mail', outcome: 'asked' },
  ]);
  expect([errors, foreignRequests]).toEqual([[], []]);
  await page.goto(`${origin}/queues/sign-out`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password').waitFor();
  await page.goto(`${origin}/queues/queue/mail`);
  await page.waitForURL(`${origin}/queues/sign-in`);
});

it('a viewer sees the queues without action buttons, and API calls are rejected', async () => {
  const { page } = await signedIn('bob');
  await page.goto(`${origin}/queues/queue/mail?status=failed`);
  await page.getByText('Invalid input').first().waitFor();
  expect(await page.getByRole('button', { name: 'Retry all' }).count()).toBe(0);
  const status = await page.evaluate(
    `fetch('/queues/api/queues/mail/pause', { method: 'PUT' }).then(({ status }) => status)`,
  );
  expect(status).toBe(403);
});
