import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { downloadFile, expireRetention, putBytes, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  stranger = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) =>
  recordedBy({ rows: service.rows }, owner.user.org_id, work);
const note = { name: 'note.txt', mime: 'text/plain' };
const hello = Buffer.from('hello');
async function listObjects(): Promise<string[]> {
  const folder = path.join(service.config.DATA_DIR, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isFile()).map((one) => path.join(one.parentPath, one.name));
}

describe('a file', () => {
  it('is created, uploaded and downloaded unchanged', async () => {
    const announced = await recorded(() => owner.call('POST', '/files', { ...note, size: 5 }));
    const { id, upload_url, ...row } = announced.result.body;
    expect(announced.result.status).toBe(201);
    expect(row).toMatchObject({ ...note, size: 5, status: 'pending', sha256: null, download_url: null });
    expect(announced).toMatchObject({ events: [`file.post_create ${id}`], outbox: 1 });
    expect(Object.keys(row)).not.toContain('storage_key');

    const sent = await recorded(() => putBytes(toServiceUrl(service, upload_url), owner.token, 'hello'));
    const sha256 = createHash('sha256').update('hello').digest('hex');
    expect(sent.result).toMatchObject({ status: 200, body: { status: 'stored', sha256, upload_url: null } });
    expect(sent).toMatchObject({
      events: [`file.uploaded ${id}`],
      audit: [{ action: 'uploaded', resource: 'file', record_id: id, after: { status: 'stored', sha256 } }],
    });

    const shown = (await owner.call('GET', `/files/${id}`)).body;
    const ways = [
      await downloadFile(`${service.url}/api/files/${id}/content`, owner.token),
      await downloadFile(toServiceUrl(service, shown.download_url)),
    ];
    for (const { status, headers, bytes } of ways) {
      expect([status, bytes.toString()]).toEqual([200, 'hello']);
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="note.txt"; filename*=UTF-8''note.txt`,
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-length')).toBe('5');
    }
  });

  it('accepts one of several concurrent uploads', async () => {
    const { body } = await owner.call('POST', '/files', { ...note, size: 5 });
    const before = (await listObjects()).length;
    const texts = ['hell0', 'hell1', 'hell2', 'hell3', 'hell4'];
    const work = () =>
      Promise.all(texts.map((text) => putBytes(toServiceUrl(service, body.upload_url), owner.token, text)));
    const { result, events } = await recorded(work);
    const statuses = result.map((one) => one.status);
    expect(statuses.toSorted()).toEqual([200, 422, 422, 422, 422]);
    expect(events).toEqual([`file.uploaded ${body.id}`]);
    expect((await listObjects()).length).toBe(before + 1);
    const { bytes } = await downloadFile(`${service.url}/api/files/${body.id}/content`, owner.token);
    expect(bytes.toString()).toBe(texts[statuses.indexOf(200)]);
    expect((await putBytes(toServiceUrl(service, body.upload_url), owner.token, 'again')).status).toBe(422);
  });

  it('is not accessible to other users', async () => {
    const admin = await service.newUser(owner, ['admin']);
    const { body } = await upload(service, owner, note, hello);
    const pending = (await owner.call('POST', '/files', { ...note, size: 5 })).body;
    for (const other of [admin, stranger]) {
      const list = (await other.call('GET', '/files')).body.data;
      expect(list.map((row: { id: number }) => row.id)).not.toContain(body.id);
      for (const attempt of [
        await other.call('GET', `/files/${body.id}`),
        await other.call('DELETE', `/files/${body.id}`),
        await downloadFile(`${service.url}/api/files/${body.id}/content`, other.token),
        await putBytes(toServiceUrl(service, pending.upload_url), other.token, 'hello'),
      ]) {
        expect(attempt.status).toBe(404);
      }
    }
    expect((await owner.call('GET', `/files/${pending.id}`)).body.status).toBe('pending');
  });

  it('is purged a day after its deletion, or after a day without content', async () => {
    const { body } = await upload(service, owner, note, hello);
    const awaited = (await owner.call('POST', '/files', { ...note, size: 5 })).body;
    const gone = await recorded(() => owner.call('DELETE', `/files/${body.id}`));
    expect(gone.result.status).toBe(204);
    expect(gone).toMatchObject({ events: [`file.post_archive ${body.id}`], outbox: 1 });
    expect((await downloadFile(toServiceUrl(service, body.download_url))).status).toBe(404);
    for (const file of [body, awaited]) await expireRetention(service, file);
    const before = (await listObjects()).length;
    const worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
    try {
      await eventually(listObjects, (paths) => paths.length === before - 1);
      await eventually(
        () => owner.call('GET', `/files/${awaited.id}`),
        ({ status }) => status === 404,
      );
    } finally {
      await worker.stop();
    }
  });
});

describe('rejected requests', () => {
  const announce = (changes: object) => owner.call('POST', '/files', { ...note, size: 5, ...changes });

  it('include unsafe names, invalid types and invalid sizes', async () => {
    const names = ['../../etc/passwd', '..', 'a/b', 'a\\b', 'a\nb', 'exe.\u202Etxt', ' ', 'x'.repeat(256)];
    for (const name of names) {
      const { status, body } = await announce({ name });
      expect([name, status, Object.keys(body.details.fieldErrors)]).toEqual([name, 422, ['name']]);
    }
    for (const changes of [
      { mime: 'text' },
      { mime: 'text/html\r\nx: y' },
      { size: -1 },
      { size: 25 * 1024 ** 2 + 1 },
    ]) {
      const { status, body } = await announce(changes);
      expect([status, Object.keys(body.details.fieldErrors)]).toEqual([422, Object.keys(changes)]);
    }
  });

  it('include content that does not match the declared size or type, without leaving objects', async () => {
    const before = await listObjects();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const cases: [object, Buffer, string][] = [
      [{ size: 5 }, Buffer.from('hell'), 'size'],
      [{ size: 5 }, Buffer.from('hello!'), 'size'],
      [{ size: 16, mime: 'application/pdf' }, png, 'mime'],
      [{ size: 16, mime: 'text/plain' }, png, 'mime'],
      [{ size: 5, mime: 'image/png' }, Buffer.from('hello'), 'mime'],
    ];
    for (const [changes, bytes, field] of cases) {
      const { body } = await announce(changes);
      const { result, ...left } = await recorded(() =>
        putBytes(toServiceUrl(service, body.upload_url), owner.token, new Uint8Array(bytes)),
      );
      expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, [field]]);
      expect(left).toEqual(nothing);
      expect((await owner.call('GET', `/files/${body.id}`)).body.status).toBe('pending');
    }
    expect(await listObjects()).toEqual(before);
  });

  it('include content over 25 MiB', async () => {
    const most = 25 * 1024 ** 2;
    const before = await listObjects();
    const { body } = await announce({ size: most, mime: 'application/octet-stream' });
    const { status } = await putBytes(
      toServiceUrl(service, body.upload_url),
      owner.token,
      new Uint8Array(most + 1),
    ).catch(
      // The connection may close before all is sent.
      () => ({ status: 413 }),
    );
    expect(status).toBe(413);
    expect(await listObjects()).toEqual(before);
    const whole = await putBytes(toServiceUrl(service, body.upload_url), owner.token, new Uint8Array(most));
    expect(whole.status).toBe(200);
    await owner.call('DELETE', `/files/${body.id}`);
  });

  it('include links that are forged, expired, for another row or kind, or of a user without access', async () => {
    const user = await service.newUser(owner, ['employee']);
    const { body } = await upload(service, user, note, hello);
    const other = (await upload(service, user, note, hello)).body;
    const link = new URL(toServiceUrl(service, body.download_url));
    const token = link.searchParams.get('token') ?? '';
    const [org, requester, key, until, signature] = token.split('.');
    const attempt = async (changed: string, id = body.id, kind = 'files') =>
      (await downloadFile(`${service.url}/api/${kind}/${id}/download?token=${encodeURIComponent(changed)}`))
        .status;
    expect([requester, key, await attempt(token)]).toEqual([String(user.user.id), '', 200]);
    for (const changed of [
      // Not the last character: two of its six bits are padding.
      `${org}.${requester}.${key}.${until}.${signature?.startsWith('A') ? 'B' : 'A'}${signature?.slice(1)}`,
      `${org}.${requester}.${key}.${Number(until) + 1}.${signature}`,
      `${stranger.user.org_id}.${requester}.${key}.${until}.${signature}`,
      `${org}.${owner.user.id}.${key}.${until}.${signature}`,
      `${org}.${requester}.1.${until}.${signature}`,
      `${org}.${until}.${signature}`,
      'x',
    ]) {
      expect([changed, await attempt(changed)]).toEqual([changed, 403]);
    }
    expect(await attempt(token, other.id)).toBe(403);
    expect(await attempt(token, body.id, 'exports')).toBe(403);
    expect((await downloadFile(`${service.url}/api/files/${body.id}/download`)).status).toBe(422);
    await owner.call('POST', `/users/${user.user.id}/deactivate`, {});
    expect(await attempt(token)).toBe(404);
  });

  it('never include active content, which is downloaded as application/octet-stream', async () => {
    for (const [name, mime, text] of [
      ['page.html', 'text/html', '<script>alert(1)</script>'],
      ['picture.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ['ünïcödé "quoted".js', 'text/javascript', 'alert(1)'],
    ] as const) {
      const { status, body } = await upload(service, owner, { name, mime }, Buffer.from(text));
      expect(status).toBe(200);
      const { headers, bytes } = await downloadFile(toServiceUrl(service, body.download_url));
      expect([headers.get('content-type'), bytes.toString()]).toEqual(['application/octet-stream', text]);
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''/);
      const encoded = headers.get('content-disposition')?.split("UTF-8''")[1] ?? '';
      expect(decodeURIComponent(encoded)).toBe(name);
    }
  });
});

it('is stored under opaque names with mode 0600', async () => {
  await upload(service, owner, { name: 'salaries.txt', mime: 'text/plain' }, Buffer.from('secret salaries'));
  const paths = await listObjects();
  expect(paths.join()).not.toMatch(/salaries|\.part/);
  const modes = await Promise.all(paths.map(async (one) => (await stat(one)).mode & 0o777));
  expect(new Set(modes)).toEqual(new Set([0o600]));
  const contents = await Promise.all(paths.map((one) => readFile(one, 'utf8')));
  expect(contents).toContain('secret salaries');
});
