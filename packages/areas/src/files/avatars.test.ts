import { type Client, createTestClient, startService, type TestService } from '@wfp/testing';
import { downloadFile, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const png = { name: 'me.png', mime: 'image/png' };

let service: TestService;
let owner: Client;
let hr: Client;
let person: Client;
let colleague: Client;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  hr = await service.newUser(owner, ['hr']);
  person = await service.newUser(owner, ['employee']);
  colleague = await service.newUser(owner, ['employee']);
});

const uploaded = async (by: Client): Promise<number> => (await upload(service, by, png, pixel)).body.id;
const show = (avatar_file_id: number | null, by = person) =>
  by.call('PATCH', `/users/${person.user.id}`, { avatar_file_id });
const download = (id: number, by: Client) => downloadFile(`${service.url}/api/files/${id}/content`, by.token);

/** The statuses of the metadata and the content of a file for a user. */
const read = async (id: number, by: Client) => [
  (await by.call('GET', `/files/${id}`)).status,
  (await download(id, by)).status,
];

it('is readable by all who can read its user, until it is removed', async () => {
  const [id, other] = [await uploaded(person), await uploaded(person)];
  expect(await read(id, colleague)).toEqual([404, 404]);
  expect((await show(id)).body.avatar_file_id).toBe(id);
  const { status, body } = await colleague.call('GET', `/files/${id}`);
  expect([status, body.name]).toEqual([200, 'me.png']);
  const content = await download(id, colleague);
  expect([content.status, content.bytes.equals(pixel)]).toEqual([200, true]);
  expect((await downloadFile(toServiceUrl(service, body.download_url))).status).toBe(200);
  expect(await read(other, colleague)).toEqual([404, 404]);
  expect((await colleague.call('GET', '/files')).body.total).toBe(0);
  expect((await colleague.call('DELETE', `/files/${id}`)).status).toBe(404);
  expect((await show(null)).status).toBe(200);
  expect(await read(id, colleague)).toEqual([404, 404]);
});

it('cannot be chosen among the private files of the user by others', async () => {
  const id = await uploaded(person);
  for (const by of [hr, owner]) {
    const { result, ...left } = await recordedBy(service, owner.user.org_id, () => show(id, by));
    expect([result.status, Object.keys(result.body.details.fieldErrors)]).toEqual([422, ['avatar_file_id']]);
    expect(left).toEqual(nothing);
  }
  for (const by of [hr, owner, colleague]) expect(await read(id, by)).toEqual([404, 404]);
  expect((await person.call('DELETE', `/files/${id}`)).status).toBe(204);
});

it('is hidden from other organizations, and from users and keys that cannot read its user', async () => {
  const [id, own] = [await uploaded(person), await uploaded(hr)];
  await show(id);
  const stranger = await service.newOrganization();
  const permissions = ['user:read', 'user:update', 'file:read'].map((permission) => ({
    permission,
    scopes: ['own'],
  }));
  await owner.call('POST', '/roles', { code: 'alone', name: 'Alone', permissions });
  const alone = await service.newUser(owner, ['alone']);
  expect((await hr.call('PATCH', `/users/${alone.user.id}`, { avatar_file_id: own })).status).toBe(200);
  for (const by of [stranger, alone]) expect(await read(id, by)).toEqual([404, 404]);
  expect(await read(own, alone)).toEqual([200, 200]);
  const narrow = { name: 'Files', permissions: ['file:read'] };
  const { key } = (await colleague.call('POST', '/api-keys', narrow)).body;
  const byKey = await fetch(`${service.url}/api/files/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(byKey.status).toBe(404);
});

/** The status of a download by a link that the user has got. */
const follow = async (link: string) => (await downloadFile(toServiceUrl(service, link))).status;

it('is not downloaded by links that others have got, once it is removed', async () => {
  const id = await uploaded(person);
  await show(id);
  const [link, own] = await Promise.all(
    [colleague, person].map(async (by) => (await by.call('GET', `/files/${id}`)).body.download_url),
  );
  expect([await follow(link), await follow(own)]).toEqual([200, 200]);
  await show(null);
  expect([await follow(link), await follow(own)]).toEqual([404, 200]);
});

it('is not downloaded by a link of a user or API key without access', async () => {
  const id = await uploaded(person);
  await show(id);
  const permissions = ['file:read', 'user:read'];
  const key = (await hr.call('POST', '/api-keys', { name: 'Pictures', permissions })).body;
  const byKey = createTestClient(service.url, { access_token: key.key, user: hr.user });
  const [ofUser, ofKey, ofHr] = await Promise.all(
    [colleague, byKey, hr].map(async (by) => (await by.call('GET', `/files/${id}`)).body.download_url),
  );
  expect([await follow(ofUser), await follow(ofKey), await follow(ofHr)]).toEqual([200, 200, 200]);
  expect((await owner.call('POST', `/users/${colleague.user.id}/deactivate`, {})).status).toBe(200);
  expect((await hr.call('DELETE', `/api-keys/${key.id}`)).status).toBeLessThan(300);
  expect([await follow(ofUser), await follow(ofKey), await follow(ofHr)]).toEqual([404, 404, 200]);
});

it('is hidden with a deleted user', async () => {
  const id = await uploaded(person);
  await show(id);
  expect((await owner.call('DELETE', `/users/${person.user.id}`)).status).toBe(204);
  expect(await read(id, colleague)).toEqual([404, 404]);
});

it('cannot be deleted while a user has it', async () => {
  const id = await uploaded(hr);
  await show(id, hr);
  const { result, ...left } = await recordedBy(service, owner.user.org_id, () =>
    hr.call('DELETE', `/files/${id}`),
  );
  expect([result.status, result.body.details.fieldErrors]).toEqual([
    422,
    { id: ['Is the picture of a user; remove it there first'] },
  ]);
  expect(left).toEqual(nothing);
  await show(null);
  expect((await hr.call('DELETE', `/files/${id}`)).status).toBe(204);
});

it('remains when its uploader is deactivated and erased', async () => {
  const id = await uploaded(hr);
  await show(id, hr);
  const link = (await colleague.call('GET', `/files/${id}`)).body.download_url;
  expect((await owner.call('POST', `/users/${hr.user.id}/deactivate`, {})).status).toBe(200);
  expect((await downloadFile(toServiceUrl(service, link))).status).toBe(200);
  const erased = await owner.call('POST', `/users/${hr.user.id}/erase`, { confirm: hr.user.email });
  expect(erased.status).toBe(200);
  expect(await read(id, colleague)).toEqual([200, 200]);
});
