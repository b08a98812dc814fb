import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Prisma } from '@wfp/shared/db';
import { executeOperational } from '@wfp/shared/operational';
import { type Client, startOwnService, type TestService, testPassword } from '@wfp/testing';
import { downloadFile, expireRetention, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { eventually } from '@wfp/testing/receiver.ts';
import { startWorker } from '@wfp/testing/worker.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let worker: Awaited<ReturnType<typeof startWorker>>;
beforeAll(async () => {
  service = await startOwnService({ LOG_LEVEL: 'silent' });
  owner = await service.newOrganization();
  worker = await startWorker({ config: service.config, log: service.platform.log, opsPort: 0 });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
});

const note = { name: 'note.txt', mime: 'text/plain' };
const png = { name: 'face.png', mime: 'image/png' };
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const folderOf = (by: Client, rest = '') =>
  path.join(service.config.DATA_DIR, 'files', `org-${by.user.org_id}`, rest);
async function listObjects(by: Client, rest = ''): Promise<string[]> {
  const entries = await readdir(folderOf(by, rest), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((one) => one.isFile()).map((one) => one.name);
}

it('deletes partial uploads left by a crash with their file', async () => {
  const { body } = await upload(service, owner, note, Buffer.from('hello'));
  const folder = `files/${body.id}`;
  await writeFile(folderOf(owner, `${folder}/attempt-of-the-dead`), 'hel');
  await writeFile(folderOf(owner, `${folder}/.of-the-dead.part`), 'h');
  await mkdir(folderOf(owner, `files/${body.id}0`), { recursive: true });
  await writeFile(folderOf(owner, `files/${body.id}0/of-another`), 'stays');
  expect((await listObjects(owner, folder)).length).toBe(3);
  expect((await owner.call('DELETE', `/files/${body.id}`)).status).toBe(204);
  await expireRetention(service, body);
  await eventually(
    () => listObjects(owner, folder),
    (names) => names.length === 0,
  );
  // Reading a folder fails while a subfolder is removed.
  await eventually(
    () => listObjects(owner),
    (names) => names.join() === 'of-another',
  );
});

it('keeps the content of a file restored within 24 hours, and deletes that of other deleted files', async () => {
  const [back, gone] = [
    (await upload(service, owner, note, Buffer.from('back'))).body,
    (await upload(service, owner, note, Buffer.from('gone'))).body,
  ];
  for (const { id } of [back, gone]) await owner.call('DELETE', `/files/${id}`);
  expect((await owner.call('POST', `/files/${back.id}/restore`)).status).toBe(200);
  await expireRetention(service, gone);
  await eventually(
    () => listObjects(owner, `files/${gone.id}`),
    (names) => names.length === 0,
  );
  expect((await owner.call('POST', `/files/${gone.id}/restore`)).status).toBe(404);
  expect(await listObjects(owner, `files/${back.id}`)).toHaveLength(1);
  const { body } = await owner.call('GET', `/files/${back.id}`);
  expect((await downloadFile(toServiceUrl(service, body.download_url))).bytes.toString()).toBe('back');
  await owner.call('DELETE', `/files/${back.id}`);
  await expireRetention(service, back);
});

it('deletes the files of an erased user, except pictures of other users', async () => {
  const admin = await service.newUser(owner, ['admin']);
  const other = await service.newUser(owner, ['employee']);
  const own = (await upload(service, admin, note, Buffer.from('passport'))).body;
  const face = (await upload(service, admin, png, picture)).body;
  const faceOfOther = (await upload(service, admin, png, picture)).body;
  for (const [user, file] of [
    [admin, face],
    [other, faceOfOther],
  ]) {
    const changed = await admin.call('PATCH', `/users/${user.user.id}`, { avatar_file_id: file.id });
    expect([changed.status, changed.body.avatar_file_id]).toEqual([200, file.id]);
  }
  await owner.call('POST', `/users/${admin.user.id}/deactivate`, {});
  const erased = await owner.call('POST', `/users/${admin.user.id}/erase`, { confirm: admin.user.email });
  expect(erased.status).toBe(200);
  for (const file of [own, face]) {
    await eventually(
      () => listObjects(owner, `files/${file.id}`),
      (names) => names.length === 0,
    );
  }
  expect((await listObjects(owner, `files/${faceOfOther.id}`)).length).toBe(1);
  const traces = await service.rows(sql`select a.id from audit_log a
    left join audit_personal p on p.org_id = a.org_id and p.audit_id = a.id
    where a.org_id = ${owner.user.org_id} and a.resource = 'file' and a.record_id in (${own.id}, ${face.id})
      and coalesce(p.before, p.after, a.before, a.after) is not null`);
  expect(traces).toEqual([]);
});

it('deletes all objects of an organization once it is finally closed', async () => {
  const org = await service.newOrganization();
  const { body } = await upload(service, org, note, Buffer.from('hello'));
  await org.call('POST', '/tasks/export', { format: 'json' });
  const names = await eventually(
    () => listObjects(org),
    (some) => some.length === 2,
  );
  expect(names.length).toBe(2);
  const { slug } = (await org.call('GET', '/organizations/current')).body;
  const closing = { password: testPassword, confirm: slug };
  expect((await org.call('POST', '/organizations/current/close', closing)).status).toBe(200);
  expect((await downloadFile(toServiceUrl(service, body.download_url))).status).toBe(200);
  await executeOperational(
    service.platform,
    sql`update organizations set closing_at = now() - interval '31 days' where id = ${org.user.org_id} returning id`,
  );
  const row = () => service.rows(sql`select deleted_at from organizations where id = ${org.user.org_id}`);
  await eventually(row, ([one]) => one?.deleted_at !== null);
  expect(await listObjects(org)).toEqual([]);
  expect((await downloadFile(toServiceUrl(service, body.download_url))).status).toBe(404);
});
