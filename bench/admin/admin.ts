import { chromium as driver } from 'playwright-core';
import { chromium } from '../../scripts/testing/chromium.ts';
import { table } from '../measurements/report.ts';
import { median, percentile } from '../measurements/statistics.ts';
import { addAdministrator, get, newTask, patch, post, signUp, type Tenant } from '../organizations.ts';
import type { Installation } from '../processes/installation.ts';
import type { Scenario } from '../scenarios.ts';
import { type AdminPage, openAdminPage } from './admin-page.ts';

/** The pages that are opened one after the other to find out if memory is released. */
const visited = ['/r/task', '/r/team', '/r/user', '/new/task'];

/** The admin application in a browser: start, changes by another user, a burst of events, and memory. */
export const admin: Scenario = async ({ services, isSmoke }) => {
  const executablePath = await chromium(() => undefined);
  const rows = [['', 'measured', 'limit']];
  for (const installation of services) {
    const [tenant] = await signUp(installation, 1);
    if (!tenant) throw new Error('No organization was created');
    const ids = await createTasks(installation, tenant, isSmoke ? 4 : 1_000);
    const browser = await driver.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const { org_slug } = await get<{ org_slug: string }>(installation, '/users/me', tenant.headers);
      const page = await openAdminPage(browser, installation.url, org_slug);
      rows.push(...(await measureStarts(page, isSmoke ? 1 : 5)));
      const other = await addAdministrator(installation, tenant);
      rows.push(...(await measureChanges(page, installation, other, isSmoke ? 2 : 20)));
      rows.push(...(await measureBurst(page, installation, tenant, ids)));
      rows.push(await measureMemory(page, isSmoke ? 4 : 200));
    } finally {
      await browser.close();
    }
  }
  return table(rows);
};

async function createTasks(
  installation: Installation,
  { headers }: Tenant,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id } = (await post(installation, '/tasks', newTask, headers)) as { id: number };
    ids.push(id);
  }
  return ids;
}

/** The time until the first tasks of the board, as on a slow phone. */
async function measureStarts(page: AdminPage, samples: number): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [name, isCold, limit] of [
    ['first cards, cold', true, '1500 ms'],
    ['first cards, warm', false, '600 ms'],
  ] as const) {
    const starts = [];
    for (let sample = 0; sample < samples; sample += 1)
      starts.push(await page.start('/r/task?layout=board', isCold));
    rows.push([name, `${median(starts.map(({ ms }) => ms)).toFixed(0)} ms`, limit]);
    rows.push([`${name}: requests`, String(Math.max(...starts.map(({ requests }) => requests))), '12']);
  }
  return rows;
}

/**
 * The time between the request with which another user changes a task and its new title in the list. After 20 loads in a
 * minute, a page waits for further changes.
 */
async function measureChanges(
  page: AdminPage,
  installation: Installation,
  { headers }: Tenant,
  samples: number,
): Promise<string[][]> {
  await page.open('/r/task');
  const id = await page.firstId();
  const times: number[] = [];
  for (let sample = 1; sample <= samples; sample += 1) {
    const title = `Change ${sample} by another user`;
    const shown = page.shownAt(title);
    const sentAt = Date.now();
    await patch(installation, `/tasks/${id}`, { title }, headers);
    times.push((await shown) - sentAt);
  }
  return [
    ['change by another user: median', `${median(times).toFixed(0)} ms`, '500 ms'],
    ['change by another user: 95th percentile', `${percentile(times, 0.95).toFixed(0)} ms`, '1000 ms'],
  ];
}

/** Changes all tasks at once while their list is on screen. */
async function measureBurst(
  page: AdminPage,
  installation: Installation,
  { headers }: Tenant,
  ids: readonly number[],
): Promise<string[][]> {
  await page.open('/r/task');
  const { requests, longestTaskMs } = await page.watch(async () => {
    const parts = Array.from({ length: Math.ceil(ids.length / 200) }, (_, index) =>
      ids.slice(index * 200, (index + 1) * 200),
    );
    await Promise.all(
      parts.map((some) =>
        post(installation, '/tasks/bulk', { ids: some, patch: { priority: 'urgent' } }, headers, 200),
      ),
    );
    await page.untilCell('Urgent');
  });
  return [
    [`${ids.length} events at once: requests`, String(requests), '10'],
    [`${ids.length} events at once: longest task`, `${longestTaskMs.toFixed(0)} ms`, '100 ms'],
  ];
}

async function measureMemory(page: AdminPage, count: number): Promise<string[]> {
  const visit = async (times: number) => {
    for (let index = 0; index < times; index += 1) await page.open(visited[index % visited.length] ?? '');
  };
  await visit(2 * visited.length);
  const before = await page.heapMb();
  await visit(count);
  const grown = (await page.heapMb()) - before;
  return [`heap after ${count} navigations`, `+${grown.toFixed(1)} MB`, '10 MB'];
}
