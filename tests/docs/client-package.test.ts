import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packClient } from '../../scripts/pack-client.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let project: string;
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'wfp-client-'));
  await packClient(path.join(project, 'node_modules/@wfp/client'));
});
afterAll(() => rm(project, { recursive: true, force: true }));

it('is plain JavaScript that a project elsewhere can load', async () => {
  const file = path.join(project, 'receiver.mjs');
  await writeFile(
    file,
    `import { verifyWebhook, WebhookVerificationError } from '@wfp/client';
    await verifyWebhook('{}', {}, 'whsec_c2VjcmV0').catch((error) =>
      console.log(error instanceof WebhookVerificationError, error.name, error.reason));`,
  );
  const { stdout } = await run(process.execPath, ['--no-strip-types', file]);
  expect(stdout).toBe('true WebhookVerificationError missing_header\n');
});

it('says its types, with the events that there are', async () => {
  const file = path.join(project, 'receiver.ts');
  const use = (
    type: string,
  ) => `import { type EventType, type WebhookEvent, verifyWebhook } from '@wfp/client';
    export const handle = async (request: Request): Promise<WebhookEvent> =>
      verifyWebhook(await request.arrayBuffer(), request.headers, 'whsec_');
    export const type: EventType = '${type}';\n`;
  const check = async (type: string) => {
    await writeFile(file, use(type));
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', ''];
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    return run(process.execPath, [tsc, ...options, file], { cwd: project }).then(
      () => 'fits',
      ({ stdout }) => stdout as string,
    );
  };
  expect(await check('task.completed')).toBe('fits');
  expect(await check('task.compleated')).toContain('is not assignable to type');
});

it('holds what it needs, and nothing to depend on', async () => {
  const folder = path.join(project, 'node_modules/@wfp/client');
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
  const names = await readdir(folder);
  expect(names).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'index.d.ts', 'index.js']));
  expect(names.filter((name) => !/\.(js|d\.ts)$/.test(name)).sort()).toEqual([
    'LICENSE',
    'README.md',
    'package.json',
  ]);
});
