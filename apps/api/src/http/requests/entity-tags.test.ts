import { type Client, startService, type TestService } from '@wfp/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let service: TestService;
let owner: Client;
beforeAll(async () => {
  service = await startService();
  owner = await service.newOrganization();
});
afterAll(() => service.stop());

const make = async (title = 'Versioned') => (await owner.call('POST', '/tasks', { title })).body.id as number;
const tagOf = async (path: string) => (await owner.call('GET', path)).headers.get('etag') ?? '';
const patch = (id: number, tag: string, title = 'Changed') =>
  owner.call('PATCH', `/tasks/${id}`, { title }, { 'if-match': tag });

describe('ETag', () => {
  it('is the same on a read and on the write that created the version', async () => {
    const made = await owner.call('POST', '/tasks', { title: 'Tagged' });
    const tag = await tagOf(`/tasks/${made.body.id}`);
    expect(tag).toMatch(/^"[0-9a-z]+-[\w-]{16}"$/);
    expect(made.headers.get('etag')).toBe(tag);
    const changed = await owner.call('PATCH', `/tasks/${made.body.id}`, { title: 'Again' });
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect(await tagOf(`/tasks/${made.body.id}`)).toBe(changed.headers.get('etag'));
  });

  it('answers 304 without a body if If-None-Match matches', async () => {
    const path = `/tasks/${await make()}`;
    const tag = await tagOf(path);
    const known = (given: string) => owner.call('GET', path, undefined, { 'if-none-match': given });
    for (const given of [tag, `"other", ${tag}`, `W/${tag}`, '*']) {
      const { status, body, headers } = await known(given);
      expect([given, status, body, headers.get('etag')]).toEqual([given, 304, null, tag]);
    }
    expect((await known('"other"')).status).toBe(200);
  });
});

describe('If-Match', () => {
  it('accepts a write with the current tag and rejects the next one with the same tag', async () => {
    const id = await make();
    const tag = await tagOf(`/tasks/${id}`);
    const first = await patch(id, tag);
    const second = await patch(id, tag, 'Lost');
    expect([first.status, second.status]).toEqual([200, 412]);
    expect(second.body).toEqual({ error: expect.stringContaining('fetch it') });
    expect((await owner.call('GET', `/tasks/${id}`)).body.title).toBe('Changed');
    expect((await patch(id, first.headers.get('etag') ?? '', 'Third')).status).toBe(200);
  });

  it('accepts exactly one of fifty concurrent writes', async () => {
    const id = await make();
    const tag = await tagOf(`/tasks/${id}`);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => patch(id, tag, `By ${index}`)),
    );
    const statuses = responses.map((one) => one.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 412)]);
    expect((await owner.call('GET', `/events/task/${id}`)).body.total).toBe(2);
  });

  it('distinguishes changes within one millisecond', async () => {
    const id = await make();
    const versions = new Set<string>();
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { body } = await owner.call('PATCH', `/tasks/${id}`, { title: `Quick ${index}` });
        versions.add(body.updated_at);
      }),
    );
    expect(versions.size).toBe(20);
  });

  it('applies to DELETE', async () => {
    const id = await make();
    const tag = await tagOf(`/tasks/${id}`);
    await owner.call('PATCH', `/tasks/${id}`, { title: 'Newer' });
    const remove = (given: string) => owner.call('DELETE', `/tasks/${id}`, undefined, { 'if-match': given });
    expect((await remove(tag)).status).toBe(412);
    expect((await owner.call('GET', `/tasks/${id}`)).status).toBe(200);
    expect((await remove(await tagOf(`/tasks/${id}`))).status).toBe(204);
  });

  it.each(['"x"', 'W/"lz3-abcdefghijklmnop"', 'garbage', '""', '"zzzzzzzzzzz-abc"', '"-1-abc"'])(
    'rejects %s, which is not a version of the row',
    async (given) => {
      const id = await make();
      expect((await patch(id, given)).status).toBe(412);
      expect((await owner.call('GET', `/tasks/${id}`)).body.title).toBe('Versioned');
    },
  );

  it('accepts * and a list of tags', async () => {
    const id = await make();
    expect((await patch(id, '*')).status).toBe(200);
    expect((await patch(id, `"0-abc", ${await tagOf(`/tasks/${id}`)}`)).status).toBe(200);
    expect((await patch(2_147_483_647, '*')).status).toBe(404);
  });
});
