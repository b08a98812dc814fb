import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminFolder } from '../../../../apps/admin/build/folders.ts';
import { viteOptions } from '../../../../apps/admin/build/vite-options.ts';
import {
  type AdminBrowser,
  expectAccessible,
  expectNoSideways,
  startAdminBrowser,
} from '../admin-browser.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let folder: string;
let server: Server;
let origin: string;
let admin: AdminBrowser;
beforeAll(async () => {
  folder = await mkdtemp(path.join(adminFolder, '.build-gallery-'));
  const input = path.join(adminFolder, 'gallery/index.html');
  await build({
    ...{ ...viteOptions, logLevel: 'error' },
    build: { ...viteOptions.build, outDir: folder, rolldownOptions: { input } },
  });
  server = createServer(async (request, response) => {
    const file = request.url === '/' ? '/gallery/index.html' : (request.url ?? '');
    const content = await readFile(path.join(folder, path.normalize(file))).catch(() => null);
    response.writeHead(content ? 200 : 404, { 'content-type': types[path.extname(file)] ?? 'text/plain' });
    response.end(content);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  admin = await startAdminBrowser();
});
afterAll(async () => {
  await admin?.stop();
  server?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

it.each(['light', 'dark'] as const)(
  'every component is accessible and fits into 320 px (%s)',
  async (colorScheme) => {
    const window = await admin.newWindow(320, origin);
    const { page } = window;
    await page.emulateMedia({ colorScheme });
    // The development build, which runs effects twice, would recommend an extension of the browser.
    await page.addInitScript('window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { isDisabled: true }');
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: 'Components' }).waitFor();
    await page.getByRole('region', { name: 'Icons' }).getByText('webhook').waitFor();
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.getByRole('button', { name: 'Show a toast' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('combobox', { name: 'Several records' }).fill('emoji');
    await page.getByRole('option', { name: '🙂 Emoji' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await page.getByRole('dialog', { name: 'A dialog' }).waitFor();
    await expectAccessible(page);
    expect(window.rejected).toEqual([]);
    await window.close();
  },
);
