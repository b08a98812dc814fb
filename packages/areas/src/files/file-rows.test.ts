import { Prisma } from '@wfp/shared/db';
import { type Client, startService, type TestService } from '@wfp/testing';
import { downloadFile, expireRetention, putBytes, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { sql } = Prisma;

let service: TestService;
let owner: Client;
let stranger: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
  stranger = await service.newOrganization();
});
afterAll(() => service.stop());

const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);
const note = { name: 'note.txt', mime: 'text/plain' };
const hello = Buffer.from('hello');

describe('a deleted file', () => {
  const restore = (id: number, by = owner) => recorded(() => by.call('POST', `/files/${id}/restore`));

  it('is restored with its content within a day', async () => {
    const { body } = await upload(service, owner, note, hello);
    await owner.call('DELETE', `/files/${body.id}`);
    const listed = await owner.call('GET', '/files?deleted=true&sort=-created_at');
    expect(listed.body.data[0]).toMatchObject({ id: body.id, deleted_at: expect.any(String) });
    const { result, events, audit } = await restore(body.id);
    const { upload_url: _, download_url: __, updated_at: ___, ...same } = body;
    expect([result.status, result.body]).toEqual([200, expect.objectContaining(same)]);
    expect(events).toEqual([`file.post_restore ${body.id}`]);
    expect(audit).toMatchObject([{ action: 'restore', resource: 'file', record_id: body.id }]);
    const shown = (await owner.call('GET', `/files/${body.id}`)).body;
    expect((await downloadFile(toServiceUrl(service, shown.download_url))).bytes).toEqual(hello);
    const [row] = await service.rows(sql`select purge_at from files where id = ${body.id}`);
    expect(row).toEqual({ purge_at: null });
    expect((await restore(body.id)).result.status).toBe(404);
  });

  it('can be uploaded for another day after a restore', async () => {
    const { id, upload_url } = (await owner.call('POST', '/files', { ...note, size: 5 })).body;
    await owner.call('DELETE', `/files/${id}`);
    expect((await restore(id)).result.body).toMatchObject({ status: 'pending' });
    const [row] = await service.rows(
      sql`select purge_at > now() + interval '23 hours' as is_later from files where id = ${id}`,
    );
    expect(row).toEqual({ is_later: true });
    expect((await putBytes(toServiceUrl(service, upload_url), owner.token, 'hello')).status).toBe(200);
  });

  it('cannot be restored after a day, or by other users', async () => {
    const { body } = await upload(service, owner, note, hello);
    await owner.call('DELETE', `/files/${body.id}`);
    const admin = await service.newUser(owner, ['admin']);
    for (const by of [admin, stranger]) {
      const { result, ...left } = await restore(body.id, by);
      expect([result.status, left]).toEqual([404, nothing]);
    }
    expect((await admin.call('GET', '/files?deleted=true')).body.total).toBe(0);
    await expireRetention(service, body);
    const { result, ...left } = await restore(body.id);
    expect([result.status, left]).toEqual([404, nothing]);
  });
});

it('searches, filters and sorts the list', async () => {
  const user = await service.newUser(owner, ['employee']);
  const made = async (name: string, mime: string, size: number) =>
    (await user.call('POST', '/files', { name, mime, size })).body.id;
  const [report, photo, plan] = [
    await made('Report.csv', 'text/csv', 300),
    await made('photo.png', 'image/png', 100),
    await made('plan.csv', 'text/csv', 200),
  ];
  const ids = async (query: string) => {
    const { status, body } = await user.call('GET', `/files?${query}`);
    return status === 200 ? body.data.map((one: { id: number }) => one.id) : status;
  };
  expect(await ids('')).toEqual([plan, photo, report]);
  expect(await ids('sort=name')).toEqual([photo, plan, report]);
  expect(await ids('sort=mime,-size')).toEqual([photo, report, plan]);
  expect(await ids('q=REP')).toEqual([report]);
  expect(await ids('mime=text/csv&size_to=250')).toEqual([plan]);
  expect(await ids('status=stored,refused')).toEqual([]);
  expect(await ids('sort=storage_key')).toBe(422);
});
