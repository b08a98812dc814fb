import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { clientOf, startService, type TestService } from '@wfp/api/testing';
import { areas } from '@wfp/areas';
import type { Area } from '@wfp/shared';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../apps/api/src/start-api.ts';

const root = path.resolve(import.meta.dirname, '../..');
let folder: string;
let service: TestService;

/** The files of the worked example, as CONTRIBUTING.md has them. */
beforeAll(async () => {
  const guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const parent = path.join(root, '.cache');
  await mkdir(parent, { recursive: true });
  folder = await mkdtemp(path.join(parent, 'area-'));
  for (const [, name = '', code = ''] of guide.matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)) {
    await writeFile(path.join(folder, name), code);
  }
  service = await startService();
});
afterAll(async () => {
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('is well typed', async () => {
  const config = path.join(folder, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: ['.'] }));
  await promisify(execFile)(process.execPath, [
    path.join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    config,
  ]);
});

it('serves what it declares, recorded and limited to the organization', async () => {
  const { initiatives } = (await import(pathToFileURL(path.join(folder, 'index.ts')).href)) as {
    initiatives: Area;
  };
  const { log } = service.platform;
  const api = await startApi({ config: service.config, log, port: 0, areas: [...areas, initiatives] });
  try {
    const url = `http://localhost:${api.port}`;
    const [owner, stranger] = [await service.newOrganization(), await service.newOrganization()].map(
      (client) => clientOf(url, { access_token: client.token, user: client.user }),
    );
    const made = await owner?.call('POST', '/initiatives', { name: 'Go outside' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Go outside', created_by: owner?.user.id } });
    expect((await owner?.call('GET', '/initiatives'))?.body).toEqual({ data: [made?.body], total: 1 });
    expect((await stranger?.call('GET', `/initiatives/${made?.body.id}`))?.status).toBe(404);
    expect((await owner?.call('POST', '/initiatives', { title: 'x' }))?.status).toBe(422);
    const history = await owner?.call('GET', `/events/initiative/${made?.body.id}`);
    expect(history?.body.data).toMatchObject([{ event_type: 'initiative.post_create' }]);
    const audit = await owner?.call('GET', `/audit-log?resource=initiative&record_id=${made?.body.id}`);
    expect(audit?.body.data).toMatchObject([{ action: 'create' }]);
  } finally {
    await api.stop();
  }
});
