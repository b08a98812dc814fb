import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startOwnService, type TestService } from '@wfp/testing';
import { createTestLogger } from '@wfp/testing/test-logger.ts';
import { type RunningWorker, startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  generateSigningSecret,
  Signer,
} from '../../../packages/areas/src/webhooks/sender/attempt/signature.ts';
import { bundleForBrowsers, bytesOnTheWire } from '../../../packages/client/scripts/build.ts';
import { blocksFor, root } from './blocks.ts';
import { type InstalledClient, installClient } from './installed-client.ts';

const signup = {
  org_name: 'Demo Company',
  org_slug: 'demo',
  email: 'admin@demo.test',
  password: 'demo-password',
  first_name: 'Ada',
  last_name: 'Minh',
};

let service: TestService;
let worker: RunningWorker;
let apiKey: string;
let project: InstalledClient;
beforeAll(async () => {
  [service, project] = await Promise.all([startOwnService(), installClient()]);
  worker = await startWorker({ config: service.config, log: createTestLogger('error'), opsPort: 0 });
  const { body } = await service.call('POST', '/public/signup', signup);
  const authorization = `Bearer ${body.access_token}`;
  const key = await service.call('POST', '/api-keys', { name: 'Guide' }, { authorization });
  apiKey = key.body.key;
});
afterAll(async () => {
  await worker?.stop();
  await Promise.all([service?.stop(), project?.remove()]);
});

const border = '----- next block -----';

/** The blocks of a guide as one program with a border between them, and the expected output of each. */
async function programOf(guide: string): Promise<{ code: string; shown: (string | undefined)[] }> {
  const shown: (string | undefined)[] = [];
  let code = '';
  for (const { language, code: block, line } of await blocksFor('client-package.test.ts', guide)) {
    if (language === 'text') shown[shown.length - 1] = block;
    else if (language === 'js')
      code += `${shown.push(undefined) > 1 ? `console.log('${border}');\n` : ''}${block}`;
    else throw new Error(`${guide}:${line}: blocks of ${language} are not executed`);
  }
  expect(code).toContain("'http://localhost:3001'");
  return { code: code.replaceAll('http://localhost:3001', service.url), shown };
}

it('works as its guide shows, installed into an empty project', async () => {
  const { code, shown } = await programOf('docs/client.md');
  const printed = (await project.run('guide.mjs', code)).split(`${border}\n`);
  expect(printed).toHaveLength(shown.length);
  for (const [index, expected] of shown.entries()) {
    if (expected !== undefined) expect([index, printed[index]]).toEqual([index, expected]);
  }
  expect(shown.filter(Boolean).length).toBeGreaterThan(5);
});

it('works as its README shows', async () => {
  const { code } = await programOf('packages/client/README.md');
  const secret = generateSigningSecret();
  const body = '{"id":7,"event_type":"task.completed","payload":{}}';
  const event = {
    body,
    event_type: 'task.completed',
    delivery_id: 12,
    message_id: 'msg_7_2',
    at: new Date(),
  };
  const headers = JSON.stringify(new Signer({ secret }).createHeaders(event));
  const drive = `
    const send = (body) => receive(new Request('http://x.test', { method: 'POST', headers: ${headers}, body }));
    console.log((await send('${body}')).status, (await send('{}')).status);`;
  const env = { WFP_API_KEY: apiKey, WEBHOOK_SECRET: secret };
  const printed = await project.run('readme.mjs', `${code}${drive}`, env);
  expect(printed.split(`${border}\n`)).toEqual([
    'true Paint the fence\n',
    // Preceded by the organization's earlier events.
    expect.stringMatching(/(^|\n)task\.post_create Paint the fence\n$/),
    'task.completed\n204 401\n',
  ]);
});

it('has types for the existing endpoints and events', async () => {
  const use = (path: string, type: string) => `
    import { createClient, type EventType, type WebhookEvent, verifyWebhook } from '@wfp/client';
    import { verifyWebhook as alone } from '@wfp/client/webhooks';
    const client = createClient({ baseUrl: '' });
    export const count = async (): Promise<number> => (await client.get('${path}')).total;
    export const ids = async () => {
      for await (const message of client.events({ event_type: 'task.completed' })) {
        if (message.type === 'reset') return message.head;
        const type: 'task.completed' = message.event.event_type;
        return type;
      }
    };
    export const handle = async (request: Request): Promise<WebhookEvent> =>
      (request ? verifyWebhook : alone)(await request.arrayBuffer(), request.headers, 'whsec_');
    export const type: EventType = '${type}';\n`;
  const said = await project.compile({
    'fits.ts': use('/tasks', 'task.completed'),
    'differs.ts': use('/taks', 'task.compleated'),
  });
  expect(said).not.toContain('fits.ts');
  expect(said).toContain('\'"/taks"\' is not assignable');
  expect(said).toContain('\'"task.compleated"\' is not assignable');
});

it('is a complete package for all common tools', async () => {
  const folder = path.join(project.folder, 'node_modules/@wfp/client');
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    sideEffects: false,
    dependencies: { 'openapi-fetch': expect.any(String) },
  });
  expect(Object.keys(manifest.dependencies)).toHaveLength(1);
  for (const absent of ['private', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(absent);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  expect(names).toEqual(expect.arrayContaining(['index.d.ts', 'index.js', 'webhooks.d.ts', 'webhooks.js']));
  expect(names.filter((name) => !/\.(js|d\.ts)$/.test(name)).sort()).toEqual([
    'LICENSE',
    'LICENSE.eventsource-parser',
    'README.md',
    'package.json',
  ]);
  const check = (tool: string, ...args: string[]) =>
    promisify(execFile)(path.join(root, 'node_modules/.bin', tool), [...args, project.tarball]);
  const checks = [
    check('publint', 'run', '--strict'),
    check('attw', '--profile', 'esm-only', '--no-definitely-typed'),
  ];
  expect(
    await Promise.all(
      checks.map((one) =>
        one.then(
          () => '',
          ({ stdout }) => stdout,
        ),
      ),
    ),
  ).toEqual(['', '']);
});

it('is small, and bundles for browsers', async () => {
  const bytes = async (code: string) => bytesOnTheWire(await bundleForBrowsers(code));
  expect(await bytes("export * from '@wfp/client';")).toBeLessThan(10_000);
  // Unused parts are removed by bundlers.
  expect(await bytes("export { createClient } from '@wfp/client';")).toBeLessThan(8_700);
  expect(await bytes("export { verifyWebhook } from '@wfp/client';")).toBeLessThan(1_500);
});
