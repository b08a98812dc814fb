import { type Client, startOwnService, type TestService } from '@wfp/testing';
import { downloadFile, toServiceUrl, upload } from '@wfp/testing/files.ts';
import { nothing, recordedBy } from '@wfp/testing/recorded.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const png = { name: 'logo.png', mime: 'image/png' };

let service: TestService;
let owner: Client;
let admin: Client;
let employee: Client;
beforeAll(async () => {
  service = await startOwnService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  owner = await service.newOrganization();
  admin = await service.newUser(owner, ['admin']);
  employee = await service.newUser(owner, ['employee']);
});

const path = '/organizations/current';
const setLogo = (logo_file_id: number | null, by = owner) => by.call('PATCH', path, { logo_file_id });
const uploaded = async (by = owner, file = png, content = pixel) =>
  (await upload(service, by, file, content)).body;
const recorded = <Result>(work: () => Promise<Result>) => recordedBy(service, owner.user.org_id, work);

it('is readable by every user of the organization, until it is removed', async () => {
  const { id } = await uploaded(admin);
  const stranger = await service.newOrganization();
  const read = async (by: Client) => (await by.call('GET', `/files/${id}`)).status;
  expect(await read(employee)).toBe(404);
  const { result, events, audit } = await recorded(() => setLogo(id, admin));
  expect([result.status, result.body.logo_file_id]).toEqual([200, id]);
  expect(events).toEqual([`organization.post_update ${owner.user.org_id}`]);
  expect(audit).toMatchObject([
    {
      action: 'update',
      resource: 'organization',
      before: { logo_file_id: null },
      after: { logo_file_id: id },
    },
  ]);
  const { status, body } = await employee.call('GET', `/files/${id}`);
  expect([status, body.name]).toEqual([200, 'logo.png']);
  const content = await downloadFile(`${service.url}/api/files/${id}/content`, employee.token);
  expect([content.status, content.bytes.equals(pixel)]).toEqual([200, true]);
  expect((await downloadFile(toServiceUrl(service, body.download_url))).status).toBe(200);
  expect([await read(stranger), (await employee.call('DELETE', `/files/${id}`)).status]).toEqual([404, 404]);
  // The logo of another user does not change, so no file of the caller is needed.
  const same = await recorded(() => setLogo(id));
  expect([same.result.status, same.events]).toEqual([200, []]);
  expect((await setLogo(null)).body.logo_file_id).toBeNull();
  expect(await read(employee)).toBe(404);
});

it('rejects every other file like a missing one', async () => {
  const stranger = await service.newOrganization();
  const pending = (await owner.call('POST', '/files', { ...png, size: 5 })).body;
  const deleted = await uploaded();
  await owner.call('DELETE', `/files/${deleted.id}`);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>');
  const ids = [
    2_147_483_647,
    pending.id,
    deleted.id,
    (await uploaded(employee)).id,
    (await uploaded(stranger)).id,
    (await uploaded(owner, { name: 'logo.svg', mime: 'image/svg+xml' }, svg)).id,
    (await uploaded(owner, { name: 'note.txt', mime: 'text/plain' }, Buffer.from('text'))).id,
  ];
  for (const id of ids) {
    const { result, ...left } = await recorded(() => setLogo(id));
    expect([result.status, result.body.details.fieldErrors]).toEqual([
      422,
      { logo_file_id: ['Does not exist'] },
    ]);
    expect(left).toEqual(nothing);
  }
  const mine = await uploaded(employee);
  expect((await setLogo(mine.id, employee)).status).toBe(403);
});

it('cannot be deleted while it is the logo', async () => {
  const { id } = await uploaded();
  await setLogo(id);
  const { result, ...left } = await recorded(() => owner.call('DELETE', `/files/${id}`));
  expect([result.status, result.body.details.fieldErrors]).toEqual([
    ...[422, { id: ['Is the logo of the organization; remove it there first'] }],
  ]);
  expect(left).toEqual(nothing);
  await setLogo(null);
  expect((await owner.call('DELETE', `/files/${id}`)).status).toBe(204);
});

it('remains when its uploader is deactivated and erased', async () => {
  const { id } = await uploaded(admin);
  await setLogo(id, admin);
  const link = (await employee.call('GET', `/files/${id}`)).body.download_url;
  expect((await owner.call('POST', `/users/${admin.user.id}/deactivate`, {})).status).toBe(200);
  expect((await downloadFile(toServiceUrl(service, link))).status).toBe(200);
  const erased = await owner.call('POST', `/users/${admin.user.id}/erase`, { confirm: admin.user.email });
  expect(erased.status).toBe(200);
  expect((await employee.call('GET', `/files/${id}`)).body.name).toBe('logo.png');
});
